// The example of the README, compiled and run by the tests.

#include <btBulletDynamicsCommon.h>
#include <ricochet/ricochet.h>

int main() {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher(&configuration);
    ricochet::SweepAndPruneBroadphase broadphase;  // where btDbvtBroadphase stood
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world(&dispatcher, &broadphase, &solver, &configuration);

    ricochet::Settings settings;
    ricochet::registerAlgorithms(&dispatcher, settings);

    world.stepSimulation(btScalar(1) / 60);
}
