#include "tests/bench/ground_motion.h"

#include "tests/bench/ground_shapes.h"

#include <ricochet/ricochet.h>

#include <cmath>
#include <stdexcept>

namespace ricochet::bench {
namespace {

constexpr double kStep = 1.0 / 60;  // s
constexpr int kLanding = 60;        // steps before the recorded ones
constexpr int kComingToRest = 180;  // steps before those of robots
constexpr int kBodies = 10, kArms = 4, kRobots = 2;
constexpr double kBaseMass = 20;  // kg; other bodies have 1

int bodyCount(const std::string& shape) {
    if (shape == "arm") return kArms * kLinks;
    return shape == "robot" ? kRobots * kLinks : kBodies;
}

void registerOurs(btCollisionDispatcher& dispatcher) {
    Settings settings;
    settings.report = [](const Report&) {};
    if (const std::string error = registerAlgorithms(&dispatcher, settings); !error.empty())
        throw std::runtime_error(error);
}

}  // namespace

/// Bodies that collide only with the ground.
struct GroundBodies {
    GroundBodies(const GroundCase& what, Backend backend)
        : mesh(groundMesh(what.ground)),
          ground(mesh.get(), true),
          dispatcher(&configuration),
          world(&dispatcher, &broadphase, &solver, &configuration) {
        if (backend == Backend::ricochet) registerOurs(dispatcher);
        world.setGravity({0, btScalar(-9.81), 0});
        add(ground, 0, btBroadphaseProxy::StaticFilter);
        for (int i = 0; i < bodyCount(what.shape); ++i) {
            shapes.push_back(shapeOf(what.shape, i));
            const bool isBase = what.shape == "robot" && i % kLinks == 0;
            add(*shapes.back(), btScalar(isBase ? kBaseMass : 1), btBroadphaseProxy::DefaultFilter);
        }
    }
    ~GroundBodies() {
        for (auto& body : bodies) world.removeRigidBody(body.get());
    }

    void add(btCollisionShape& shape, btScalar mass, int group) {
        btVector3 inertia(0, 0, 0);
        if (mass > 0) shape.calculateLocalInertia(mass, inertia);
        bodies.push_back(std::make_unique<btRigidBody>(mass, nullptr, &shape, inertia));
        const bool isGround = group == btBroadphaseProxy::StaticFilter;
        world.addRigidBody(bodies.back().get(), group,
                           isGround ? btBroadphaseProxy::DefaultFilter : btBroadphaseProxy::StaticFilter);
    }
    btRigidBody& body(std::size_t i) { return *bodies[i + 1]; }
    std::size_t size() const { return shapes.size(); }

    std::unique_ptr<btTriangleMesh> mesh;
    btBvhTriangleMeshShape ground;
    std::vector<std::unique_ptr<btCollisionShape>> shapes;
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher;
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world;
    std::vector<std::unique_ptr<btRigidBody>> bodies;  ///< the first is the ground
};

namespace {

std::vector<BodyState> statesOf(GroundBodies& bodies) {
    std::vector<BodyState> states;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const btRigidBody& body = bodies.body(i);
        states.push_back({body.getWorldTransform(), body.getLinearVelocity(), body.getAngularVelocity()});
    }
    return states;
}

Motion recordBodies(const GroundCase& what, int steps) {
    GroundBodies bodies(what, Backend::ricochet);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const double x = 4.0 * double(i % 5) - 8, z = 6.0 * double(i / 5) - 3, angle = 2.4 * double(i);
        btTransform pose(btQuaternion(btVector3(btScalar(.3), 1, btScalar(.2)).normalized(), btScalar(angle)),
                         {btScalar(x), btScalar(groundHeight(what.ground, x, z) + 0.6), btScalar(z)});
        btRigidBody& body = bodies.body(i);
        body.setWorldTransform(pose);
        body.setLinearVelocity({btScalar(1.5 * std::cos(angle)), 0, btScalar(1.5 * std::sin(angle))});
        body.setAngularVelocity(
            {btScalar(2 * std::sin(angle)), btScalar(.5), btScalar(-2 * std::cos(angle))});
        body.setActivationState(DISABLE_DEACTIVATION);
    }
    Motion motion{what, {}};
    for (int step = 0; step < kLanding + steps; ++step) {
        bodies.world.stepSimulation(btScalar(kStep), 0);
        if (step >= kLanding) motion.steps.push_back(statesOf(bodies));
    }
    return motion;
}

/// The poses of an arm's links, one after another from the ground up: each hinge swings by itself.
std::vector<btTransform> linkPoses(const std::string& ground, int arm, double time) {
    const double x = 5.0 * (arm % 2) - 2.3, z = 5.0 * (arm / 2) - 2.1;
    std::vector<btTransform> poses;
    btTransform end(btQuaternion::getIdentity(),
                    {btScalar(x), btScalar(groundHeight(ground, x, z)), btScalar(z)});
    for (int i = 0; i < kLinks; ++i) {
        const double half = halfLength(i);
        const double swing = i == 0 ? 0 : 0.5 * std::sin(1.3 * time + arm + 0.7 * i) + (arm < 2 ? 0 : 0.35);
        const btVector3 axis = i % 2 == 0 ? btVector3(0, 0, 1) : btVector3(1, 0, 0);
        end = end * btTransform(btQuaternion(axis, btScalar(swing)));
        poses.push_back(end * btTransform(btQuaternion::getIdentity(), {0, btScalar(half), 0}));
        end = end * btTransform(btQuaternion::getIdentity(), {0, btScalar(2 * half), 0});
    }
    return poses;
}

