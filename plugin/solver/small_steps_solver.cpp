#include "adapters/function_table.h"
#include "adapters/solver/solver_bodies.h"
#include "adapters/solver/solver_contacts.h"
#include "adapters/solver/solver_joints.h"
#include "algorithms/small_steps/solver.h"
#include "plugin/process_state.h"

#include <BulletDynamics/ConstraintSolver/btTypedConstraint.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <LinearMath/btQuickprof.h>
#include <ricochet/small_steps_solver.h>

#include <algorithm>
#include <limits>
#include <new>
#include <span>
#include <vector>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

using small_steps::JointRow;
using small_steps::SolverBody;
using small_steps::SolverContact;

constexpr int kMostSmallSteps = 1000;

/// Bodies, contacts and joints of a call as the solver sees them. Bullet's own conversion numbers the bodies
/// and computes the rows of joints.
class RICOCHET_HIDDEN SmallStepsSolver::Implementation {
public:
    Implementation(SmallStepsSolver& bullet, const SmallStepsSettings& chosen) : bullet_(bullet) {
        settings_.smallSteps = std::clamp(chosen.smallSteps, 1, kMostSmallSteps);
        settings_.pushOutSpeed = Real(chosen.pushOutSpeed);
    }
    ~Implementation() {
        forgetJoints();
        for (const auto& context : contexts_) {
            if (const auto alive = context.lock()) --alive->smallStepsSolvers;
        }
    }
    Implementation(const Implementation&) = delete;
    Implementation& operator=(const Implementation&) = delete;

    /// Lets Ricochet's pairs of a dispatcher write raw contacts, from its next step on. Null if it has none.
    std::shared_ptr<PairContext> readFrom(btDispatcher* dispatcher);

    void solve(std::span<btCollisionObject*> objects, std::span<btPersistentManifold*> manifolds,
               std::span<btTypedConstraint*> constraints, const btContactSolverInfo& info,
               btDispatcher* dispatcher);
    /// After an exception from `solve`: as if it had not been called.
    void undo();
    const DirectSolutions& directSolutions() const { return directSolutions_; }
    void forgetJoints() { processState().joints.forget(this); }

private:
    Index numberOf(const btCollisionObject* object, btScalar timeStep) {
        return static_cast<Index>(
            bullet_.getOrInitSolverBody(const_cast<btCollisionObject&>(*object), timeStep));
    }
    /// Null for the one static body that stands for all.
    btRigidBody* rigid(std::size_t body) const {
        return bullet_.m_tmpSolverBodyPool[static_cast<int>(body)].m_originalBody;
    }
    bool moves(std::size_t body) const {
        return rigid(body) && !rigid(body)->isStaticOrKinematicObject() && !isLeftOut_[body];
    }
    const btTypedConstraint* constraint(std::size_t row) const {
        return static_cast<const btTypedConstraint*>(rows()[static_cast<int>(row)].m_originalContactPoint);
    }
    btConstraintArray& rows() const { return bullet_.m_tmpSolverNonContactConstraintPool; }

    void readBodies(std::span<btPersistentManifold*> manifolds, const btContactSolverInfo& info);
    void readContacts(std::span<btPersistentManifold*> manifolds, const btContactSolverInfo& info);
    void readJointRows(std::span<btTypedConstraint*> constraints, const btContactSolverInfo& info);
    void startJoints(std::span<btTypedConstraint*> constraints, std::span<const JointMemory::Forces> forces,
                     Real smallStep);
    template <class Visit>
    void forEachJointRow(std::span<btTypedConstraint*> constraints, std::size_t count, Visit&& visit) const;
    void moveBodies();
    void writeJoints(std::span<btTypedConstraint*> constraints, const btContactSolverInfo& info);
    void writeBodies(const btContactSolverInfo& info);
    void clear();

