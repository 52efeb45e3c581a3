#pragma once

#include <btBulletDynamicsCommon.h>
#include <ricochet/ricochet.h>

#include <memory>
#include <vector>

namespace ricochet::test {

constexpr btScalar kWorldGravity = btScalar(9.81), kWorldStep = btScalar(1) / 60;

/// A world of Bullet's own shapes, nothing tuned; with a SmallStepsSolver, or another one.
template <class World>
class SolvedWorldOf {
public:
    explicit SolvedWorldOf(const SmallStepsSettings& settings = {})
        : SolvedWorldOf(std::make_unique<SmallStepsSolver>(settings)) {}
    explicit SolvedWorldOf(std::unique_ptr<btConstraintSolver> own) : SolvedWorldOf(*own) {
        owned_ = std::move(own);
    }
    explicit SolvedWorldOf(btConstraintSolver& shared)
        : world(&dispatcher, &broadPhase, &shared, &configuration) {
        world.setGravity({0, -kWorldGravity, 0});
    }
    ~SolvedWorldOf() {
        for (const auto& joint : joints) world.removeConstraint(joint.get());
        for (const auto& body : bodies) world.removeRigidBody(body.get());
    }
    SolvedWorldOf(const SolvedWorldOf&) = delete;
    SolvedWorldOf& operator=(const SolvedWorldOf&) = delete;

    btRigidBody& add(btCollisionShape& shape, btScalar mass, const btVector3& at) {
        btVector3 inertia(0, 0, 0);
        if (mass > 0) shape.calculateLocalInertia(mass, inertia);
        btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, &shape, inertia);
        info.m_startWorldTransform.setOrigin(at);
        bodies.push_back(std::make_unique<btRigidBody>(info));
        world.addRigidBody(bodies.back().get());
        return *bodies.back();
    }
    /// A floor whose top is at height 0.
    btRigidBody& addGround() { return add(ground_, 0, {0, -1, 0}); }
    /// A box that does not sleep.
    btRigidBody& addBox(btScalar mass, const btVector3& at) {
        btRigidBody& body = add(box, mass, at);
        body.setActivationState(DISABLE_DEACTIVATION);
        return body;
    }
    template <class Joint>
    Joint& addJoint(std::unique_ptr<Joint> joint) {
        Joint& added = *joint;
        world.addConstraint(joint.get(), true);
        joints.push_back(std::move(joint));
        return added;
    }
    /// Links of 0.1 kg and 0.2 m in a row along x, hung up at the left end, with a load in place of the last.
    void addRope(const btVector3& start, int links, btScalar load) {
        const btVector3 left(btScalar(-0.1), 0, 0), right(btScalar(0.1), 0, 0);
        for (int i = 0; i < links; ++i) {
            btRigidBody* const last = i > 0 ? bodies.back().get() : nullptr;
            const btScalar mass = i == links - 1 ? load : btScalar(0.1);
            btRigidBody& body = add(link_, mass, start + btVector3(btScalar(0.2) * btScalar(i), 0, 0));
            body.setActivationState(DISABLE_DEACTIVATION);
            addJoint(last ? std::make_unique<btPoint2PointConstraint>(*last, body, right, left)
                          : std::make_unique<btPoint2PointConstraint>(body, left));
        }
    }
    void run(int steps) {
        for (int i = 0; i < steps; ++i) world.stepSimulation(kWorldStep, 0, kWorldStep);
    }
    /// Poses and velocities, bit by bit.
    std::vector<btScalar> state() const {
        std::vector<btScalar> state;
        for (const auto& body : bodies) {
            const btTransform& pose = body->getWorldTransform();
            const btQuaternion turn = pose.getRotation();
            for (const btVector3& v :
                 {pose.getOrigin(), body->getLinearVelocity(), body->getAngularVelocity()}) {
                state.insert(state.end(), {v.x(), v.y(), v.z()});
            }
            state.insert(state.end(), {turn.x(), turn.y(), turn.z(), turn.w()});
        }
        return state;
    }

    btBoxShape box{btVector3(btScalar(0.5), btScalar(0.5), btScalar(0.5))};
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadPhase;

private:
    std::unique_ptr<btConstraintSolver> owned_;

public:
    World world;
    std::vector<std::unique_ptr<btRigidBody>> bodies;
    std::vector<std::unique_ptr<btTypedConstraint>> joints;

private:
    btBoxShape ground_{btVector3(50, 1, 50)};
    btBoxShape link_{btVector3(btScalar(0.1), btScalar(0.02), btScalar(0.02))};
};

using SolvedWorld = SolvedWorldOf<btDiscreteDynamicsWorld>;

}  // namespace ricochet::test
