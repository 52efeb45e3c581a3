#pragma once

#include "adapters/contact_side.h"

#include <BulletCollision/NarrowPhaseCollision/btPersistentManifold.h>

#include <span>
#include <vector>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// The impulses from which Bullet's solver starts a pair in a step. Those of the last step are far off in an
/// impact and after it, and ten iterations do not mend that where many contacts hold a body, as a peg in its
/// hole. So the pair is solved alone, and the further that is from the last step, the more of it is taken;
/// less, the more others push the bodies, too, as in a stack, and nothing where they push as much as the
/// weight.
class StartImpulses {
public:
    /// Changes the impulses of the points of a step, which hold the last step's. `last`: the manifolds of the
    /// last step as Bullet has left them. Does nothing for bodies whose forces are unknown, for springs and
    /// for what bounces.
    void improve(const ContactSide& a, const ContactSide& b, btScalar timeStep,
                 const std::vector<btPersistentManifold*>& last, std::span<btManifoldPoint> points);

private:
    struct Velocity {
        Vec3 linear = Vec3::Zero(), angular = Vec3::Zero();  ///< m/s, rad/s
    };
    /// A body in the last step.
    struct Body {
        Vec3 centre = Vec3::Zero();
        Velocity unpushed;  ///< at the step's end if nothing touches it
    };
    struct Pair {
        Body a, b;
    };

    static Body bodyOf(const BodyMotion& motion, Real timeStep);
    Real shareOf(const ContactSide& a, const ContactSide& b, Real timeStep,
                 const std::vector<btPersistentManifold*>& last) const;

    Pair last_;
    bool isKnown_ = false;  ///< the last step
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