    SmallStepsSolver& bullet_;
    std::vector<std::weak_ptr<PairContext>> contexts_;  ///< whose contacts it has solved
    small_steps::SolverSettings settings_;
    std::vector<SolverBody> bodies_;
    std::vector<btTransform> starts_;
    std::vector<Real> sizes_;  ///< metres
    std::vector<bool> isLeftOut_;
    std::vector<StepBody> moving_;
    std::vector<SolverContact> contacts_;
    std::vector<btManifoldPoint*> points_;  ///< the contacts' sources
    std::vector<JointRow> joints_;
    std::vector<Real> jointSums_;  ///< N s in the step, for each row
    small_steps::Solver solver_;
    DirectSolutions directSolutions_;
};

std::shared_ptr<PairContext> SmallStepsSolver::Implementation::readFrom(btDispatcher* dispatcher) {
    const std::shared_ptr<PairContext> context = contextOf(dispatcher);
    std::erase_if(contexts_, [](const auto& each) { return each.expired(); });
    const bool isKnown =
        std::ranges::any_of(contexts_, [&](const auto& each) { return each.lock() == context; });
    if (context && !isKnown) {
        ++context->smallStepsSolvers;
        contexts_.push_back(context);
    }
    return context;
}

void SmallStepsSolver::Implementation::solve(std::span<btCollisionObject*> objects,
                                             std::span<btPersistentManifold*> manifolds,
                                             std::span<btTypedConstraint*> constraints,
                                             const btContactSolverInfo& info, btDispatcher* dispatcher) {
    BT_PROFILE("ricochet::SmallStepsSolver");
    const std::shared_ptr<PairContext> context = readFrom(dispatcher);
    const Real timeStep = Real(info.m_timeStep), smallStep = timeStep / settings_.smallSteps;
    bullet_.m_fixedBodyId = -1;
    bullet_.m_maxOverrideNumSolverIterations = 0;
    bullet_.convertBodies(objects.data(), static_cast<int>(objects.size()), info);
    joints_.clear();
    const std::vector<JointMemory::Forces> jointForces = processState().joints.recall(constraints, timeStep);
    bullet_.convertJoints(constraints.data(), static_cast<int>(constraints.size()), info);
    readBodies(manifolds, info);
    if (context) context->heldBodies.recall(moving_, info.m_timeStep);
    readContacts(manifolds, info);
    readJointRows(constraints, info);
    startJoints(constraints, jointForces, smallStep);

    settings_.restitutionThreshold = Real(info.m_restitutionVelocityThreshold);
    solver_.start(bodies_, contacts_, joints_, timeStep, settings_);
    for (int step = 0; step < settings_.smallSteps; ++step) {
        if (step > 0 && !joints_.empty()) {
            solver_.writeBodies();
            moveBodies();
            bullet_.convertJoints(constraints.data(), static_cast<int>(constraints.size()), info);
            readJointRows(constraints, info);
        }
        solver_.smallStep();
        for (std::size_t i = 0; i < joints_.size(); ++i) jointSums_[i] += joints_[i].impulse;
    }
    solver_.finish();
    directSolutions_.solved += solver_.directSolutions().solved;
    directSolutions_.leftToSweeps += solver_.directSolutions().leftToSweeps;

    for (std::size_t i = 0; i < points_.size(); ++i) writeContact(contacts_[i], *points_[i]);
    writeJoints(constraints, info);
    if (context) context->heldBodies.hold(moving_, info.m_timeStep);
    writeBodies(info);
    clear();
}

void SmallStepsSolver::Implementation::readBodies(std::span<btPersistentManifold*> manifolds,
                                                  const btContactSolverInfo& info) {
    for (const btPersistentManifold* manifold : manifolds) {
        numberOf(manifold->getBody0(), info.m_timeStep);
        numberOf(manifold->getBody1(), info.m_timeStep);
    }
    for (int i = 0; i < bullet_.m_tmpSolverBodyPool.size(); ++i) {
        const btSolverBody& body = bullet_.m_tmpSolverBodyPool[i];
        bodies_.push_back(readBody(body, Real(info.m_timeStep)));
        starts_.push_back(body.m_originalBody ? body.m_originalBody->getWorldTransform()
                                              : btTransform::getIdentity());
        sizes_.push_back(sizeOfMovable(body));
        isLeftOut_.push_back(!isFinite(bodies_.back(), starts_.back()));
        if (isLeftOut_.back()) bodies_.back() = {};
    }
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
        if (moves(i)) moving_.push_back({rigid(i), starts_[i], sizes_[i], &bodies_[i]});
    }
}

