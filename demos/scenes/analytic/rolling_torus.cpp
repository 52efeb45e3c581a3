// A rolling polygon of n sides and radius R rotates about one corner after another. At each, the angular
// momentum about the new corner is conserved: the angular velocity is multiplied by
// (I + m R^2 cos(2 pi / n)) / (I + m R^2).

#include "demos/scenes/analytic/analytic_scene.h"
#include "demos/scenes/analytic/analytic_scenes.h"
#include "demos/scenes/angles.h"
#include "demos/scenes/mesh_generators.h"

#include <algorithm>
#include <cmath>

namespace ricochet::scenes {
namespace {

constexpr double kRing = 0.4, kTube = 0.12, kDistance = 10;  // metres
constexpr int kRollingTorusSides = 32;
constexpr double kRollingTorusSpeed = 1;      // m/s at the start
constexpr double kRollingTorusSeconds = 60;   // at most
constexpr double kRollingTorusAside = 5e-3;   // metres
constexpr double kRollingTorusDegrees = 0.5;  // of heading
constexpr double kSpeedShare = 0.05;
constexpr btScalar kRollingTorusFriction = 1;

struct RollingTorusVariant {
    const char* name;
    int segments;
    bool isFlat;  ///< it rolls on a band of faces, or on a ridge of vertices
};
constexpr RollingTorusVariant kRollingTorusVariants[] = {
    {"flat-64", 64, true},   {"flat-128", 128, true},   {"flat-256", 256, true},
    {"ridge-64", 64, false}, {"ridge-128", 128, false}, {"ridge-256", 256, false}};

class RollingTorus : public AnalyticScene {
public:
    RollingTorus(btDynamicsWorld& world, const SceneOptions& options)
        : AnalyticScene(world, options, usualGravity(), kRollingTorusFriction, kRollingTorusSeconds) {
        const RollingTorusVariant& variant = variantOf(kRollingTorusVariants, options.variant);
        add(standing(flatFloor(-1, kDistance + 3, 2)), 0, btTransform::getIdentity());
        const double radius = kRing + kTube * (variant.isFlat ? std::cos(kPi / kRollingTorusSides) : 1);
        const double side = kTurn / variant.segments;  // radians
        SceneMesh mesh =
            torus({variant.segments, kRollingTorusSides, kRing, kTube, variant.isFlat ? 0.5 : 0});
        turnAxes(mesh, 2);
        const double height = radius * std::cos(side / 2);
        // An edge lies on the floor: if four divides the number of segments, after half a side.
        const btQuaternion half(btVector3(0, 0, 1), btScalar(side / 2));
        torus_ = &add(moving(std::move(mesh)), 1,
                      btTransform(half, btVector3(0, btScalar(height + kStartGap), 0)));
        torus_->setLinearVelocity(btVector3(btScalar(kRollingTorusSpeed), 0, 0));
        torus_->setAngularVelocity(btVector3(0, 0, btScalar(-kRollingTorusSpeed / height)));
        lowest_ = gravity() * height;
        startEnergy_ = energyOf(*torus_) - lowest_;
        const double inertia = 1 / double(torus_->getInvInertiaDiagLocal().z()), square = radius * radius;
        const double remaining = (inertia + square * std::cos(side)) / (inertia + square);
        expected_ = std::pow(remaining, kDistance / (2 * radius * std::sin(side / 2)));
    }

    void afterStep() override {
        const btTransform& at = torus_->getCenterOfMassTransform();
        const auto distance = double(at.getOrigin().x());
        if (distance_ >= kDistance) return;
        distance_ = distance;
        aside_ = std::max(aside_, std::abs(double(at.getOrigin().z())));
        const btVector3 axis = at.getBasis().getColumn(2);
        degrees_ = std::max(degrees_, std::abs(std::atan2(double(axis.x()), double(axis.z()))) * 180 / kPi);
        remaining_ = std::sqrt(std::max(0.0, energyOf(*torus_) - lowest_) / startEnergy_);
    }

    std::vector<AnalyticFigure> analyticFigures() const override {
        return {{.name = "distance_m",
                 .measured = distance_,
                 .expected = kDistance,
                 .minimum = kDistance,
                 .maximum = kDistance + 1},
                {.name = "aside_m",
                 .measured = aside_,
                 .expected = 0,
                 .minimum = 0,
                 .maximum = kRollingTorusAside},
                {.name = "turned_degrees",
                 .measured = degrees_,
                 .expected = 0,
                 .minimum = 0,
                 .maximum = kRollingTorusDegrees},
                figureNear(kSpeedShare, "speed_left", remaining_, expected_)};
    }

private:
    btRigidBody* torus_;
    double lowest_, startEnergy_;      ///< J/kg
    double expected_;                  ///< fraction of the speed that the polygon keeps
    double distance_ = 0, aside_ = 0;  ///< metres
    double degrees_ = 0, remaining_ = 0;
};

}  // namespace

std::unique_ptr<Scene> makeRollingTorus(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<RollingTorus>(world, options);
}

}  // namespace ricochet::scenes
