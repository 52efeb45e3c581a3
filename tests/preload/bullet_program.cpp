// A program that uses Bullet only: two crossing tetrahedra of btBvhTriangleMeshShape that may move. Prints
// how many contacts contactPairTest and a step find; stock Bullet finds none.
//   bullet_program          one world
//   bullet_program mt       its dispatcher is Bullet's parallel one, which derives from btCollisionDispatcher
//   bullet_program many     a hundred worlds, one after the other
//   bullet_program crowd    one world, and a thousand dispatchers beside it
//   bullet_program exit     one world, and another one while the program exits, which also deletes a
//                           dispatcher
//   bullet_program fork     one world; a child process makes another step of it and another world
//   bullet_program idle     Bullet is linked, and no dispatcher made
//   bullet_program late     registers GImpact's algorithms after its dispatcher is made; of two GImpact
//                           meshes contactPairTest then finds nothing
//   bullet_program own      registers an algorithm of its own for BVH meshes, which finds nothing
//   bullet_program midway   registers GImpact's after its world has made a step
//   bullet_program boxes    its meshes are boxes
//   bullet_program boxmesh  one of them is
//   bullet_program apart    its meshes are far apart, and only steps look at them
//   bullet_program fail     one world, and exit code 3
//   bullet_program stack    a box of 100 kg on one of 1 kg, which Bullet's sequential solver presses down
//   bullet_program derived  the same with a solver of a derived class
//   bullet_program tilted   a mesh without inertia falls on a corner of another, beside its centre

#include <BulletCollision/CollisionDispatch/btCollisionDispatcherMt.h>
#include <BulletCollision/CollisionDispatch/btEmptyCollisionAlgorithm.h>
#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <LinearMath/btThreads.h>
#include <btBulletDynamicsCommon.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace {

struct CountPoints : btCollisionWorld::ContactResultCallback {
    int points = 0;
    btScalar addSingleResult(btManifoldPoint&, const btCollisionObjectWrapper*, int, int,
                             const btCollisionObjectWrapper*, int, int) override {
        ++points;
        return 0;
    }
};

