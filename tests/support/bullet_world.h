#pragma once

#include <btBulletDynamicsCommon.h>

#include <memory>
#include <vector>

namespace ricochet::test {

/// A stock world with gravity of 9.81 m/s² downwards (-y). Owns its bodies, not their shapes.
class BulletWorld {
public:
    explicit BulletWorld(std::unique_ptr<btCollisionConfiguration> configuration = nullptr)
        : configuration_(configuration ? std::move(configuration)
                                       : std::make_unique<btDefaultCollisionConfiguration>()) {
        world.setGravity(btVector3(0, btScalar(-9.81), 0));
    }
    ~BulletWorld() {
        while (world.getNumCollisionObjects() > 0) {
            world.removeCollisionObject(world.getCollisionObjectArray()[0]);
        }
    }

    /// `mass` 0: static. A moving body gets a unit sphere's inertia unless another is given; no sleeping.
    btRigidBody& add(btCollisionShape& shape, btScalar mass, const btVector3& at,
                     btVector3 inertia = btVector3(0, 0, 0)) {
        if (mass > 0 && inertia.isZero()) inertia = btScalar(0.4) * mass * btVector3(1, 1, 1);
        btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, &shape, inertia);
        info.m_startWorldTransform.setOrigin(at);
        bodies_.push_back(std::make_unique<btRigidBody>(info));
        bodies_.back()->setActivationState(DISABLE_DEACTIVATION);
        world.addRigidBody(bodies_.back().get());
        return *bodies_.back();
    }

    void run(int steps, btScalar step = btScalar(1) / 60) {
        for (int i = 0; i < steps; ++i) world.stepSimulation(step, 0);
    }

    /// Points of all manifolds.
    int contacts() {
        int count = 0;
        for (int i = 0; i < dispatcher.getNumManifolds(); ++i) {
            count += dispatcher.getManifoldByIndexInternal(i)->getNumContacts();
        }
        return count;
    }

private:
    std::unique_ptr<btCollisionConfiguration> configuration_;

public:
    btCollisionDispatcher dispatcher{configuration_.get()};
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world{&dispatcher, &broadphase, &solver, configuration_.get()};

private:
    std::vector<std::unique_ptr<btRigidBody>> bodies_;
};

}  // namespace ricochet::test
