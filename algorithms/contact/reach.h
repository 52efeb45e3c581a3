#pragma once

#include "algorithms/contact/contact.h"
#include "algorithms/contact/tolerances.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace ricochet {

/// Where a body's points are when part of the step's motion is over.
struct Advance {
    Matrix3 turn = Matrix3::Identity();
    Vec3 shift = Vec3::Zero();

    Vec3 of(const Vec3& point) const { return turn * point + shift; }
    Pose of(const Pose& pose) const { return {turn * pose.rotation, of(pose.translation)}; }
};

/// Where the bodies are at a time within the step, and which faces are looked for there.
struct Look {
    Advance a, b;
    Real within = 0;  ///< metres
};

/// How far from the surfaces contacts are looked for in this step. All in metres but the last ones.
struct Reach {
    Real skin;         ///< thousandth of the smaller body: below it surfaces count as touching
    Real restGap;      ///< surfaces rest this far apart
    Real speculation;  ///< how far beyond the rest gap the bodies may come to touch within the step
    Real motion;       ///< how much of that is due to their motion
    Real extension;  ///< how far a contact may lie beyond a feature's end, where the surface is concave there
    Real deepExtension;  ///< how much farther at most where it is inside
    Real asideOfDepth;   ///< how much farther for each metre of depth
    Real shallowDepth;   ///< deeper than this, single features no longer tell the way out
    Real featureDepth;   ///< how deep single features are looked for: at most that
    /// Deeper than this, single features of compliant bodies tell the way out only if the last step's
    /// contacts did.
    Real entryDepth;
    Real coneTolerance;     ///< sine: how far a normal may lie outside a feature's normal cone
    Real landingTolerance;  ///< the same for vertices that are still in the air, which may land in the step
    bool isCompliant;       ///< contacts are springs
    /// Where face pairs are looked for: a share of the way ahead. What lies ahead is nearer there, and of
    /// what recedes less is found. Where triangles are small against the way, it is cut into parts: the pairs
    /// within a distance grow with its square.
    Look first;
    std::vector<Look> later;

    /// How deep a body counts as where only its history tells the way out: it leaves, and slowly.
    Real leavingDepth() const { return 10 * entryDepth; }
    /// No accepted contact joins faces that are farther apart now. A contact past a concave border lies aside
    /// of the face by `extension`, and as far above it as any other; one inside that lies still farther aside
    /// is left out.
    Real withinNow;

    Real farthestGap() const { return restGap + speculation; }
    /// The deeper a point is inside a concave corner, the farther aside of its faces.
    Real extensionAt(Real gap) const {
        return extension + std::clamp(-asideOfDepth * gap, Real{0}, deepExtension);
    }
    /// The way that a point of A goes in the step, as B's points there see it, less what is beyond
    /// speculation.
    Vec3 wayOfA(const Vec3& point) const {
        return (first.a.of(point) - first.b.of(point)) * (Real(1 + later.size()) / kTolerances.ahead);
    }
    /// Whether two points of two faces are near enough in one of the looks for the narrow phase to promise
    /// the faces. Other contacts must not depend on what else it returned.
    bool arePromised(const Vec3& onA, const Vec3& onB) const {
        const auto isIn = [&](const Look& look) {
            return (look.a.of(onA) - look.b.of(onB)).squaredNorm() <= look.within * look.within;
        };
        return isIn(first) || std::ranges::any_of(later, isIn);
    }
};

/// A body as far as reach depends on it.
struct ReachBody {
    Real radius = 0;             ///< metres: farthest point from the middle
    Vec3 middle = Vec3::Zero();  ///< world
    BodyMotion motion;
};

/// Two bodies that need not be meshes.
struct ReachInput {
    ReachBody a, b;
    Real timeStep = 0, restGap = 0, minimumReach = 0;  ///< as in ContactInput
    bool isCompliant = false;                          ///< as in ContactInput
    Real springDepth = 0;                              ///< metres: how deep springs have let the bodies come
    Real farthest = kTolerances.speculation;           ///< of the smaller body's radius
    Real faceSize = std::numeric_limits<Real>::infinity();  ///< metres: of the body of larger triangles
};

/// Metres: no farther do points of the bodies approach one another within the step.
Real wayOf(const ReachInput& input);

/// `lastDepth` (metres): how deep features were inside one another in the last step; no more than
/// `deepestNow` by now.
Reach reachOf(const ReachInput& input, const ContactSettings& settings, Real deepestNow, Real lastDepth);

/// `last`: of the last step; none: nothing is known of how deep the bodies are.
Reach reachOf(const ContactInput& input, const ContactSettings& settings,
              const std::optional<FeatureDepth>& last = {});

}  // namespace ricochet
