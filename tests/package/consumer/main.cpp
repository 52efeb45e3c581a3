#include <btBulletCollisionCommon.h>
#include <ricochet/ricochet.h>
#ifdef WITH_STENCIL
#include <ricochet/stencil.h>
#endif

#include <cstdio>

// Two tetrahedra whose surfaces cross: stock Bullet sees no contact between two such shapes, we do.
int main() {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher(&configuration);
    ricochet::Settings settings;
#ifdef WITH_STENCIL
    ricochet::addStencilBackend();
    settings.meshMesh = "stencil";
#endif
    const std::string error = ricochet::registerAlgorithms(&dispatcher, settings);
    if (!error.empty()) return std::puts(error.c_str()), 1;

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
    std::printf("%d contacts\n", contacts);
    return contacts > 0 ? 0 : 1;
}
