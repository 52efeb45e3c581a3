#pragma once

#include <BulletDynamics/ConstraintSolver/btContactSolverInfo.h>
#include <ricochet/precision.h>

#include <vector>

class btDynamicsWorld;
class btRigidBody;

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Speeds below which a body may fall asleep.
struct SleepingThresholds {
    btScalar linear = btScalar(0.8);   ///< m/s
    btScalar angular = btScalar(1.0);  ///< rad/s
};

/// The settings that `tune` changes, before the change; default-constructed: Bullet's own.
struct Tuning {
    int solverMode = btContactSolverInfo().m_solverMode;     ///< flags of btSolverMode
    int iterations = btContactSolverInfo().m_numIterations;  ///< of a step
    btScalar splitImpulsePenetrationThreshold =
        btContactSolverInfo().m_splitImpulsePenetrationThreshold;  ///< metres
    btScalar frictionErp =
        btContactSolverInfo().m_frictionERP;  ///< of an anchor's drift, pulled back in a step
    /// Of one body.
    struct Body {
        const btRigidBody* body = nullptr;  ///< the caller's
        SleepingThresholds thresholds;      ///< its own
        bool hasFrictionAnchors = false;    ///< CF_HAS_FRICTION_ANCHOR
    };
    std::vector<Body> bodies;  ///< in the world at that time
};

/// The order in which the sequential solver takes contacts and joints.
enum class SolverOrder {
    fixed,  ///< as they were found
    random  ///< for chains and walls; worse for tall stacks at few iterations
};

/// Sets up a world for concave bodies that rest on one another: two friction directions, at least 20
/// iterations, lower sleeping thresholds, friction anchors for all bodies, which pull back most of a drift in
/// each step, and split impulses from a depth that suits bodies of this size. Optional: contacts do not
/// depend on it. docs/why-stacks-jitter.md measures the effect of each setting. Do not call it while the
/// world is stepped. Returns the previous settings, for `untune`.
///
/// `size`: metres, the radius of a typical body. An invalid size, such as zero, leaves split impulses
/// unchanged.
RICOCHET_API Tuning tune(btDynamicsWorld& world, btScalar size, SolverOrder order = SolverOrder::fixed);

/// Tunes one body: for bodies added after the world was tuned. Not while the world is stepped.
RICOCHET_API void tune(btRigidBody& body);

/// Restores the settings `before`; bodies that it does not list get Bullet's own thresholds and no anchors.
/// Not while the world is stepped.
RICOCHET_API void untune(btDynamicsWorld& world, const Tuning& before = {});

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
