#include "demos/scenes/floor_scene.h"

#include "demos/scenes/mesh_generators.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ricochet::scenes {
namespace {

SceneMesh blockBelow(double half) {
    constexpr double kHalfThickness = 1;  // metres
    SceneMesh block = box(half, kHalfThickness, half);
    translate(block, btVector3(0, btScalar(-kHalfThickness), 0));
    return block;
}

}  // namespace

FloorScene::FloorScene(btDynamicsWorld& world, const SceneOptions& options, double half,
                       btScalar usualFriction)
    : FloorScene(world, options, blockBelow(half), half, usualFriction) {}

FloorScene::FloorScene(btDynamicsWorld& world, const SceneOptions& options, SceneMesh floor, double half,
                       btScalar usualFriction)
    : MeshScene(world, options, btVector3(0, btScalar(-9.81), 0), usualFriction), half_(half) {
    add(standing(std::move(floor)), 0, btTransform::getIdentity());
}

Place FloorScene::placeOf(const btRigidBody& body) const {
    const btVector3& p = body.getCenterOfMassPosition();
    const bool isOnFloor = p.y() > 0 && std::max(std::abs(p.x()), std::abs(p.z())) < half_;
    return isOnFloor || &body == &floor() ? Place::inside : Place::through;
}

}  // namespace ricochet::scenes
