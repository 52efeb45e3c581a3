#pragma once

#include "algorithms/contact/pair_input.h"
#include "algorithms/geometry/scratch.h"

#include <algorithm>
#include <limits>

namespace ricochet {

/// One query of the narrow phase: the bodies' displacements at a time within the step, as maps of the world,
/// and the distance.
struct ProximitySearch {
    Pose a, b;
    Real queryDistance = 0;  ///< metres
    Real approach = 0;  ///< metres: upper bound of how far any two points of the bodies approach until then
};
inline Vec3 displaced(const Vec3& point, const Pose& displacement) {
    return displacement.rotation * point + displacement.translation;
}
inline Pose displaced(const Pose& pose, const Pose& displacement) {
    return {displacement.rotation * pose.rotation, displaced(pose.translation, displacement)};
}

/// The distances from the surfaces at which contacts are searched in this step. Metres, except for the sines.
struct SpeculativeMargin {
    Real linearSlop;     ///< surfaces closer than this touch
    Real restGap;        ///< gap between surfaces at rest
    Real distance;       ///< greatest distance beyond the rest gap that the bodies may close within the step
    Real approach;       ///< the part of it that is due to their velocities
    Real extension;      ///< how far past a feature's end contacts may lie, if the surface is concave there
    Real deepExtension;  ///< greatest additional extension for points inside
    Real lateralPerDepth;   ///< metres of it per metre of depth
    Real shallowDepth;      ///< beyond this depth, single features do not determine the separation direction
    Real featureDepth;      ///< greatest depth at which single features are searched; at most `shallowDepth`
    Real coneTolerance;     ///< sine: how far a normal may lie outside a feature's normal cone
    Real landingTolerance;  ///< the same for vertices not yet in contact, which may land in the step
    Vec3 fallOfA = Vec3::Zero();  ///< relative to B, by gravity in the step
    bool isCompliant;             ///< contacts are springs
    /// Greatest present distance of two faces with an accepted contact. Past a concave edge a contact may lie
    /// `extension` beside the face and `farthestGap()` above it. A contact inside that lies farther beside
    /// the face is dropped.
    Real queryDistance;
    /// The face-pair searches of two meshes; empty for other bodies. The first one is ahead by a fraction of
    /// the displacement: approaching faces are closer there, and fewer receding faces are found. If the
    /// triangles are small compared with the displacement, it is cut into parts with one search each, because
    /// the number of pairs within a distance grows with its square.
    ScratchVector<ProximitySearch> searches;
    int parts = 1;  ///< of the displacement; `searches` has fewer once the budget is spent

    Real farthestGap() const { return restGap + distance; }
    /// Beyond this depth, single features determine the separation direction only if they continue contacts
    /// of the last step.
    Real entryDepth() const;
    /// The depth assigned to a body if only its history determines the separation direction, so that it
    /// separates slowly.
    Real leavingDepth() const;
    /// The deeper a point is inside a concave corner, the farther it may lie beside its faces.
    Real extensionAt(Real gap) const {
        return extension + std::clamp(-lateralPerDepth * gap, Real{0}, deepExtension);
    }
    /// Displacement of a point of A in the step relative to B, limited to `distance`.
    Vec3 displacementOfA(const Vec3& point) const;
    /// Whether two points are within the query distance in one of the searches, so that every narrow phase
    /// returns their faces. Contacts must not depend on the other pairs that a narrow phase returns.
    bool areInQueryDistance(const Vec3& onA, const Vec3& onB) const {
        return std::ranges::any_of(searches, [&](const ProximitySearch& search) {
            return (displaced(onA, search.a) - displaced(onB, search.b)).squaredNorm() <=
                   search.queryDistance * search.queryDistance;
        });
    }
};

/// What is known of the depth of a pair's features, in metres, and how far it looks ahead.
struct MarginLimits {
    Real lastDepth = 0;      ///< the greatest one in the last step
    Real followedDepth = 0;  ///< of features that continue those of the last step, beyond the shallow depth
    Real deepestNow = std::numeric_limits<Real>::infinity();  ///< upper bound of the present one
    std::optional<Real> farthest =
        {};  ///< limit of the distance, in radii of the smaller body; none: default
};

/// Metres: how deep the last contacts of compliant bodies were; 0 for rigid bodies.
Real deepestSpring(const PersistentContacts& last, const StepInput& step);

/// Whether contacts of the last step were deeper than single features detect; `radius`: the smaller body's,
/// metres.
bool wereDeep(const PersistentContacts& last, Real radius);

/// The limits of bodies that may be as deep as bodies can be.
MarginLimits widestLimits(const PairInput& input);

/// Metres: upper bound of the approach of any two points of the bodies within the step.
Real longestApproach(const PairInput& input);

/// The same without what gravity adds in the step.
Real motionInStep(const PairInput& input);

/// For bodies of any shape; leaves `searches` empty.
SpeculativeMargin marginWithoutSearches(const PairInput& input, const ContactSettings& settings,
                                        const MarginLimits& limits);

/// For two meshes, with searches. `last`: of the last step; none: the depth is unknown.
SpeculativeMargin speculativeMargin(const PairInput& input, const ContactSettings& settings,
                                    const std::optional<DepthBound>& last = {});

/// The margin for pairs above the budget: no additional extension for deep points; if bodies move farther
/// than a face in the step, parts half as long and at most `coarseExtension` past concave edges. None if its
/// query distance is not smaller than that of `full`.
std::optional<SpeculativeMargin> coarseMargin(const PairInput& input, const ContactSettings& settings,
                                              const std::optional<DepthBound>& last,
                                              const SpeculativeMargin& full);

}  // namespace ricochet