void SmallStepsSolver::Implementation::readContacts(std::span<btPersistentManifold*> manifolds,
                                                    const btContactSolverInfo& info) {
    for (btPersistentManifold* manifold : manifolds) {
        const Index a = numberOf(manifold->getBody0(), info.m_timeStep);
        const Index b = numberOf(manifold->getBody1(), info.m_timeStep);
        if (isLeftOut_[a] || isLeftOut_[b] || !(bodies_[a].isMovable() || bodies_[b].isMovable())) continue;
        for (int i = 0; i < manifold->getNumContacts(); ++i) {
            btManifoldPoint& point = manifold->getContactPoint(i);
            if (point.getDistance() > manifold->getContactProcessingThreshold()) continue;
            const Real size = std::min(sizes_[a], sizes_[b]);
            const SolverContact contact = readContact(*manifold, point, a, b, size, info);
            if (!isFinite(contact)) continue;
            contacts_.push_back(contact);
            points_.push_back(&point);
        }
    }
}

/// If a limit was reached or left within the step, the rows stay as they are until the next step.
void SmallStepsSolver::Implementation::readJointRows(std::span<btTypedConstraint*> constraints,
                                                     const btContactSolverInfo& info) {
    if (constraints.empty() || (!joints_.empty() && std::ssize(joints_) != rows().size())) return;
    readJoints(rows(), bullet_.m_tmpSolverBodyPool, info, settings_.smallSteps, joints_);
    for (JointRow& row : joints_) {
        if (isLeftOut_[row.a] || isLeftOut_[row.b] || !isFinite(row)) row = {};
    }
}

/// Calls visit(row, joint, row of that joint); rows have their joints' order.
template <class Visit>
void SmallStepsSolver::Implementation::forEachJointRow(std::span<btTypedConstraint*> constraints,
                                                       std::size_t count, Visit&& visit) const {
    for (std::size_t i = 0, first = 0, joint = 0; i < count; ++i) {
        if (constraint(i) != constraint(first)) first = i;
        while (constraints[joint] != constraint(i)) ++joint;
        visit(i, joint, i - first);
    }
}

void SmallStepsSolver::Implementation::startJoints(std::span<btTypedConstraint*> constraints,
                                                   std::span<const JointMemory::Forces> forces,
                                                   Real smallStep) {
    jointSums_.assign(joints_.size(), 0);
    forEachJointRow(constraints, joints_.size(), [&](std::size_t i, std::size_t joint, std::size_t row) {
        if (row >= forces[joint].size()) return;
        joints_[i].impulse =
            std::clamp(smallStep * forces[joint][row], joints_[i].minimumImpulse, joints_[i].maximumImpulse);
    });
}

/// Bullet computes the rows of joints from the bodies' poses.
void SmallStepsSolver::Implementation::moveBodies() {
    for (const StepBody& body : moving_) body.rigid->setWorldTransform(poseAfter(body.start, *body.state));
}

void SmallStepsSolver::Implementation::writeJoints(std::span<btTypedConstraint*> constraints,
                                                   const btContactSolverInfo& info) {
    std::vector<JointMemory::Forces> forces(constraints.size());
    const std::size_t count = std::min(joints_.size(), static_cast<std::size_t>(rows().size()));
    forEachJointRow(constraints, count, [&](std::size_t i, std::size_t joint, std::size_t) {
        rows()[static_cast<int>(i)].m_appliedImpulse = btScalar(jointSums_[i]);
        forces[joint].push_back(joints_[i].impulse * settings_.smallSteps / Real(info.m_timeStep));
    });
    bullet_.writeBackJoints(0, static_cast<int>(count), info);
    processState().joints.note(this, constraints, std::move(forces), Real(info.m_timeStep));
}

