#pragma once

#include <BulletDynamics/ConstraintSolver/btSequentialImpulseConstraintSolver.h>
#include <ricochet/precision.h>

#include <memory>
#include <vector>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Settings of `SmallStepsSolver`.
struct SmallStepsSettings {
    int smallSteps = 16;  ///< in a step of the world, 1 to 1000; the time grows with it
    /// m/s: the fastest push out of an overlap that may leave speed. What a spring would push out faster is
    /// deep: it shrinks at this speed or at that of a free fall from its depth, and gains no speed.
    btScalar pushOutSpeed = btScalar(0.5);
};

/// Small steps of islands in which a body touches one that is more than 300 times lighter.
struct DirectSolutions {
    long long solved = 0;  ///< directly: all contacts and joints at once
    long long leftToSweeps =
        0;  ///< since the island is too large, has rolling friction, or no solution is found
};

/// A constraint solver for contacts that are exact: stands where btSequentialImpulseConstraintSolver stood.
/// Each step of the world, with one detection of contacts, is solved in small steps, between which bodies
/// move and contacts turn with them. Stacks, chains and piles come to rest without any tuning, and the number
/// of iterations and the flags of btContactSolverInfo have no effect, nor has its split impulse.
///
/// A body without joints that moves by less than 1e-5 of its radius in a step has velocity zero, and keeps
/// its pose until it has moved farther: so its contacts are those of the last step, and cost nothing. The
/// solver remembers the rest of its motion, and loses none (registered worlds only; `saveState` contains it).
///
/// Contacts and joints of rigid bodies; soft contacts, conveyors, rolling, spinning and anisotropic friction,
/// limits, motors, springs, feedback and breaking as with Bullet's solver. Impulses in manifold points are
/// those of the whole step. Not for multi-bodies: their worlds keep btMultiBodyConstraintSolver, and need a
/// dispatcher of their own, whose contacts are prepared for it. A body whose state is not finite is left out.
/// Between the solver and the integration that follows, world transforms are not those of the step's
/// beginning (SweptWorld knows them). A body that moves farther in a step than its CCD motion threshold is
/// swept by Bullet from there, and ends where its velocity leads. One thread at a time; islands of one world
/// may go to the solvers of a pool.
class RICOCHET_API SmallStepsSolver : public btSequentialImpulseConstraintSolver {
public:
    /// Copies `settings`.
    explicit SmallStepsSolver(const SmallStepsSettings& settings = {});
    /// The same for the dispatcher with which Ricochet is registered: its contacts are then raw from the
    /// first step on, instead of the second.
    explicit SmallStepsSolver(btDispatcher& dispatcher, const SmallStepsSettings& settings = {});
    ~SmallStepsSolver() override;

    /// As in btConstraintSolver.
    btScalar solveGroup(btCollisionObject** bodies, int numBodies, btPersistentManifold** manifolds,
                        int numManifolds, btTypedConstraint** constraints, int numConstraints,
                        const btContactSolverInfo& info, btIDebugDraw* debugDrawer,
                        btDispatcher* dispatcher) override;
    /// Forgets the forces in joints.
    void reset() override;
    /// Since the solver was made.
    DirectSolutions directSolutions() const;

private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

/// The forces (N or N m) in the rows of a joint at the end of its last step, from which its next step starts;
/// empty if it has none. Stored by the joint's address, for all solvers, as long as the last one that solved
/// it exists; a new joint at the address of a dead one has none. Save them with a world's state, and set them
/// after the bodies are restored: the world then continues as it did. Thread-safe, for different joints.
RICOCHET_API std::vector<double> jointForces(const btTypedConstraint& joint);
/// The other direction: `forces` as `jointForces` returned them, for the same joint.
RICOCHET_API void setJointForces(btTypedConstraint& joint, const std::vector<double>& forces);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
