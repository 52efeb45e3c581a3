#pragma once

#include "adapters/precision.h"
#include "algorithms/small_steps/solver_contact.h"

#include <BulletCollision/NarrowPhaseCollision/btPersistentManifold.h>
#include <BulletDynamics/ConstraintSolver/btContactSolverInfo.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// A point of a manifold for the solver, with the impulses of the last step. `a` and `b`: the solver's
/// numbers of the manifold's bodies. `size`: metres, the radius of the smaller one.
small_steps::SolverContact readContact(const btPersistentManifold& manifold, const btManifoldPoint& point,
                                       Index a, Index b, Real size, const btContactSolverInfo& info);

/// Whether a contact can be solved: nothing in it is not a number.
bool isFinite(const small_steps::SolverContact& contact);

/// Writes the impulses of the step, N s, and the friction direction along which the next step starts.
void writeContact(const small_steps::SolverContact& contact, btManifoldPoint& point);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
