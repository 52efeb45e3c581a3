#include "demos/scenes/analytic/analytic_scene.h"

#include "demos/scenes/angles.h"
#include "demos/scenes/mesh_generators.h"

#include <cmath>

namespace ricochet::scenes {

AnalyticScene::AnalyticScene(btDynamicsWorld& world, const SceneOptions& options, const btVector3& gravity,
                             btScalar usualFriction, double duration)
    : MeshScene(world, options, gravity, usualFriction),
      gravity_(gravity),
      timeStep_(double(options.timeStep)),
      smallStep_(options.smallStep()),
      duration_(duration) {}

std::vector<Measure> AnalyticScene::measures() const {
    std::vector<Measure> measures;
    for (const AnalyticFigure& figure : analyticFigures()) measures.push_back({figure.name, figure.measured});
    return measures;
}

double AnalyticScene::energyOf(const btRigidBody& body) const {
    const btVector3 &velocity = body.getLinearVelocity(), &spin = body.getAngularVelocity();
    const btVector3 momentum = body.getInvInertiaTensorWorld().inverse() * spin * body.getInvMass();
    return double(velocity.length2() + spin.dot(momentum)) / 2 -
           double(gravity_.dot(body.getCenterOfMassPosition())) +
           smallStep_ / 2 * double(gravity_.dot(velocity));
}

btVector3 gravityOnSlope(double degrees) {
    const double angle = degrees * kPi / 180;
    return usualGravity().length() * btVector3(btScalar(std::sin(angle)), btScalar(-std::cos(angle)), 0);
}

SceneMesh flatFloor(double minX, double maxX, double halfZ) {
    constexpr double kHalfThickness = 0.5;  // metres
    SceneMesh floor = box((maxX - minX) / 2, kHalfThickness, halfZ);
    translate(floor, btVector3(btScalar((minX + maxX) / 2), btScalar(-kHalfThickness), 0));
    return floor;
}

}  // namespace ricochet::scenes
