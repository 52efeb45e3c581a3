// Compiled without us: saves and restores a world of meshes as PyBullet does, runs on from there, and prints
// whether it is the same run.
//   restoring_program         restores the state of this run
//   restoring_program twice   twice a state that was saved by another process

#include "tests/preload/bullet_file.h"

#include <btBulletDynamicsCommon.h>

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace {

constexpr btScalar kStep = btScalar(1) / 60;
using ManifoldData = btPersistentManifoldData;

struct BodyState {
    btTransform pose;
    btVector3 velocity, angularVelocity;
};

struct Saved {
    std::vector<BodyState> bodies;
    std::vector<ManifoldData> manifolds;
    std::vector<const btCollisionObject*> first, second;  ///< of the manifolds
};

class Program {
public:
    Program() {
        const btVector3 corner[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}};
        const int faces[][3] = {{0, 1, 2}, {0, 2, 3}, {3, 2, 4}, {4, 2, 1}, {0, 3, 4}, {0, 4, 1}};
        for (const auto& f : faces) mesh_.addTriangle(corner[f[0]], corner[f[1]], corner[f[2]]);
        shape_ = std::make_unique<btBvhTriangleMeshShape>(&mesh_, true);
        world_.setGravity(btVector3(0, -10, 0));
        add(box_, 0, btVector3(0, -1, 0));
        for (int i = 0; i < 6; ++i)
            add(*shape_, 1, btVector3(btScalar(0.3) * i, btScalar(0.8) * i, btScalar(0.2)));
    }
    ~Program() {
        for (const auto& body : bodies_) world_.removeRigidBody(body.get());
    }

    void sortPairs() { world_.getDispatchInfo().m_deterministicOverlappingPairs = true; }
    void run(int steps) {
        for (int i = 0; i < steps; ++i) world_.stepSimulation(kStep, 0);
    }
    std::vector<btScalar> numbers() const {
        std::vector<btScalar> all;
        for (const auto& body : bodies_) {
            const btVector3 &at = body->getWorldTransform().getOrigin(), &speed = body->getLinearVelocity();
            all.insert(all.end(), {at.x(), at.y(), at.z(), speed.x(), speed.y(), speed.z()});
        }
        return all;
    }

    Saved save() {
        Saved saved;
        for (const auto& body : bodies_)
            saved.bodies.push_back(
                {body->getWorldTransform(), body->getLinearVelocity(), body->getAngularVelocity()});
        btDefaultSerializer serializer;
        for (int i = 0; i < dispatcher_.getNumManifolds(); ++i) {
            const btPersistentManifold& manifold = *dispatcher_.getManifoldByIndexInternal(i);
            if (manifold.getNumContacts() == 0) continue;
            manifold.serialize(&manifold, &saved.manifolds.emplace_back(), &serializer);
            saved.first.push_back(manifold.getBody0());
            saved.second.push_back(manifold.getBody1());
        }
        return saved;
    }
    /// As btMultiBodyWorldImporter does, with its one manifold for each pair of bodies.
    void restore(const Saved& saved) {
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            btRigidBody& body = *bodies_[i];
            body.setCenterOfMassTransform(saved.bodies[i].pose);
            body.setLinearVelocity(saved.bodies[i].velocity);
            body.setAngularVelocity(saved.bodies[i].angularVelocity);
            body.setInterpolationLinearVelocity(body.getLinearVelocity());
            body.setInterpolationAngularVelocity(body.getAngularVelocity());
        }
        world_.updateAabbs();
        world_.computeOverlappingPairs();
        btOverlappingPairCache& cache = *world_.getPairCache();
        dispatcher_.dispatchAllCollisionPairs(&cache, world_.getDispatchInfo(), &dispatcher_);
        for (int i = 0; i < cache.getNumOverlappingPairs(); ++i) {
            btManifoldArray manifolds;
            cache.getOverlappingPairArray()[i].m_algorithm->getAllContactManifolds(manifolds);
            if (manifolds.size() > 0) restore(saved, *manifolds[0]);
        }
    }

private:
    static void restore(const Saved& saved, btPersistentManifold& manifold) {
        int match = -1;
        for (std::size_t k = 0; k < saved.manifolds.size(); ++k) {
            if (saved.first[k] == manifold.getBody0() && saved.second[k] == manifold.getBody1())
                match = int(k);
        }
        if (match < 0) {
            manifold.setNumContacts(0);
        } else {
            manifold.deSerialize(&saved.manifolds[std::size_t(match)]);
        }
    }
    void add(btCollisionShape& shape, btScalar mass, const btVector3& at) {
        bodies_.push_back(
            std::make_unique<btRigidBody>(mass, nullptr, &shape, mass * btVector3(1, 1, 1) / 10));
        bodies_.back()->setWorldTransform(btTransform(btQuaternion(btScalar(0.1) * at.x(), 0, 0), at));
        bodies_.back()->setInterpolationWorldTransform(bodies_.back()->getWorldTransform());
        bodies_.back()->setActivationState(DISABLE_DEACTIVATION);
        world_.addRigidBody(bodies_.back().get());
    }

    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_{&configuration_};
    btDbvtBroadphase broadphase_;
    btSequentialImpulseConstraintSolver solver_;
    btDiscreteDynamicsWorld world_{&dispatcher_, &broadphase_, &solver_, &configuration_};
    btTriangleMesh mesh_;
    btBoxShape box_{btVector3(9, 1, 9)};
    std::unique_ptr<btBvhTriangleMeshShape> shape_;
    std::vector<std::unique_ptr<btRigidBody>> bodies_;
};

}  // namespace

int main(int argc, char** argv) {
    std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
    const bool isForeign = argc > 1 && std::string(argv[1]) == "twice";
    Program program;
    if (isForeign) program.sortPairs();
    program.run(45);
    Saved saved = program.save();
    std::printf("%zu manifolds\n", saved.manifolds.size());
    if (isForeign) {
        for (ManifoldData& manifold : saved.manifolds) manifold.m_companionIdB ^= 1 << 20;
    } else {
        const bParse::btBulletFile file(reinterpret_cast<char*>(saved.manifolds.data()),
                                        int(saved.manifolds.size() * sizeof(ManifoldData)));
    }
    std::vector<btScalar> ends[2];
    for (int i = 0; i < 2; ++i) {
        if (isForeign || i > 0) program.restore(saved);
        program.run(60);
        ends[i] = program.numbers();
        program.run(20 * i + 7);  // elsewhere
    }
    std::printf("%s run\n", ends[0] == ends[1] ? "the same" : "another");
    return 0;
}
