#include "adapters/solver/solver_joints.h"

#include "adapters/shapes/convert.h"

#include <cmath>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

// N s: a motor of infinite force has this times the time step.
constexpr btScalar kUnlimited = SIMD_INFINITY / 2;

/// m/s or rad/s along the row, with the forces of the step: what Bullet subtracts from a row's right side.
Real speedWithForces(const btSolverConstraint& row, const btAlignedObjectArray<btSolverBody>& bodies) {
    const btSolverBody &a = bodies[row.m_solverBodyIdA], &b = bodies[row.m_solverBodyIdB];
    return Real(row.m_contactNormal1.dot(a.m_linearVelocity + a.m_externalForceImpulse) +
                row.m_relpos1CrossNormal.dot(a.m_angularVelocity + a.m_externalTorqueImpulse) +
                row.m_contactNormal2.dot(b.m_linearVelocity + b.m_externalForceImpulse) +
                row.m_relpos2CrossNormal.dot(b.m_angularVelocity + b.m_externalTorqueImpulse));
}

}  // namespace

void readJoints(const btConstraintArray& from, const btAlignedObjectArray<btSolverBody>& bodies,
                const btContactSolverInfo& info, int smallSteps, std::vector<small_steps::JointRow>& rows) {
    rows.resize(static_cast<std::size_t>(from.size()));
    for (int i = 0; i < from.size(); ++i) {
        const btSolverConstraint& source = from[i];
        small_steps::JointRow& row = rows[static_cast<std::size_t>(i)];
        row.a = static_cast<Index>(source.m_solverBodyIdA);
        row.b = static_cast<Index>(source.m_solverBodyIdB);
        row.linearA = toVec3(source.m_contactNormal1);
        row.angularA = toVec3(source.m_relpos1CrossNormal);
        row.linearB = toVec3(source.m_contactNormal2);
        row.angularB = toVec3(source.m_relpos2CrossNormal);
        row.minimumImpulse = Real(source.m_lowerLimit) / smallSteps;
        row.maximumImpulse = Real(source.m_upperLimit) / smallSteps;
        // Rows with two finite limits are motors and springs, whose speed is meant; the others remove an
        // error.
        row.isMotor = source.m_lowerLimit > -kUnlimited && source.m_upperLimit < kUnlimited;
        const Real response = source.m_jacDiagABInv > 0 ? 1 / Real(source.m_jacDiagABInv) : 0;
        const Real target =
            Real(source.m_rhs) * response + Real(info.m_damping) * speedWithForces(source, bodies);
        row.speed = target;
        row.error = info.m_erp > 0 ? target * Real(info.m_timeStep) / Real(info.m_erp) : 0;
        row.compliance = smallSteps * Real(source.m_cfm) * response;
    }
}

bool isFinite(const small_steps::JointRow& row) {
    return row.linearA.allFinite() && row.angularA.allFinite() && row.linearB.allFinite() &&
           row.angularB.allFinite() && std::isfinite(row.error) && std::isfinite(row.speed) &&
           std::isfinite(row.compliance) && !std::isnan(row.minimumImpulse) &&
           !std::isnan(row.maximumImpulse);
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
