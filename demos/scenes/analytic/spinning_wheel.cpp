// A wheel of 64 facets spins on a smooth floor. Nothing may raise it, and the floor carries it.

#include "demos/scenes/analytic/analytic_scene.h"
#include "demos/scenes/analytic/analytic_scenes.h"
#include "demos/scenes/mesh_generators.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ricochet::scenes {
namespace {

constexpr double kWheelRadius = 0.5, kHalfWidth = 0.125;  // metres
constexpr int kFacets = 64;
constexpr double kSpinSeconds = 2;

struct SpinVariant {
    const char* name;
    double spin;  ///< rad/s
};
constexpr SpinVariant kSpinVariants[] = {{"80", 80}, {"13", 13}, {"30", 30}, {"200", 200}};

/// Its axis is z.
SceneMesh wheelMesh() {
    SceneMesh mesh;
    for (const int side : {-1, 1}) {
        for (int i = 0; i < kFacets; ++i) {
            const double angle = 2 * std::numbers::pi * i / kFacets - std::numbers::pi / 2;
            // Vertices are floats in every precision.
            const auto x = static_cast<float>(kWheelRadius * std::cos(angle));
            const auto y = static_cast<float>(kWheelRadius * std::sin(angle));
            mesh.vertices.push_back({btScalar(x), btScalar(y), btScalar(side * kHalfWidth)});
        }
    }
    for (const int side : {-1, 1}) mesh.vertices.push_back({0, 0, btScalar(side * kHalfWidth)});
    for (int i = 0; i < kFacets; ++i) {
        const int next = (i + 1) % kFacets;
        mesh.faces.push_back({2 * kFacets, next, i});
        mesh.faces.push_back({2 * kFacets + 1, kFacets + i, kFacets + next});
        mesh.faces.push_back({i, next, kFacets + next});
        mesh.faces.push_back({i, kFacets + next, kFacets + i});
    }
    return mesh;
}

class SpinningWheel : public AnalyticScene {
public:
    SpinningWheel(btDynamicsWorld& world, const SceneOptions& options)
        : AnalyticScene(world, options, usualGravity(), 0, kSpinSeconds) {
        add(standing(flatFloor(-5, 5, 2)), 0, btTransform::getIdentity());
        wheel_ = &add(moving(wheelMesh()), 1,
                      btTransform(btQuaternion::getIdentity(), {0, btScalar(kWheelRadius + kStartGap), 0}));
        wheel_->setAngularVelocity({0, 0, btScalar(-variantOf(kSpinVariants, options.variant).spin)});
    }

    void afterStep() override {
        const double height = double(wheel_->getCenterOfMassPosition().y()) / kWheelRadius - 1;
        highest_ = std::max(highest_, height);
        deepest_ = std::max(deepest_, -height);
    }

    std::vector<AnalyticFigure> analyticFigures() const override {
        return {
            {.name = "rise_in_radii", .measured = highest_, .expected = 0, .minimum = 0, .maximum = 0.005},
            {.name = "depth_in_radii", .measured = deepest_, .expected = 0, .minimum = 0, .maximum = 0.01}};
    }

private:
    btRigidBody* wheel_;
    double highest_ = 0, deepest_ = 0;  ///< radii
};

}  // namespace

std::unique_ptr<Scene> makeSpinningWheel(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<SpinningWheel>(world, options);
}

}  // namespace ricochet::scenes
