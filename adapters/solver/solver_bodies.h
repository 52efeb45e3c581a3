#pragma once

#include "adapters/precision.h"
#include "algorithms/small_steps/solver_body.h"

#include <BulletDynamics/ConstraintSolver/btSolverBody.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// A body as Bullet's conversion has read it, for the solver. `timeStep`: seconds.
small_steps::SolverBody readBody(const btSolverBody& body, Real timeStep);

/// The pose after a displacement of the solver's.
btTransform poseAfter(const btTransform& start, const small_steps::SolverBody& body);

/// Writes the velocities of the step's end, and the pose from which Bullet, which moves each body by its
/// velocity afterwards, arrives at the solver's. Until then the interpolation transform is the pose of the
/// step's beginning. A body that moves farther than its CCD threshold keeps that pose, since Bullet sweeps it
/// from there: it ends where its velocity leads, as with Bullet's own solver.
void writeBody(const small_steps::SolverBody& body, const btTransform& start, btScalar timeStep,
               btRigidBody& target);

/// The same for a body with velocity zero; `before`: the pose before Bullet's integration.
void writeStillBody(const btTransform& before, const btTransform& start, btRigidBody& target);

/// Whether velocities, forces, inertia and pose are numbers. The solver must not get any others.
bool isFinite(const small_steps::SolverBody& body, const btTransform& pose);

/// Metres: the radius of a body that moves; infinite for others.
Real sizeOfMovable(const btSolverBody& body);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
