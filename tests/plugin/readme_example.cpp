// The example of the README, compiled and run by the tests.

#include <btBulletDynamicsCommon.h>
#include <ricochet/ricochet.h>

#include <cstdio>

int main() {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher(&configuration);
    ricochet::SweepAndPruneBroadphase broadphase;  // where btDbvtBroadphase stood
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world(&dispatcher, &broadphase, &solver, &configuration);

    ricochet::Settings settings;
    const std::string error = ricochet::registerAlgorithms(&dispatcher, settings);
    if (!error.empty()) return std::printf("%s\n", error.c_str()), 1;

    world.stepSimulation(btScalar(1) / 60);
}
