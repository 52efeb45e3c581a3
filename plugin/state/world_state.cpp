#include "plugin/process_state.h"
#include "plugin/state/bullets_member.h"
#include "plugin/state/pairs_state.h"

#include <BulletDynamics/ConstraintSolver/btSequentialImpulseConstraintSolver.h>
#include <BulletDynamics/ConstraintSolver/btTypedConstraint.h>
#include <BulletDynamics/Dynamics/btDiscreteDynamicsWorld.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <ricochet/small_steps_solver.h>
#include <ricochet/world_state.h>

#include <set>
#include <vector>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
// The time since the last step of the world, for which it has no functions.
btScalar& bulletsMember(btDiscreteDynamicsWorld& world);
template struct BulletsMember<btDiscreteDynamicsWorld, btScalar, &btDiscreteDynamicsWorld::m_localTime>;

struct RICOCHET_HIDDEN WorldState::Implementation {
    struct Object {
        btCollisionObject* object;
        btVector3 boxMin, boxMax;  ///< of its proxy
        btTransform pose, nextPose;
        btVector3 linearVelocity, angularVelocity, nextLinearVelocity, nextAngularVelocity;
        int activation;
        btScalar deactivationTime, hitFraction;
    };

    struct Joint {
        btTypedConstraint* joint;
        bool isEnabled;
        btScalar impulse;
        std::vector<double> forces;
    };

    std::shared_ptr<PairContext> context;  ///< to which pairs refer
    const btDiscreteDynamicsWorld* world;
    std::vector<Object> objects;
    std::vector<Joint> joints;
    PairsState pairs;
    btScalar localTime;
    unsigned long seed;
};

namespace {

using ObjectState = WorldState::Implementation::Object;
using JointState = WorldState::Implementation::Joint;

// Numbers of functions of btConstraintSolver.
constexpr int kSolveGroup = 1, kReset = 3;

/// Null for a solver of another kind; Bullet's pools, too, return the type of their solvers.
btSequentialImpulseConstraintSolver* sequentialSolver(btDiscreteDynamicsWorld& world) {
    static const FunctionTable bullets = functionTable(btSequentialImpulseConstraintSolver());
    btConstraintSolver* const solver = world.getConstraintSolver();
    const bool isOne =
        solver && (inheritsFrom(bullets, {kSolveGroup, kReset}, *solver) ||
                   inheritsFrom(TableOf<SmallStepsSolver>::noted(), {kSolveGroup, kReset}, *solver));
    return isOne ? static_cast<btSequentialImpulseConstraintSolver*>(solver) : nullptr;
}

ObjectState objectState(btCollisionObject& object) {
    const btRigidBody* const body = btRigidBody::upcast(&object);
    const btBroadphaseProxy* const proxy = object.getBroadphaseHandle();
    const btVector3 none(0, 0, 0);
    return {.object = &object,
            .boxMin = proxy ? proxy->m_aabbMin : none,
            .boxMax = proxy ? proxy->m_aabbMax : none,
            .pose = object.getWorldTransform(),
            .nextPose = object.getInterpolationWorldTransform(),
            .linearVelocity = body ? body->getLinearVelocity() : none,
            .angularVelocity = body ? body->getAngularVelocity() : none,
            .nextLinearVelocity = object.getInterpolationLinearVelocity(),
            .nextAngularVelocity = object.getInterpolationAngularVelocity(),
            .activation = object.getActivationState(),
            .deactivationTime = object.getDeactivationTime(),
            .hitFraction = object.getHitFraction()};
}

void restore(const ObjectState& state) {
    btCollisionObject& object = *state.object;
    if (btRigidBody* const body = btRigidBody::upcast(&object)) {
        body->setCenterOfMassTransform(state.pose);  // computes the inertia in the world
        body->setLinearVelocity(state.linearVelocity);
        body->setAngularVelocity(state.angularVelocity);
    }
    object.setWorldTransform(state.pose);
    object.setInterpolationWorldTransform(state.nextPose);
    object.setInterpolationLinearVelocity(state.nextLinearVelocity);
    object.setInterpolationAngularVelocity(state.nextAngularVelocity);
    object.forceActivationState(state.activation);
    object.setDeactivationTime(state.deactivationTime);
    object.setHitFraction(state.hitFraction);
}

void restore(const JointState& state) {
    state.joint->setEnabled(state.isEnabled);
    state.joint->internalSetAppliedImpulse(state.impulse);
    if (!state.forces.empty() || !jointForces(*state.joint).empty())
        setJointForces(*state.joint, state.forces);
}

}  // namespace

