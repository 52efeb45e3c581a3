#pragma once

#include "adapters/precision.h"
#include "algorithms/small_steps/solver_body.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <mutex>
#include <span>
#include <vector>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// A body in a call of the solver.
struct StepBody {
    btRigidBody* rigid;
    btTransform start;  ///< its pose at the step's beginning
    Real size;          ///< metres: its radius
    small_steps::SolverBody* state;
    bool isHeld = false;
    btTransform before = btTransform::getIdentity();  ///< if it is held: its pose before Bullet's integration
};

/// Bodies that hardly move keep their pose bit by bit, with velocity zero, so that their contacts need not be
/// found again. What they have moved, and how fast they are, is remembered here and given back to the solver
/// in the next step: nothing is lost. Thread-safe.
class HeldBodies {
public:
    /// Adds to the states what is remembered of bodies that nobody else has moved since. `timeStep`: seconds.
    /// A body whose velocity somebody has changed meanwhile is not held for a second: it may be steered.
    void recall(std::span<const StepBody> bodies, btScalar timeStep);
    /// Decides which bodies are held after the step that has been solved, and remembers their states.
    void hold(std::span<StepBody> bodies, btScalar timeStep);

    struct Memory {
        int proxy = 0;  ///< the body's in its broad phase; 0: none
        bool isHeld = false;
        Real wait = 0;                                    ///< seconds until it may be held
        btTransform before = btTransform::getIdentity();  ///< from which Bullet's integration leads to `pose`
        btTransform pose = btTransform::getIdentity();
        small_steps::SolverBody state;
    };
    /// By the bodies' places in their world.
    std::vector<Memory> memories() const;
    void setMemories(std::vector<Memory> memories);

private:
    /// Of a body that is held, and where it was held; otherwise null.
    Memory* heldMemory(const StepBody& body);

    mutable std::mutex mutex_;
    std::vector<Memory> memories_;
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
