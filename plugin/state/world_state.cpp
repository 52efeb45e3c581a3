#include "plugin/broad_phase/pair_cache.h"
#include "plugin/process_state.h"
#include "plugin/state/pair_tree.h"

#include <BulletDynamics/ConstraintSolver/btSequentialImpulseConstraintSolver.h>
#include <BulletDynamics/ConstraintSolver/btTypedConstraint.h>
#include <BulletDynamics/Dynamics/btDiscreteDynamicsWorld.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <ricochet/small_steps_solver.h>
#include <ricochet/world_state.h>

#include <algorithm>
#include <set>
#include <vector>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
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

    struct Pair {
        const btCollisionObject *object0, *object1;
        std::optional<AlgorithmState> algorithm;  ///< none: Bullet had made none
    };

    std::shared_ptr<PairContext> context;  ///< to which pairs refer
    const btDiscreteDynamicsWorld* world;
    std::vector<Object> objects;
    std::vector<Joint> joints;
    std::vector<Pair> pairs;
    std::unique_ptr<const Neighbours> neighbours;
    std::vector<HeldBodies::Memory> heldBodies;
    btScalar localTime;
    unsigned long seed;
};

namespace {

using ObjectState = WorldState::Implementation::Object;
using JointState = WorldState::Implementation::Joint;
using PairState = WorldState::Implementation::Pair;

/// Gives access to what a world has no functions for.
struct TimeAccess : btDiscreteDynamicsWorld {
    static btScalar& of(btDiscreteDynamicsWorld& world) { return world.*(&TimeAccess::m_localTime); }
};

btSequentialImpulseConstraintSolver* sequentialSolver(btDiscreteDynamicsWorld& world) {
    return dynamic_cast<btSequentialImpulseConstraintSolver*>(world.getConstraintSolver());
}

btCollisionObject* objectOf(const btBroadphaseProxy& proxy) {
    return static_cast<btCollisionObject*>(proxy.m_clientObject);
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

/// Puts the pairs of the cache into an order; those that are not in it come last.
void sortPairs(btOverlappingPairCache& cache, const std::vector<PairState>& order, btDispatcher& dispatcher) {
    using Proxies = std::pair<btBroadphaseProxy*, btBroadphaseProxy*>;
    std::vector<Proxies> present, sorted;
    const btBroadphasePairArray& pairs = cache.getOverlappingPairArray();
    for (int i = 0; i < pairs.size(); ++i) present.emplace_back(pairs[i].m_pProxy0, pairs[i].m_pProxy1);
    std::set<Proxies> isIn;
    for (const PairState& each : order) {
        auto *a = const_cast<btBroadphaseProxy*>(each.object0->getBroadphaseHandle()),
             *b = const_cast<btBroadphaseProxy*>(each.object1->getBroadphaseHandle());
        if (a->m_uniqueId > b->m_uniqueId) std::swap(a, b);
        if (isIn.emplace(a, b).second) sorted.emplace_back(a, b);
    }
    for (const Proxies& pair : present) {
        if (isIn.insert(pair).second) sorted.push_back(pair);
    }
    if (sorted == present || cache.hasDeferredRemoval()) return;
    const PairCache::OwnRemovals own(dynamic_cast<PairCache*>(&cache));
    for (const auto& [a, b] : present) cache.removeOverlappingPair(a, b, &dispatcher);
    for (const auto& [a, b] : sorted) cache.addOverlappingPair(a, b);
}

void cleanPairs(btOverlappingPairCache& cache, btDispatcher& dispatcher) {
    btBroadphasePairArray& pairs = cache.getOverlappingPairArray();
    for (int i = 0; i < pairs.size(); ++i) cache.cleanOverlappingPair(pairs[i], &dispatcher);
}

/// Puts the dispatcher's manifolds into the order of the saved ones: solvers start with the first.
void sortManifolds(btDispatcher& dispatcher, std::vector<std::pair<int, btPersistentManifold*>>& restored) {
    std::ranges::sort(restored, {}, [](const auto& each) { return each.first; });
    btPersistentManifold** const all = dispatcher.getInternalManifoldPointer();
    const int count = dispatcher.getNumManifolds();
    std::set<btPersistentManifold*> isIn;
    std::vector<btPersistentManifold*> sorted;
    for (const auto& [number, manifold] : restored) {
        if (isIn.insert(manifold).second) sorted.push_back(manifold);
    }
    for (int i = 0; i < count; ++i) {
        if (isIn.insert(all[i]).second) sorted.push_back(all[i]);
    }
    for (int i = 0; i < count; ++i) {
        all[i] = sorted[static_cast<std::size_t>(i)];
        all[i]->m_index1a = i;
    }
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
    const btBroadphasePairArray& pairs = world.getPairCache()->getOverlappingPairArray();
    for (int i = 0; i < pairs.size(); ++i) {
        const btBroadphasePair& pair = pairs[i];
        auto& saved = state->pairs.emplace_back(
            PairState{objectOf(*pair.m_pProxy0), objectOf(*pair.m_pProxy1), std::nullopt});
        if (pair.m_algorithm) saved.algorithm = saveAlgorithm(*pair.m_algorithm);
    }
    state->neighbours = context->neighbours.copy();
    state->heldBodies = context->heldBodies.memories();
    state->localTime = TimeAccess::of(world);
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
    context->heldBodies.setMemories(saved->heldBodies);
    TimeAccess::of(world) = saved->localTime;
    if (auto* const solver = sequentialSolver(world)) solver->setRandSeed(saved->seed);

    // The pairs of the last step, which the next one compares with the new boxes.
    btDispatcher& dispatcher = *world.getDispatcher();
    btOverlappingPairCache& cache = *world.getPairCache();
    for (const ObjectState& each : saved->objects) {
        if (btBroadphaseProxy* const proxy = each.object->getBroadphaseHandle())
            world.getBroadphase()->setAabb(proxy, each.boxMin, each.boxMax, &dispatcher);
    }
    world.getBroadphase()->calculateOverlappingPairs(&dispatcher);
    cleanPairs(cache, dispatcher);
    sortPairs(cache, saved->pairs, dispatcher);

    Restoration restoration{
        .dispatcher = dispatcher, .info = world.getDispatchInfo(), .manifolds = {}, .names = {}};
    for (const PairState& each : saved->pairs) {
        auto *a = const_cast<btBroadphaseProxy*>(each.object0->getBroadphaseHandle()),
             *b = const_cast<btBroadphaseProxy*>(each.object1->getBroadphaseHandle());
        btBroadphasePair* const pair = cache.findPair(a, b);
        if (!pair || !each.algorithm) continue;
        pair->m_algorithm = restoreAlgorithm(*each.algorithm, *objectOf(*pair->m_pProxy0),
                                             *objectOf(*pair->m_pProxy1), restoration);
    }
    context->neighbours.restore(*saved->neighbours, restoration.names);
    sortManifolds(dispatcher, restoration.manifolds);
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