Motion arms(const GroundCase& what, int steps) {
    Motion motion{what, {}};
    for (int step = 0; step < steps; ++step) {
        std::vector<BodyState> states;
        for (int arm = 0; arm < kArms; ++arm) {
            const auto now = linkPoses(what.ground, arm, step * kStep),
                       next = linkPoses(what.ground, arm, (step + 1) * kStep);
            for (int i = 0; i < kLinks; ++i) {
                BodyState state{now[i], {}, {}};
                btTransformUtil::calculateVelocity(now[i], next[i], btScalar(kStep), state.linearVelocity,
                                                   state.angularVelocity);
                states.push_back(state);
            }
        }
        motion.steps.push_back(states);
    }
    return motion;
}

/// Holds the second body where it is seen from the first.
std::unique_ptr<btFixedConstraint> joint(btRigidBody& first, btRigidBody& second) {
    return std::make_unique<btFixedConstraint>(
        first, second, btTransform::getIdentity(),
        second.getWorldTransform().inverse() * first.getWorldTransform());
}

Motion recordRobots(const GroundCase& what, int steps) {
    GroundBodies bodies(what, Backend::ricochet);
    std::vector<std::unique_ptr<btFixedConstraint>> joints;
    for (int robot = 0; robot < kRobots; ++robot) {
        const std::vector<btTransform> poses = linkPoses(what.ground, robot, 0);
        for (int i = 0; i < kLinks; ++i) {
            btRigidBody& link = bodies.body(std::size_t(robot * kLinks + i));
            link.setWorldTransform(poses[std::size_t(i)]);
            link.setActivationState(DISABLE_DEACTIVATION);
            if (i == 0) continue;
            joints.push_back(joint(bodies.body(std::size_t(robot * kLinks + i - 1)), link));
            bodies.world.addConstraint(joints.back().get());
        }
    }
    Motion motion{what, {}};
    for (int step = 0; step < kComingToRest + steps; ++step) {
        bodies.world.stepSimulation(btScalar(kStep), 0);
        if (step >= kComingToRest) motion.steps.push_back(statesOf(bodies));
    }
    for (const auto& each : joints) bodies.world.removeConstraint(each.get());
    return motion;
}

void hashBytes(const void* data, std::size_t size, std::uint64_t& hash) {
    const auto* const bytes = static_cast<const unsigned char*>(data);
    for (std::size_t i = 0; i < size; ++i) hash = (hash ^ bytes[i]) * 1099511628211ULL;  // FNV-1a
}

void hashPoint(const btManifoldPoint& point, std::uint64_t& hash) {
    for (const btVector3& v : {point.m_positionWorldOnB, point.m_normalWorldOnB, point.m_localPointA})
        hashBytes(&v, 3 * sizeof(btScalar), hash);
    hashBytes(&point.m_distance1, sizeof(btScalar), hash);
    hashBytes(&point.m_appliedImpulse, sizeof(btScalar), hash);
}

}  // namespace

Motion record(const GroundCase& what, int steps) {
    if (what.shape == "arm") return arms(what, steps);
    return what.shape == "robot" ? recordRobots(what, steps) : recordBodies(what, steps);
}

GroundReplay::GroundReplay(const Motion& motion, Backend backend)
    : motion_(motion), bodies_(std::make_unique<GroundBodies>(motion.of, backend)) {}

GroundReplay::~GroundReplay() = default;

void GroundReplay::move(std::size_t step) {
    const std::vector<BodyState>& states = motion_.steps[step];
    for (std::size_t i = 0; i < states.size(); ++i) {
        btRigidBody& body = bodies_->body(i);
        body.setWorldTransform(states[i].pose);
        body.setInterpolationWorldTransform(states[i].pose);
        body.setLinearVelocity(states[i].linearVelocity);
        body.setAngularVelocity(states[i].angularVelocity);
        body.updateInertiaTensor();
    }
    bodies_->world.updateAabbs();
    bodies_->world.computeOverlappingPairs();
    btDispatcherInfo& info = bodies_->world.getDispatchInfo();
    info.m_timeStep = btScalar(kStep);
    info.m_stepCount = 0;
}

void GroundReplay::detect() {
    bodies_->dispatcher.dispatchAllCollisionPairs(bodies_->broadphase.getOverlappingPairCache(),
                                                  bodies_->world.getDispatchInfo(), &bodies_->dispatcher);
}

void GroundReplay::count() {
    ++steps_;
    sums_.pairs += bodies_->broadphase.getOverlappingPairCache()->getNumOverlappingPairs();
    for (int i = 0; i < bodies_->dispatcher.getNumManifolds(); ++i) {
        const btPersistentManifold& manifold = *bodies_->dispatcher.getManifoldByIndexInternal(i);
        sums_.contacts += manifold.getNumContacts();
        for (int k = 0; k < manifold.getNumContacts(); ++k)
            hashPoint(manifold.getContactPoint(k), sums_.hash);
    }
}

ReplayCounts GroundReplay::counts() const {
    return {sums_.pairs / steps_, sums_.contacts / steps_, sums_.hash};
}

}  // namespace ricochet::bench