void addTetrahedron(btTriangleMesh& mesh) {
    const btVector3 corner[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const int faces[][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    for (const auto& f : faces) mesh.addTriangle(corner[f[0]], corner[f[1]], corner[f[2]]);
}

int pointsIn(btDispatcher& dispatcher) {
    int points = 0;
    for (int i = 0; i < dispatcher.getNumManifolds(); ++i) {
        points += dispatcher.getManifoldByIndexInternal(i)->getNumContacts();
    }
    return points;
}

std::unique_ptr<btCollisionDispatcher> makeDispatcher(bool isParallel,
                                                      btCollisionConfiguration& configuration) {
    if (isParallel) return std::make_unique<btCollisionDispatcherMt>(&configuration);
    return std::make_unique<btCollisionDispatcher>(&configuration);
}

void registerOwn(btCollisionDispatcher& dispatcher) {
    static btEmptyAlgorithm::CreateFunc nothing;
    dispatcher.registerCollisionCreateFunc(TRIANGLE_MESH_SHAPE_PROXYTYPE, TRIANGLE_MESH_SHAPE_PROXYTYPE,
                                           &nothing);
    dispatcher.registerClosestPointsCreateFunc(TRIANGLE_MESH_SHAPE_PROXYTYPE, TRIANGLE_MESH_SHAPE_PROXYTYPE,
                                               &nothing);
}

void runWorld(const std::string& mode, int& pairTest, int& step);

/// Whether a child process finds contacts, too: in a next step of this world and in a world of its own.
bool childSteps(btDynamicsWorld& world) {
    std::fflush(nullptr);
    const pid_t child = fork();
    if (child == 0) {
        world.stepSimulation(btScalar(1) / 60, 1);
        int pairTest = 0, step = 0;
        runWorld("", pairTest, step);
        std::exit(pointsIn(*world.getDispatcher()) > 0 && pairTest > 0 && step > 0 ? 0 : 1);
    }
    int status = 1;
    return waitpid(child, &status, 0) == child && status == 0;
}

/// A dispatcher of no world.
struct Idle {
    static btDefaultCollisionConstructionInfo withSmallPools() {
        btDefaultCollisionConstructionInfo info;
        info.m_defaultMaxPersistentManifoldPoolSize = info.m_defaultMaxCollisionAlgorithmPoolSize = 1;
        return info;
    }
    btDefaultCollisionConfiguration configuration{withSmallPools()};
    btCollisionDispatcher dispatcher{&configuration};
};
Idle* idle = nullptr;

void runWorld(const std::string& mode, int& pairTest, int& step) {
    btDefaultCollisionConfiguration configuration;
    const auto dispatcher = makeDispatcher(mode == "mt", configuration);
    if (mode == "late") btGImpactCollisionAlgorithm::registerAlgorithm(dispatcher.get());
    if (mode == "own") registerOwn(*dispatcher);
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world(dispatcher.get(), &broadphase, &solver, &configuration);
    btTriangleMesh mesh;
    addTetrahedron(mesh);
    btBvhTriangleMeshShape shape(&mesh, true);
    btGImpactMeshShape gimpact(&mesh);
    gimpact.updateBound();
    btBoxShape box(btVector3(1, 1, 1));
    btCollisionShape* either = &shape;
    if (mode == "late" || mode == "midway") either = &gimpact;
    if (mode == "boxes") either = &box;
    btRigidBody a(1, nullptr, either, btVector3(1, 1, 1)), b(1, nullptr, either, btVector3(1, 1, 1));
    if (mode == "boxmesh") a.setCollisionShape(&box);
    b.setWorldTransform(btTransform(btQuaternion::getIdentity(),
                                    mode == "apart" ? btVector3(9, 9, 9) : btVector3(0.3F, 0.2F, 0.1F)));
    if (mode == "midway") {
        world.stepSimulation(btScalar(1) / 60, 1);
        btGImpactCollisionAlgorithm::registerAlgorithm(dispatcher.get());
    }
    world.addRigidBody(&a);
    world.addRigidBody(&b);

    CountPoints count;
    if (mode != "apart") world.contactPairTest(&a, &b, count);
    pairTest = count.points;
    world.stepSimulation(btScalar(1) / 60, 1);
    step = pointsIn(*dispatcher);
    if (mode == "fork" && !childSteps(world)) step = 0;
    world.removeRigidBody(&a);
    world.removeRigidBody(&b);
}

struct DerivedSolver : btSequentialImpulseConstraintSolver {};

/// Metres: the heavy box's height after two seconds; it starts at 0.75, on the light one.
template <class Solver>
btScalar heightOfHeavyBox() {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher(&configuration);
    btDbvtBroadphase broadphase;
    const auto solver = std::make_unique<Solver>();
    btDiscreteDynamicsWorld world(&dispatcher, &broadphase, solver.get(), &configuration);
    btBoxShape ground(btVector3(5, 1, 5)), box(btVector3(0.25F, 0.25F, 0.25F));
    const btVector3 inertia(1, 1, 1);
    btRigidBody floor(0, nullptr, &ground), light(1, nullptr, &box, inertia / 24),
        heavy(100, nullptr, &box, inertia * 100 / 24);
    floor.setWorldTransform(btTransform(btQuaternion::getIdentity(), btVector3(0, -1, 0)));
    light.setWorldTransform(btTransform(btQuaternion::getIdentity(), btVector3(0, 0.25F, 0)));
    heavy.setWorldTransform(btTransform(btQuaternion::getIdentity(), btVector3(0, 0.75F, 0)));
    for (btRigidBody* body : {&floor, &light, &heavy}) world.addRigidBody(body);
    for (int i = 0; i < 120; ++i) world.stepSimulation(btScalar(1) / 60, 1);
    for (btRigidBody* body : {&floor, &light, &heavy}) world.removeRigidBody(body);
    return heavy.getWorldTransform().getOrigin().y();
}

int runTilted() {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher(&configuration);
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world(&dispatcher, &broadphase, &solver, &configuration);
    btTriangleMesh mesh;
    addTetrahedron(mesh);
    btBvhTriangleMeshShape shape(&mesh, true);
    btRigidBody ground(0, nullptr, &shape), falling(1, nullptr, &shape);
    falling.setWorldTransform(btTransform(btQuaternion::getIdentity(), btVector3(-0.4F, 1.1F, -0.2F)));
    for (btRigidBody* body : {&ground, &falling}) world.addRigidBody(body);
    for (int i = 0; i < 30; ++i) world.stepSimulation(btScalar(1) / 60, 1);
    for (btRigidBody* body : {&ground, &falling}) world.removeRigidBody(body);
    const bool hasTurned = falling.getWorldTransform().getRotation().getAngle() > btScalar(0.05);
    std::printf("the mesh has %sturned\n", hasTurned ? "" : "not ");
    return 0;
}

int runStack(bool isDerived) {
    const btScalar height = isDerived ? heightOfHeavyBox<DerivedSolver>()
                                      : heightOfHeavyBox<btSequentialImpulseConstraintSolver>();
    std::printf("the heavy box %s\n", height > btScalar(0.745) ? "stands" : "sinks");
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    std::setvbuf(stdout, nullptr, _IOLBF,
                 BUFSIZ);  // its lines come before the last one of a preloaded program
    const std::string mode = argc > 1 ? argv[1] : "";
    if (mode == "stack" || mode == "derived") return runStack(mode == "derived");
    if (mode == "tilted") return runTilted();
    const int worlds = mode == "many" ? 100 : mode == "idle" ? 0 : 1;
    btSetTaskScheduler(btGetSequentialTaskScheduler());  // the parallel dispatcher needs one
    int pairTest = 0, step = 0;
    if (mode == "exit") {
        // What has been made so far outlives this function's return; what is made from here on may not.
        std::atexit([] {
            delete idle;
            int inExit = 0;
            runWorld("apart", inExit, inExit);
            std::puts("another world in exit");
        });
        idle = new Idle;
    }
    std::vector<std::unique_ptr<Idle>> crowd(mode == "crowd" ? 1000 : 0);
    for (std::unique_ptr<Idle>& one : crowd) one = std::make_unique<Idle>();
    for (int i = 0; i < worlds; ++i) runWorld(mode, pairTest, step);
    std::printf("contactPairTest %d, step %d\n", pairTest, step);
    return btVector3(1, 0, 0).fuzzyZero() ? 1 : mode == "fail" ? 3 : 0;
}
