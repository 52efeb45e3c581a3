#pragma once

#include <BulletDynamics/ConstraintSolver/btContactSolverInfo.h>
#include <ricochet/precision.h>

#include <vector>

class btDynamicsWorld;
class btRigidBody;

namespace ricochet {
inline namespace RICOCHET_PUBLIC_NAMESPACE {

/// At which speeds a body may fall asleep.
struct SleepingThresholds {
    btScalar linear = btScalar(0.8);   ///< m/s
    btScalar angular = btScalar(1.0);  ///< rad/s
};

/// What `tune` changes: as it was before, or, where default-constructed, as Bullet comes.
struct Tuning {
    int solverMode = btContactSolverInfo().m_solverMode;
    int iterations = btContactSolverInfo().m_numIterations;
    btScalar splitImpulsePenetrationThreshold =
        btContactSolverInfo().m_splitImpulsePenetrationThreshold;  ///< metres
    btScalar frictionErp =
        btContactSolverInfo().m_frictionERP;  ///< of an anchor's drift, pulled back in a step
    struct Body {
        const btRigidBody* body = nullptr;
        SleepingThresholds thresholds;
        bool hasFrictionAnchors = false;  ///< CF_HAS_FRICTION_ANCHOR
    };
    std::vector<Body> bodies;  ///< in the world at that time
};

enum class SolverOrder {
    fixed,
    random  ///< for chains and walls; worse for tall stacks at few iterations
};

/// Sets a world up for concave bodies that are to rest on one another: two friction directions, at least 20
/// iterations, lower sleeping thresholds and friction anchors for all bodies, which pull back most of a drift
/// in each step, and split impulses that begin at a depth that fits bodies of this size. Optional: contacts
/// do not depend on it. What each setting does is measured in docs/why-stacks-jitter.md. Not while the world
/// is stepped. Returns what was before, for `untune`.
///
/// `size`: metres, the radius of a typical body. With what is no size, zero, say, split impulses stay as they
/// are.
Tuning tune(btDynamicsWorld& world, btScalar size, SolverOrder order = SolverOrder::fixed);

/// The body's share of it: for bodies that are added after the world was tuned.
void tune(btRigidBody& body);

/// Puts back what was `before`; bodies that it does not list get Bullet's own thresholds and no anchors.
void untune(btDynamicsWorld& world, const Tuning& before = {});

}  // namespace RICOCHET_PUBLIC_NAMESPACE
}  // namespace ricochet
