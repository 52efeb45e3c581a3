#pragma once

#include <btBulletDynamicsCommon.h>

#include <memory>

namespace ricochet::scenes {

/// Bullet's world for scenes with soft bodies, also of rigid bodies alone. The parts, of which the last is a
/// btSoftBodyRigidBodyCollisionConfiguration, must outlive it.
std::unique_ptr<btDiscreteDynamicsWorld> makeSoftWorld(btDispatcher& dispatcher,
                                                       btBroadphaseInterface& broadPhase,
                                                       btConstraintSolver& solver,
                                                       btCollisionConfiguration& configuration);

}  // namespace ricochet::scenes
