#include "adapters/solver/solver_bodies.h"
#include "adapters/solver/solver_contacts.h"
#include "adapters/solver/solver_joints.h"
#include "algorithms/small_steps/solver.h"

#include <BulletDynamics/ConstraintSolver/btTypedConstraint.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <ricochet/small_steps_solver.h>

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <vector>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

constexpr int kMostSmallSteps = 1000;

}  // namespace

class SmallStepsSolver::Implementation {
public:
    explicit Implementation(const SmallStepsSettings& chosen) {
        settings.smallSteps = std::clamp(chosen.smallSteps, 1, kMostSmallSteps);
        settings.pushOutSpeed = Real(chosen.pushOutSpeed);
    }

    small_steps::SolverSettings settings;
    std::vector<small_steps::SolverBody> bodies;
    std::vector<small_steps::SolverContact> contacts;
    std::vector<btManifoldPoint*> points;  ///< the contacts' sources
    std::vector<small_steps::JointRow> joints;
    std::vector<Real> jointSums;  ///< N s in the step, for each row
    std::vector<btTransform> starts;
    /// N s per second, of the last step's rows: from these the next step starts.
    std::unordered_map<const btTypedConstraint*, std::vector<Real>> jointImpulses;
};

SmallStepsSolver::SmallStepsSolver(const SmallStepsSettings& settings)
    : implementation_(std::make_unique<Implementation>(settings)) {}

SmallStepsSolver::~SmallStepsSolver() = default;

void SmallStepsSolver::reset() {
    btSequentialImpulseConstraintSolver::reset();
    implementation_->jointImpulses.clear();
}

