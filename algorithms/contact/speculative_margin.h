#pragma once

#include "algorithms/contact/contact.h"
#include "algorithms/contact/tolerances.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace ricochet {

/// Where a body's points are when part of the step's motion is over.
struct RigidDisplacement {
    Matrix3 turn = Matrix3::Identity();
    Vec3 shift = Vec3::Zero();

    Vec3 of(const Vec3& point) const { return turn * point + shift; }
    Pose of(const Pose& pose) const { return {turn * pose.rotation, of(pose.translation)}; }
};

/// Where the bodies are at a time within the step, and how far about there faces are asked for.
struct Look {
    RigidDisplacement a, b;
    Real queryDistance = 0;  ///< metres
};

/// How far from the surfaces contacts are looked for in this step: metres but for the sines.
struct SpeculativeMargin {
    Real linearSlop;        ///< surfaces nearer than that touch
    Real restGap;           ///< surfaces rest this far apart
    Real distance;          ///< how far beyond the rest gap the bodies may come to touch within the step
    Real approach;          ///< how much of that is due to their motion
    Real extension;         ///< past a feature's end, where the surface is concave there
    Real deepExtension;     ///< how much more at most for what is inside
    Real shallowDepth;      ///< deeper than this, single features no longer tell the separation direction
    Real featureDepth;      ///< how deep single features are looked for: at most that
    Real coneTolerance;     ///< sine: how far a normal may lie outside a feature's normal cone
    Real landingTolerance;  ///< the same for vertices that are still in the air, which may land in the step
    bool isCompliant;       ///< contacts are springs
    /// No accepted contact joins faces that are farther apart now. A contact past a concave edge lies aside
    /// of the face by `extension`, and as far above it as any other; one inside that lies still farther aside
    /// is left out.
    Real queryDistance;
    /// Where face pairs are looked for, of two meshes; else empty. The first one is a fraction of the
    /// displacement ahead: what lies ahead is nearer there, and of what recedes less is found. Where
    /// triangles are small against the displacement, it is cut into parts, a look each: the pairs within a
    /// distance grow with its square.
    std::vector<Look> looks;
    int parts = 1;  ///< into which the displacement is cut; fewer looks where the budget is spent before

    Real farthestGap() const { return restGap + distance; }
    /// Deeper than this, single features of compliant bodies tell the separation direction only if the last
    /// step's contacts did.
    Real entryDepth() const { return kTolerances.shallow * linearSlop; }
    /// How deep a body counts as where only its history tells the separation direction: it leaves, and
    /// slowly.
    Real leavingDepth() const { return kTolerances.leaving * entryDepth(); }
    /// The deeper a point is inside a concave corner, the farther aside of its faces.
    Real extensionAt(Real gap) const {
        const Real aside = isCompliant ? kTolerances.asideOfSpring : kTolerances.asideOfDepth;
        return extension + std::clamp(-aside * gap, Real{0}, deepExtension);
    }
    /// How far a point of A goes in the step, as B's points there see it, less what is beyond the distance.
    Vec3 displacementOfA(const Vec3& point) const {
        const Look& first = looks.front();
        return (first.a.of(point) - first.b.of(point)) *
               (static_cast<Real>(parts) / kTolerances.lookAheadFraction);
    }
    /// Whether two points of two faces are near enough in one of the looks for the narrow phase to hand out
    /// the faces. Other contacts must not depend on what else it returned.
    bool areInQueryDistance(const Vec3& onA, const Vec3& onB) const {
        return std::ranges::any_of(looks, [&](const Look& look) {
            return (look.a.of(onA) - look.b.of(onB)).squaredNorm() <= look.queryDistance * look.queryDistance;
        });
    }
};

/// A body as far as the margin depends on it.
struct MarginBody {
    Real radius = 0;             ///< metres: farthest point from the middle
    Vec3 middle = Vec3::Zero();  ///< world
    BodyMotion motion;
};

/// Two bodies that need not be meshes.
struct MarginInput {
    MarginBody a, b;
    Real timeStep = 0, restGap = 0, minimumQueryDistance = 0;  ///< as in ContactInput
    bool isCompliant = false;                                  ///< as in ContactInput
    Real springDepth = 0;                     ///< metres: how deep springs have let the bodies come
    Real farthest = kTolerances.speculation;  ///< of the smaller body's radius
};

/// Metres: no farther do points of the bodies approach one another within the step.
Real longestApproach(const MarginInput& input);

/// Without looks. `lastDepth` (metres): how deep features were inside one another in the last step; no more
/// than `deepestNow` by now.
SpeculativeMargin speculativeMarginOf(const MarginInput& input, const ContactSettings& settings,
                                      Real deepestNow, Real lastDepth);

/// With looks. `last`: of the last step; none: nothing is known of how deep the bodies are.
SpeculativeMargin speculativeMarginOf(const ContactInput& input, const ContactSettings& settings,
                                      const std::optional<FeatureDepth>& last = {});

/// The same where it would take too much work: no farther aside for what is deep, and of bodies that move
/// farther than a face in the step in parts half as long, and past concave edges no farther than
/// `coarseExtension`. None: that is no nearer.
std::optional<SpeculativeMargin> coarseMarginOf(const ContactInput& input, const ContactSettings& settings,
                                                const std::optional<FeatureDepth>& last,
                                                const SpeculativeMargin& full);

}  // namespace ricochet