void SmallStepsSolver::Implementation::writeBodies(const btContactSolverInfo& info) {
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
        if (rigid(i)) rigid(i)->setCompanionId(-1);
    }
    for (const StepBody& body : moving_) {
        if (body.isHeld) {
            writeStillBody(body.before, body.start, *body.rigid);
        } else {
            writeBody(*body.state, body.start, info.m_timeStep, *body.rigid);
        }
    }
}

void SmallStepsSolver::Implementation::undo() {
    for (const StepBody& body : moving_) body.rigid->setWorldTransform(body.start);
    for (int i = 0; i < bullet_.m_tmpSolverBodyPool.size(); ++i) {
        btRigidBody* const body = bullet_.m_tmpSolverBodyPool[i].m_originalBody;
        if (body) body->setCompanionId(-1);
    }
    clear();
}

void SmallStepsSolver::Implementation::clear() {
    bullet_.m_tmpSolverContactConstraintPool.resizeNoInitialize(0);
    rows().resizeNoInitialize(0);
    bullet_.m_tmpSolverContactFrictionConstraintPool.resizeNoInitialize(0);
    bullet_.m_tmpSolverContactRollingFrictionConstraintPool.resizeNoInitialize(0);
    bullet_.m_tmpSolverBodyPool.resizeNoInitialize(0);
    bodies_.clear();
    starts_.clear();
    sizes_.clear();
    isLeftOut_.clear();
    moving_.clear();
    contacts_.clear();
    points_.clear();
}

SmallStepsSolver::SmallStepsSolver(const SmallStepsSettings& settings)
    : implementation_(std::make_unique<Implementation>(*this, settings)) {
    TableOf<SmallStepsSolver>::note(*this);
}

SmallStepsSolver::SmallStepsSolver(btDispatcher& dispatcher, const SmallStepsSettings& settings)
    : SmallStepsSolver(settings) {
    implementation_->readFrom(&dispatcher);
}

SmallStepsSolver::~SmallStepsSolver() = default;

void SmallStepsSolver::reset() {
    btSequentialImpulseConstraintSolver::reset();
    implementation_->forgetJoints();
}

DirectSolutions SmallStepsSolver::directSolutions() const { return implementation_->directSolutions(); }

std::vector<double> jointForces(const btTypedConstraint& joint) {
    auto* one = const_cast<btTypedConstraint*>(&joint);  // Bullet's getters are not const
    return processState().joints.recall({&one, 1}, 0).front();
}

void setJointForces(btTypedConstraint& joint, const std::vector<double>& forces) {
    btTypedConstraint* one = &joint;
    processState().joints.note(nullptr, {&one, 1}, {forces}, std::numeric_limits<Real>::infinity());
}

btScalar SmallStepsSolver::solveGroup(btCollisionObject** bodies, int numBodies,
                                      btPersistentManifold** manifolds, int numManifolds,
                                      btTypedConstraint** constraints, int numConstraints,
                                      const btContactSolverInfo& info, btIDebugDraw* drawer,
                                      btDispatcher* dispatcher) {
    if (!(info.m_timeStep > 0)) return 0;
    const auto count = [](int n) { return static_cast<std::size_t>(n); };
    try {
        implementation_->solve({bodies, count(numBodies)}, {manifolds, count(numManifolds)},
                               {constraints, count(numConstraints)}, info, dispatcher);
        return 0;
    } catch (const std::bad_alloc&) {
        implementation_->undo();
    }
    if (const auto context = contextOf(dispatcher)) context->reportNoMemory();
    return btSequentialImpulseConstraintSolver::solveGroup(
        bodies, numBodies, manifolds, numManifolds, constraints, numConstraints, info, drawer, dispatcher);
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
