#pragma once

#include "algorithms/contact/pair_input.h"
#include "algorithms/contact/tolerances.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace ricochet {

/// A body's displacement after part of the step's motion.
struct RigidDisplacement {
    Matrix3 rotation = Matrix3::Identity();
    Vec3 translation = Vec3::Zero();

    Vec3 of(const Vec3& point) const { return rotation * point + translation; }
    Pose of(const Pose& pose) const { return {rotation * pose.rotation, of(pose.translation)}; }
};

/// One query of the narrow phase: the bodies' displacements at a time within the step, and the distance.
struct ProximitySearch {
    RigidDisplacement a, b;
    Real queryDistance = 0;  ///< metres
};

/// The distances from the surfaces at which contacts are searched in this step. Metres, except for the sines.
struct SpeculativeMargin {
    Real linearSlop;     ///< surfaces closer than this touch
    Real restGap;        ///< gap between surfaces at rest
    Real distance;       ///< greatest distance beyond the rest gap that the bodies may close within the step
    Real approach;       ///< the part of it that is due to their velocities
    Real extension;      ///< how far past a feature's end contacts may lie, if the surface is concave there
    Real deepExtension;  ///< greatest additional extension for points inside
    Real shallowDepth;   ///< beyond this depth, single features do not determine the separation direction
    Real featureDepth;   ///< greatest depth at which single features are searched; at most `shallowDepth`
    Real coneTolerance;  ///< sine: how far a normal may lie outside a feature's normal cone
    Real landingTolerance;        ///< the same for vertices not yet in contact, which may land in the step
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
    std::vector<ProximitySearch> searches;
    int parts = 1;  ///< of the displacement; `searches` has fewer once the budget is spent

    Real farthestGap() const { return restGap + distance; }
    /// Beyond this depth, single features of compliant bodies determine the separation direction only if they
    /// continue contacts of the last step.
    Real entryDepth() const { return kTolerances.shallow * linearSlop; }
    /// The depth assigned to a body if only its history determines the separation direction, so that it
    /// separates slowly.
    Real leavingDepth() const { return kTolerances.leaving * entryDepth(); }
    /// The deeper a point is inside a concave corner, the farther it may lie beside its faces.
    Real extensionAt(Real gap) const {
        const Real aside = isCompliant ? kTolerances.lateralPerSpringDepth : kTolerances.lateralPerDepth;
        return extension + std::clamp(-aside * gap, Real{0}, deepExtension);
    }
    /// Displacement of a point of A in the step relative to B, limited to `distance`.
    Vec3 displacementOfA(const Vec3& point) const {
        const ProximitySearch& first = searches.front();
        return (first.a.of(point) - first.b.of(point)) *
               (static_cast<Real>(parts) / kTolerances.lookAheadFraction);
    }
    /// Whether two points are within the query distance in one of the searches, so that every narrow phase
    /// returns their faces. Contacts must not depend on the other pairs that a narrow phase returns.
    bool areInQueryDistance(const Vec3& onA, const Vec3& onB) const {
        return std::ranges::any_of(searches, [&](const ProximitySearch& search) {
            return (search.a.of(onA) - search.b.of(onB)).squaredNorm() <=
                   search.queryDistance * search.queryDistance;
        });
    }
};

/// The properties of a body on which the margin depends.
struct MarginBody {
    Real radius = 0;             ///< metres: distance of the farthest point from `middle`
    Vec3 middle = Vec3::Zero();  ///< world
    BodyMotion motion;
};

/// Two bodies that need not be meshes.
struct MarginInput {
    MarginBody a, b;
    Real timeStep = 0, restGap = 0, minimumQueryDistance = 0;  ///< as in ContactInput
    bool isCompliant = false;                                  ///< as in ContactInput
    Real springDepth = 0;                                      ///< metres: depth of compliant bodies
    Real farthest = kTolerances.speculation;  ///< limit of the distance, in radii of the smaller body
};

/// Metres: upper bound of the approach of any two points of the bodies within the step.
Real longestApproach(const MarginInput& input);

/// Leaves `searches` empty. `lastDepth` (metres): greatest depth of features in the last step; `deepestNow`:
/// upper bound of the present one.
SpeculativeMargin speculativeMarginOf(const MarginInput& input, const ContactSettings& settings,
                                      Real deepestNow, Real lastDepth);

/// With searches. `last`: of the last step; none: the depth is unknown.
SpeculativeMargin speculativeMarginOf(const ContactInput& input, const ContactSettings& settings,
                                      const std::optional<DepthBound>& last = {});

/// The margin for pairs above the budget: no additional extension for deep points; if bodies move farther
/// than a face in the step, parts half as long and at most `coarseExtension` past concave edges. None if its
/// query distance is not smaller than that of `full`.
std::optional<SpeculativeMargin> coarseMarginOf(const ContactInput& input, const ContactSettings& settings,
                                                const std::optional<DepthBound>& last,
                                                const SpeculativeMargin& full);

}  // namespace ricochet