btScalar SmallStepsSolver::solveGroup(btCollisionObject** objects, int numBodies,
                                      btPersistentManifold** manifolds, int numManifolds,
                                      btTypedConstraint** constraints, int numConstraints,
                                      const btContactSolverInfo& info, btIDebugDraw*, btDispatcher*) {
    if (!(info.m_timeStep > 0)) return 0;
    Implementation& own = *implementation_;
    const auto timeStep = Real(info.m_timeStep);
    const int count = own.settings.smallSteps;
    const Real h = timeStep / count;

    // Bodies and joints by Bullet's own conversion.
    m_fixedBodyId = -1;
    m_maxOverrideNumSolverIterations = 0;
    convertBodies(objects, numBodies, info);
    convertJoints(constraints, numConstraints, info);
    const auto bodyOf = [&](const btCollisionObject* object) {
        return static_cast<Index>(
            getOrInitSolverBody(*const_cast<btCollisionObject*>(object), info.m_timeStep));
    };
    struct Ends {
        Index a, b;
    };
    std::vector<Ends> ends;
    for (int i = 0; i < numManifolds; ++i) {
        ends.push_back({bodyOf(manifolds[i]->getBody0()), bodyOf(manifolds[i]->getBody1())});
    }

    own.bodies.clear();
    own.starts.clear();
    std::vector<Real> sizes;
    std::vector<bool> isLeftOut;
    for (int i = 0; i < m_tmpSolverBodyPool.size(); ++i) {
        const btSolverBody& body = m_tmpSolverBodyPool[i];
        own.bodies.push_back(readBody(body, timeStep));
        own.starts.push_back(body.m_originalBody ? body.m_originalBody->getWorldTransform()
                                                 : btTransform::getIdentity());
        isLeftOut.push_back(!isFinite(own.bodies.back(), own.starts.back()));
        if (isLeftOut.back()) own.bodies.back() = {};
        sizes.push_back(sizeOfMovable(body));
    }

    own.contacts.clear();
    own.points.clear();
    for (int i = 0; i < numManifolds; ++i) {
        const auto [a, b] = ends[static_cast<std::size_t>(i)];
        if (!own.bodies[a].isMovable() && !own.bodies[b].isMovable()) continue;
        if (isLeftOut[a] || isLeftOut[b]) continue;
        btPersistentManifold& manifold = *manifolds[i];
        for (int k = 0; k < manifold.getNumContacts(); ++k) {
            btManifoldPoint& point = manifold.getContactPoint(k);
            if (point.getDistance() > manifold.getContactProcessingThreshold()) continue;
            own.contacts.push_back(
                readContact(manifold, point, a, b, std::min(sizes[a], sizes[b]), timeStep));
            own.points.push_back(&point);
        }
    }

    own.joints.clear();
    readJoints(m_tmpSolverNonContactConstraintPool, m_tmpSolverBodyPool, info, count, own.joints);
    const auto leaveOut = [&] {
        for (small_steps::JointRow& row : own.joints) {
            if (isLeftOut[row.a] || isLeftOut[row.b]) row = {};
        }
    };
    leaveOut();
    const auto constraintOf = [&](int row) {
        return static_cast<const btTypedConstraint*>(
            m_tmpSolverNonContactConstraintPool[row].m_originalContactPoint);
    };
    for (int i = 0, first = 0; i < m_tmpSolverNonContactConstraintPool.size(); ++i) {
        if (constraintOf(i) != constraintOf(first)) first = i;
        const auto last = own.jointImpulses.find(constraintOf(i));
        const auto row = static_cast<std::size_t>(i - first);
        if (last == own.jointImpulses.end() || row >= last->second.size()) continue;
        small_steps::JointRow& joint = own.joints[static_cast<std::size_t>(i)];
        joint.impulse = std::clamp(h * last->second[row], joint.minimumImpulse, joint.maximumImpulse);
    }
    own.jointSums.assign(own.joints.size(), 0);

    small_steps::Solver solver(own.bodies, own.contacts, own.joints, timeStep, own.settings);
    for (int step = 0; step < count; ++step) {
        if (step > 0 && !own.joints.empty()) {
            // Bullet computes joint rows from the bodies' poses: those of each small step.
            solver.writeBodies();
            for (int i = 0; i < m_tmpSolverBodyPool.size(); ++i) {
                btRigidBody* const body = m_tmpSolverBodyPool[i].m_originalBody;
                const auto k = static_cast<std::size_t>(i);
                if (body && !body->isStaticOrKinematicObject() && !isLeftOut[k])
                    body->setWorldTransform(poseAfter(own.starts[k], own.bodies[k]));
            }
            const int rows = m_tmpSolverNonContactConstraintPool.size();
            convertJoints(constraints, numConstraints, info);
            // If a limit was reached or left, the rows stay as they are until the next step.
            if (rows == m_tmpSolverNonContactConstraintPool.size()) {
                readJoints(m_tmpSolverNonContactConstraintPool, m_tmpSolverBodyPool, info, count, own.joints);
                leaveOut();
            }
        }
        solver.smallStep();
        for (std::size_t i = 0; i < own.joints.size(); ++i) own.jointSums[i] += own.joints[i].impulse;
    }
    solver.finish();

    for (std::size_t i = 0; i < own.points.size(); ++i) writeContact(own.contacts[i], *own.points[i]);
    const int rows =
        std::min(m_tmpSolverNonContactConstraintPool.size(), static_cast<int>(own.joints.size()));
    for (int i = 0; i < numConstraints; ++i) own.jointImpulses.erase(constraints[i]);
    for (int i = 0; i < rows; ++i) {
        const auto row = static_cast<std::size_t>(i);
        m_tmpSolverNonContactConstraintPool[i].m_appliedImpulse = btScalar(own.jointSums[row]);
        own.jointImpulses[constraintOf(i)].push_back(own.joints[row].impulse / h);
    }
    writeBackJoints(0, rows, info);
    for (int i = 0; i < m_tmpSolverBodyPool.size(); ++i) {
        btRigidBody* const body = m_tmpSolverBodyPool[i].m_originalBody;
        if (!body) continue;
        body->setCompanionId(-1);
        const auto k = static_cast<std::size_t>(i);
        if (!body->isStaticOrKinematicObject() && !isLeftOut[k])
            writeBody(own.bodies[k], own.starts[k], info.m_timeStep, *body);
    }
    m_tmpSolverContactConstraintPool.resizeNoInitialize(0);
    m_tmpSolverNonContactConstraintPool.resizeNoInitialize(0);
    m_tmpSolverContactFrictionConstraintPool.resizeNoInitialize(0);
    m_tmpSolverContactRollingFrictionConstraintPool.resizeNoInitialize(0);
    m_tmpSolverBodyPool.resizeNoInitialize(0);
    return 0;
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
