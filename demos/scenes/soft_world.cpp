#include "demos/scenes/soft_world.h"

#include <BulletSoftBody/btSoftRigidDynamicsWorld.h>

namespace ricochet::scenes {

std::unique_ptr<btDiscreteDynamicsWorld> makeSoftWorld(btDispatcher& dispatcher,
                                                       btBroadphaseInterface& broadPhase,
                                                       btConstraintSolver& solver,
                                                       btCollisionConfiguration& configuration) {
    return std::make_unique<btSoftRigidDynamicsWorld>(&dispatcher, &broadPhase, &solver, &configuration);
}

}  // namespace ricochet::scenes
