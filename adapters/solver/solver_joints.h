#pragma once

#include "adapters/precision.h"
#include "algorithms/small_steps/joint_row.h"

#include <BulletDynamics/ConstraintSolver/btContactSolverInfo.h>
#include <BulletDynamics/ConstraintSolver/btSolverBody.h>
#include <BulletDynamics/ConstraintSolver/btSolverConstraint.h>

#include <vector>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Joint rows as Bullet's conversion has computed them at the bodies' present poses, for small steps of which
/// there are `smallSteps` in a step. Rows that are there keep their impulses.
void readJoints(const btConstraintArray& from, const btAlignedObjectArray<btSolverBody>& bodies,
                const btContactSolverInfo& info, int smallSteps, std::vector<small_steps::JointRow>& rows);

/// Whether a row can be solved: its limits may be infinite, and nothing else.
bool isFinite(const small_steps::JointRow& row);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
