#pragma once

#include "adapters/contact_side.h"

#include <BulletCollision/NarrowPhaseCollision/btPersistentManifold.h>

#include <span>
#include <vector>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// The impulses from which Bullet's solver starts a pair in a step. Those of the last step are a bad start
/// during and after an impact, and ten iterations do not correct them when many contacts hold a body, such as
/// a peg in its hole. So the pair is solved without other bodies. The start moves towards that solution: the
/// further, the more the solution differs from the last step; the less, the more other bodies push these two,
/// and not at all when they push as hard as the weight, as in a stack. Not thread-safe.
class StartImpulses {
public:
    /// Changes the impulses of this step's `points`, which are those of the last step. `last`: the manifolds
    /// of the last step as Bullet left them. Leaves points unchanged if a force is unknown, and for springs
    /// and bounces.
    void improve(const ContactSide& a, const ContactSide& b, btScalar timeStep,
                 const std::vector<btPersistentManifold*>& last, std::span<btManifoldPoint> points);

private:
    struct Velocity {
        Vec3 linear = Vec3::Zero(), angular = Vec3::Zero();  ///< m/s, rad/s
    };
    /// A body in the last step.
    struct Body {
        Vec3 centre = Vec3::Zero();
        Velocity unpushed;  ///< at the step's end without contacts
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