WorldState saveState(btDiscreteDynamicsWorld& world) {
    const std::shared_ptr<PairContext> context = contextOf(world);
    if (!context) return {};
    const auto state = std::make_shared<WorldState::Implementation>();
    state->context = context;
    state->world = &world;
    for (int i = 0; i < world.getNumCollisionObjects(); ++i)
        state->objects.push_back(objectState(*world.getCollisionObjectArray()[i]));
    for (int i = 0; i < world.getNumConstraints(); ++i) {
        btTypedConstraint& joint = *world.getConstraint(i);
        state->joints.push_back(
            {&joint, joint.isEnabled(), joint.internalGetAppliedImpulse(), jointForces(joint)});
    }
    state->pairs = savePairs(*world.getPairCache(), *context);
    state->localTime = bulletsMember(world);
    const auto* const solver = sequentialSolver(world);
    state->seed = solver ? solver->getRandSeed() : 0;
    return WorldState(state);
}

std::string restoreState(btDiscreteDynamicsWorld& world, const WorldState& state) {
    const WorldState::Implementation* const saved = state.saved();
    if (!saved) return "Nothing was saved: Ricochet was not registered with the world's dispatcher.";
    if (saved->world != &world) return "The state is another world's.";
    const std::shared_ptr<PairContext> context = contextOf(world);
    if (!context) return "Ricochet is not registered with the world's dispatcher.";
    if (context != saved->context) return "Ricochet was registered again since the state was saved.";
    for (const ObjectState& each : saved->objects) {
        if (world.getCollisionObjectArray().findLinearSearch(each.object) == world.getNumCollisionObjects())
            return "An object of the state was removed from the world.";
    }
    std::set<const btTypedConstraint*> joints;
    for (int i = 0; i < world.getNumConstraints(); ++i) joints.insert(world.getConstraint(i));
    for (const JointState& each : saved->joints) {
        if (!joints.contains(each.joint)) return "A joint of the state was removed from the world.";
    }

    for (const ObjectState& each : saved->objects) restore(each);
    for (const JointState& each : saved->joints) restore(each);
    bulletsMember(world) = saved->localTime;
    if (auto* const solver = sequentialSolver(world)) solver->setRandSeed(saved->seed);

    // The pairs of the last step, which the next one compares with the new boxes.
    btDispatcher& dispatcher = *world.getDispatcher();
    for (const ObjectState& each : saved->objects) {
        if (btBroadphaseProxy* const proxy = each.object->getBroadphaseHandle())
            world.getBroadphase()->setAabb(proxy, each.boxMin, each.boxMax, &dispatcher);
    }
    world.getBroadphase()->calculateOverlappingPairs(&dispatcher);
    restorePairs(*world.getPairCache(), dispatcher, world.getDispatchInfo(), *context, saved->pairs,
                 /*addsMissing*/ true);
    return {};
}

void clearState(btDiscreteDynamicsWorld& world) {
    cleanPairs(*world.getPairCache(), *world.getDispatcher());
    for (int i = 0; i < world.getNumConstraints(); ++i) {
        world.getConstraint(i)->internalSetAppliedImpulse(0);
        setJointForces(*world.getConstraint(i), {});
    }
    world.getConstraintSolver()->reset();
    if (const std::shared_ptr<PairContext> context = contextOf(world)) context->heldBodies.setMemories({});
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
