#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <btBulletDynamicsCommon.h>
#include <ricochet/ricochet.h>
#ifdef WITH_STENCIL
#include <ricochet/stencil.h>
#endif

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <vector>

namespace {

ricochet::Settings settings() {
    ricochet::Settings settings;
#ifdef WITH_STENCIL
    settings.narrowPhase = "stencil";
#endif
    return settings;
}

/// Two tetrahedra whose surfaces cross: stock Bullet sees no contact between two such shapes, we do.
int contactsOfTetrahedra() {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher(&configuration);
    const std::string error = ricochet::registerAlgorithms(&dispatcher, settings());
    if (!error.empty()) return std::puts(error.c_str()), 0;

    ricochet::SweepAndPruneBroadphase broadphase;
    btCollisionWorld world(&dispatcher, &broadphase, &configuration);
    btTriangleMesh mesh;
    const btVector3 corner[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const int faces[][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    for (const auto& f : faces) mesh.addTriangle(corner[f[0]], corner[f[1]], corner[f[2]]);
    btBvhTriangleMeshShape shape(&mesh, true);
    btCollisionObject a, b;
    for (btCollisionObject* object : {&a, &b}) {
        object->setCollisionShape(&shape);
        object->setCollisionFlags(0);
        world.addCollisionObject(object);
    }
    b.getWorldTransform().setOrigin(btVector3(btScalar(0.3), btScalar(0.2), btScalar(0.1)));
    world.performDiscreteCollisionDetection();

    int contacts = 0;
    for (int i = 0; i < dispatcher.getNumManifolds(); ++i) {
        contacts += dispatcher.getManifoldByIndexInternal(i)->getNumContacts();
    }
    for (btCollisionObject* object : {&a, &b}) world.removeCollisionObject(object);
    ricochet::unregisterAlgorithms(&dispatcher);
    return contacts;
}

btVector3 torusPoint(int segment, int side) {
    constexpr double kStep = 6.283185307179586 / 8;
    const double u = segment * kStep / 2, v = side * kStep, distance = 0.5 + 0.2 * std::cos(v);
    return btVector3(btScalar(distance * std::cos(u)), btScalar(0.2 * std::sin(v)),
                     btScalar(distance * std::sin(u)));
}

/// 256 triangles.
void addTorus(btTriangleMesh& mesh) {
    for (int i = 0; i < 16; ++i) {
        for (int k = 0; k < 8; ++k) {
            const btVector3 a = torusPoint(i, k), b = torusPoint(i + 1, k), c = torusPoint(i + 1, k + 1),
                            d = torusPoint(i, k + 1);
            mesh.addTriangle(a, c, b);
            mesh.addTriangle(a, d, c);
        }
    }
}

/// A hash of where three tori are after they have fallen on one another: whatever built the library, the bits
/// are the same.
std::uint64_t stateOfFallenTori() {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher(&configuration);
    if (!ricochet::registerAlgorithms(&dispatcher, settings()).empty()) return 1;
    ricochet::SweepAndPruneBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world(&dispatcher, &broadphase, &solver, &configuration);

    btTriangleMesh floorMesh, torusMesh;
    floorMesh.addTriangle(btVector3(-9, 0, -9), btVector3(-9, 0, 9), btVector3(9, 0, 9));
    floorMesh.addTriangle(btVector3(-9, 0, -9), btVector3(9, 0, 9), btVector3(9, 0, -9));
    btBvhTriangleMeshShape floorShape(&floorMesh, true);
    btRigidBody floor(btRigidBody::btRigidBodyConstructionInfo(0, nullptr, &floorShape));
    world.addRigidBody(&floor);
    addTorus(torusMesh);
    btGImpactMeshShape torus(&torusMesh);
    torus.updateBound();
    const ricochet::MassProperties mass = ricochet::massProperties(torus, 1);
    std::vector<std::unique_ptr<btRigidBody>> bodies;
    for (int i = 0; i < 3; ++i) {
        const btRigidBody::btRigidBodyConstructionInfo info(1, nullptr, &torus, mass.inertia);
        bodies.push_back(std::make_unique<btRigidBody>(info));
        const btQuaternion turn(btVector3(1, 0, 0), btScalar(0.3 * (i + 1)));
        bodies.back()->setWorldTransform(
            btTransform(turn, btVector3(btScalar(0.1 * i), btScalar(0.8 + i), 0)));
        world.addRigidBody(bodies.back().get());
    }
    for (int step = 0; step < 60; ++step) world.stepSimulation(btScalar(1) / 60, 0);

    std::uint64_t hash = 14695981039346656037u;  // FNV-1a
    for (const auto& body : bodies) {
        for (const btVector3& v :
             {body->getWorldTransform().getOrigin(), body->getLinearVelocity(), body->getAngularVelocity()}) {
            const btScalar numbers[] = {v.x(), v.y(), v.z()};
            const auto* bytes = reinterpret_cast<const unsigned char*>(numbers);
            for (std::size_t i = 0; i < sizeof numbers; ++i) hash = (hash ^ bytes[i]) * 1099511628211u;
        }
        world.removeRigidBody(body.get());
    }
    world.removeRigidBody(&floor);
    ricochet::unregisterAlgorithms(&dispatcher);
    return hash;
}

}  // namespace

int main() {
#ifdef WITH_STENCIL
    ricochet::addStencilBackend();
#endif
    const int contacts = contactsOfTetrahedra();
    std::printf("%d contacts, state %016llx\n", contacts,
                static_cast<unsigned long long>(stateOfFallenTori()));
    return contacts > 0 ? 0 : 1;
}
