#include "tests/fuzz/worlds/simulation.h"

#include "tests/threads/ordered_dispatcher.h"

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"  // in Bullet's headers, where they are inlined
#endif
#include <BulletCollision/BroadphaseCollision/btAxisSweep3.h>
#include <BulletCollision/CollisionDispatch/btCollisionDispatcherMt.h>
#include <BulletCollision/CollisionDispatch/btGhostObject.h>
#include <BulletDynamics/Featherstone/btMultiBodyConstraintSolver.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>
#include <BulletSoftBody/btDeformableBodySolver.h>
#include <BulletSoftBody/btDeformableMultiBodyConstraintSolver.h>
#include <BulletSoftBody/btDeformableMultiBodyDynamicsWorld.h>
#include <BulletSoftBody/btSoftBodyHelpers.h>
#include <BulletSoftBody/btSoftBodyRigidBodyCollisionConfiguration.h>
#include <BulletSoftBody/btSoftRigidDynamicsWorld.h>

namespace ricochet::fuzz {

const std::vector<std::string> kWorlds = {"plain", "swept",       "small steps", "swept small steps",
                                          "links", "soft bodies", "batches",     "threaded dispatcher"};

namespace {

enum Kind { ofPlain, ofSwept, ofSmallSteps, ofSweptSmallSteps, ofLinks, ofSoftBodies, ofBatches, ofThreads };

std::string anyName(Choices& random, const std::vector<std::string>& names) {
    return names[std::size_t(pick(random, int(names.size())))];
}

}  // namespace

Settings Simulation::randomSettings(Choices& random) {
    Settings settings;
    settings.threads = threads_;
    settings.report = [](const Report&) {};
    if (pick(random, 3) == 0) {
        settings.narrowPhase = anyName(random, narrowPhases());
        if (settings.narrowPhase.find("stencil") != std::string::npos) settings.narrowPhase = "wide-tree";
    }
    if (pick(random, 6) == 0) settings.roundMesh = "stock";
    if (pick(random, 6) == 0) settings.hullMesh = "stock";
    if (pick(random, 2) == 0) settings.convexConvex = anyName(random, convexMethods());
    if (pick(random, 4) == 0) settings.continuous = anyName(random, continuousMethods());
    if (pick(random, 2) == 0) settings.margins = Margins::zero;
    if (pick(random, 6) == 0) settings.clearance = scale_ * btScalar(0.01);
    if (pick(random, 6) == 0) settings.maxPatches = 1 + pick(random, 3);
    if (pick(random, 4) == 0) settings.pairBudget = 1 + pick(random, 200);
    if (pick(random, 6) == 0) settings.sweptContacts = false;
    if (pick(random, 6) == 0) settings.internalEdgeRemoval = false;
    ProcessLimits limits;
    if (pick(random, 3) == 0) {
        limits.wholeMesh = limits.wholeTerrain = 8 + pick(random, 100);
        limits.regionMegabytes = pick(random, 2);
    }
    if (const std::string error = setProcessLimits(limits); !error.empty()) throw std::runtime_error(error);
    if (pick(random, 8) == 0) settings.measureTime = true;
    servesConvexPairs_ =
        settings.convexConvex != "stock" && settings.hullMesh != "stock" && settings.roundMesh != "stock";
    return settings;
}

std::unique_ptr<btBroadphaseInterface> Simulation::randomBroadphase(Choices& random) const {
    switch (pick(random, 4)) {
        case 0:
            return std::make_unique<btDbvtBroadphase>();
        case 1: {
            SweepAndPruneSettings settings;
            settings.sweep = static_cast<Sweep>(pick(random, 3));
            settings.threads = threads_;
            settings.boxes = static_cast<BodyBoxes>(pick(random, 2));
            return std::make_unique<SweepAndPruneBroadphase>(nullptr, settings);
        }
        case 2:
            return std::make_unique<MkTreeBroadphase>();
        default:
            return std::make_unique<SweepAndPruneBroadphase>();
    }
}

bool Simulation::isThreaded() const { return kind_ == ofThreads; }
bool Simulation::isOfSoftBodies() const { return kind_ == ofSoftBodies; }

void Simulation::makeDispatcher() {
    if (kind_ == ofBatches) {
        dispatcher_ = std::make_unique<BatchDispatcher>(configuration_.get());
    } else if (kind_ == ofThreads) {
#if BT_THREADSAFE
        scheduler_ = std::make_unique<test::ThreadScheduler>(threads_);
        dispatcher_ = std::make_unique<test::OrderedDispatcher>(configuration_.get(), /*grain*/ 1);
#else
        btSetTaskScheduler(btGetSequentialTaskScheduler());
        dispatcher_ = std::make_unique<btCollisionDispatcherMt>(configuration_.get());
#endif
    } else {
        dispatcher_ = std::make_unique<btCollisionDispatcher>(configuration_.get());
    }
}

Simulation::Simulation(Choices& random, btScalar scale, int threads, std::optional<int> kind)
    : kind_(pick(random, int(kWorlds.size()))), scale_(scale), threads_(threads) {
    if (kind) kind_ = *kind;
    const bool isConfigured = pick(random, 4) == 0;
    if (kind_ == ofSoftBodies) {
        isDeformable_ = pick(random, 3) == 0;
        configuration_ = std::make_unique<btSoftBodyRigidBodyCollisionConfiguration>();
    } else if (isConfigured) {
        configuration_ = std::make_unique<CollisionConfiguration>(randomSettings(random));
    } else {
        configuration_ = std::make_unique<btDefaultCollisionConfiguration>();
    }
    makeDispatcher();
    broadphase_ = randomBroadphase(random);
    ghostCallback_ = std::make_unique<btGhostPairCallback>();
    broadphase_->getOverlappingPairCache()->setInternalGhostPairCallback(ghostCallback_.get());
    if (kind_ == ofSmallSteps || kind_ == ofSweptSmallSteps) {
        solver_ = std::make_unique<SmallStepsSolver>(SmallStepsSettings{.smallSteps = 1 + pick(random, 16)});
    } else if (kind_ == ofLinks) {
        solver_ = std::make_unique<btMultiBodyConstraintSolver>();
    } else if (isDeformable_) {
        deformableSolver_ = std::make_unique<btDeformableBodySolver>();
        auto solver = std::make_unique<btDeformableMultiBodyConstraintSolver>();
        solver->setDeformableSolver(deformableSolver_.get());
        solver_ = std::move(solver);
    } else {
        solver_ = std::make_unique<btSequentialImpulseConstraintSolver>();
    }
    if (kind_ == ofSwept || kind_ == ofSweptSmallSteps) {
        world_ = std::make_unique<SweptWorld<>>(dispatcher_.get(), broadphase_.get(), solver_.get(),
                                                configuration_.get());
    } else if (kind_ == ofLinks) {
        world_ = std::make_unique<btMultiBodyDynamicsWorld>(
            dispatcher_.get(), broadphase_.get(), static_cast<btMultiBodyConstraintSolver*>(solver_.get()),
            configuration_.get());
    } else if (isDeformable_) {
        world_ = std::make_unique<btDeformableMultiBodyDynamicsWorld>(
            dispatcher_.get(), broadphase_.get(),
            static_cast<btDeformableMultiBodyConstraintSolver*>(solver_.get()), configuration_.get(),
            deformableSolver_.get());
    } else if (kind_ == ofSoftBodies) {
        if (isConfigured) softSolver_ = std::make_unique<SoftBodySolver>();
        world_ = std::make_unique<btSoftRigidDynamicsWorld>(
            dispatcher_.get(), broadphase_.get(), solver_.get(), configuration_.get(), softSolver_.get());
    } else {
        world_ = std::make_unique<btDiscreteDynamicsWorld>(dispatcher_.get(), broadphase_.get(),
                                                           solver_.get(), configuration_.get());
    }
    world_->setGravity(btVector3(0, btScalar(-9.81) * scale, 0));
    if (isConfigured && kind_ != ofSoftBodies) {
        isRegistered_ = true;
    } else {
        setRegistered(random, true);
    }
}

Simulation::~Simulation() {
    if (cloth_) removeCloth();
    if (links_) removeLinks();
    if (isRegistered_) unregisterAlgorithms(dispatcher_.get());
}

void Simulation::add(btCollisionObject& object) {
    if (btRigidBody* body = btRigidBody::upcast(&object)) {
        world_->addRigidBody(body);
    } else {
        world_->addCollisionObject(&object, btBroadphaseProxy::SensorTrigger,
                                   btBroadphaseProxy::AllFilter & ~btBroadphaseProxy::SensorTrigger);
    }
}

void Simulation::remove(btCollisionObject& object) {
    if (btRigidBody* body = btRigidBody::upcast(&object)) {
        world_->removeRigidBody(body);
    } else {
        world_->removeCollisionObject(&object);
    }
}

void Simulation::cleanPairs(btCollisionObject& object) {
    if (object.getBroadphaseHandle() == nullptr) return;
    world_->getBroadphase()->getOverlappingPairCache()->cleanProxyFromPairs(object.getBroadphaseHandle(),
                                                                            dispatcher_.get());
}

void Simulation::setRegistered(Choices& random, bool isRegistered) {
    const btCollisionObjectArray& objects = world_->getCollisionObjectArray();
    for (int i = 0; i < objects.size(); ++i) cleanPairs(*objects[i]);
    if (isRegistered) {
        const std::string error = registerAlgorithms(dispatcher_.get(), randomSettings(random));
        if (!error.empty()) throw std::runtime_error(error);
    } else {
        unregisterAlgorithms(dispatcher_.get());
    }
    isRegistered_ = isRegistered;
}

bool Simulation::migrateToAnotherBroadphase(Choices& random) {
    if (kind_ == ofSoftBodies) return false;  // a soft body refers to its world's
    std::unique_ptr<btBroadphaseInterface> next = randomBroadphase(random);
    next->getOverlappingPairCache()->setInternalGhostPairCallback(ghostCallback_.get());
    migrate(*world_, *next);
    broadphase_ = std::move(next);
    return true;
}

void Simulation::removeLinks() {
    static_cast<btMultiBodyDynamicsWorld&>(*world_).removeMultiBody(links_.get());
    for (const auto& collider : colliders_) world_->removeCollisionObject(collider.get());
    colliders_.clear();
    links_.reset();
}

bool Simulation::addOrRemoveLinks(Choices& random, const std::vector<btCollisionShape*>& shapes) {
    if (kind_ != ofLinks && !isDeformable_) return false;
    if (links_) {
        removeLinks();
        return true;
    }
    if (shapes.empty()) return false;
    const int count = 1 + pick(random, 3);
    const btVector3 inertia = btScalar(0.1) * scale_ * scale_ * btVector3(1, 1, 1);
    links_ = std::make_unique<btMultiBody>(count, 1, inertia, pick(random, 2) == 0, false);
    for (int i = 0; i < count; ++i) {
        links_->setupRevolute(i, 1, inertia, i - 1, btQuaternion::getIdentity(), btVector3(1, 0, 0),
                              btVector3(0, -scale_ / 2, 0), btVector3(0, -scale_ / 2, 0), true);
    }
    links_->setBasePos(btVector3(0, 3 * scale_, 0));
    links_->finalizeMultiDof();
    for (int i = -1; i < count; ++i) {
        auto collider = std::make_unique<btMultiBodyLinkCollider>(links_.get(), i);
        collider->setCollisionShape(shapes[std::size_t(pick(random, int(shapes.size())))]);
        if (i < 0) {
            links_->setBaseCollider(collider.get());
        } else {
            links_->getLink(i).m_collider = collider.get();
        }
        colliders_.push_back(std::move(collider));
    }
    btAlignedObjectArray<btQuaternion> rotations;
    btAlignedObjectArray<btVector3> origins;
    links_->forwardKinematics(rotations, origins);
    links_->updateCollisionObjectWorldTransforms(rotations, origins);
    static_cast<btMultiBodyDynamicsWorld&>(*world_).addMultiBody(links_.get());
    for (const auto& collider : colliders_) {
        world_->addCollisionObject(collider.get(), btBroadphaseProxy::DefaultFilter,
                                   btBroadphaseProxy::AllFilter);
    }
    return true;
}

btSoftRigidDynamicsWorld& Simulation::softWorld() { return static_cast<btSoftRigidDynamicsWorld&>(*world_); }
btDeformableMultiBodyDynamicsWorld& Simulation::deformableWorld() {
    return static_cast<btDeformableMultiBodyDynamicsWorld&>(*world_);
}

void Simulation::forgetDistances() {
    if (kind_ != ofSoftBodies) return;
    (isDeformable_ ? deformableWorld().getWorldInfo() : softWorld().getWorldInfo()).m_sparsesdf.Reset();
}

bool Simulation::hasContactWithoutNormal() const {
    if (!cloth_) return false;
    const btCollisionObjectArray& objects = world_->getCollisionObjectArray();
    for (int i = 0; i < cloth_->m_nodeRigidContacts.size(); ++i) {
        const btSoftBody::sCti& contact = cloth_->m_nodeRigidContacts[i].m_cti;
        if (!contact.m_normal.isZero()) continue;
        auto* const object = const_cast<btCollisionObject*>(contact.m_colObj);
        if (objects.findLinearSearch(object) == objects.size()) return true;  // it may be deleted
        const btCollisionShape& shape = *object->getCollisionShape();
        if (shape.isConvex() && shape.getShapeType() != CONVEX_TRIANGLEMESH_SHAPE_PROXYTYPE) return true;
    }
    return false;
}

void Simulation::removeCloth() {
    if (isDeformable_) {
        // Bullet's removeSoftBodyForce forgets every second one.
        for (const auto& force : forces_) deformableWorld().removeForce(cloth_.get(), force.get());
        deformableWorld().removeSoftBody(cloth_.get());
        forces_.clear();
    } else {
        softWorld().removeSoftBody(cloth_.get());
    }
    cloth_.reset();
}

void Simulation::makeCloth(btSoftBodyWorldInfo& info, Choices& random) {
    const btScalar half = scale_, height = scale_ * 2;
    const int parts = 3 + pick(random, 4);
    cloth_.reset(btSoftBodyHelpers::CreatePatch(
        info, btVector3(-half, height, -half), btVector3(half, height, -half), btVector3(-half, height, half),
        btVector3(half, height, half), parts, parts, pick(random, 16), true));
    cloth_->setTotalMass(1);
    // With a margin that is many times as large as all bodies, contacts of Bullet's own throw these to
    // infinity.
    cloth_->getCollisionShape()->setMargin(scale_ * btScalar(0.02));
}

bool Simulation::addOrRemoveCloth(Choices& random) {
    if (kind_ != ofSoftBodies) return false;
    if (cloth_) {
        removeCloth();
        return true;
    }
    if (!isDeformable_) {
        makeCloth(softWorld().getWorldInfo(), random);
        softWorld().addSoftBody(cloth_.get());
        return true;
    }
    btDeformableMultiBodyDynamicsWorld& world = deformableWorld();
    makeCloth(world.getWorldInfo(), random);
    cloth_->m_cfg.collisions = btSoftBody::fCollision::SDF_RD | btSoftBody::fCollision::SDF_RDN;
    forces_.push_back(std::make_unique<btDeformableMassSpringForce>(btScalar(20), btScalar(0.2), true));
    forces_.push_back(std::make_unique<btDeformableGravityForce>(world.getGravity()));
    // Bullet's own contacts with what is no rigid body have members that are not set.
    world.addSoftBody(cloth_.get(), btBroadphaseProxy::DefaultFilter,
                      btBroadphaseProxy::AllFilter & ~btBroadphaseProxy::SensorTrigger);
    for (const auto& force : forces_) world.addForce(cloth_.get(), force.get());
    return true;
}

}  // namespace ricochet::fuzz
