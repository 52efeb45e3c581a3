// A small sphere of triangles rolls on a level floor: it turns by several of its corners in a step. The
// reference is the same polyhedron in steps of 0.1 ms.

#include "demos/scenes/analytic/analytic_scene.h"
#include "demos/scenes/analytic/analytic_scenes.h"
#include "demos/scenes/analytic/rolling_polyhedron.h"
#include "demos/scenes/mesh_generators.h"

#include <algorithm>
#include <cmath>

namespace ricochet::scenes {
namespace {

constexpr double kRollSeconds = 1;
constexpr double kRollSpeed = 1;  // m/s
constexpr double kShareOfTheory = 0.9;

struct RollVariant {
    const char* name;
    double radius;  ///< metres
    int subdivisions;
};
constexpr RollVariant kRollVariants[] = {{"3cm-5120", 0.03, 4}, {"3cm-20480", 0.03, 5},
                                         {"10cm-5120", 0.1, 4}, {"10cm-20480", 0.1, 5},
                                         {"1cm-5120", 0.01, 4}, {"1cm-20480", 0.01, 5}};

class RollingSmall : public AnalyticScene {
public:
    RollingSmall(btDynamicsWorld& world, const SceneOptions& options)
        : AnalyticScene(world, options, usualGravity(), 1, kRollSeconds),
          variant_(variantOf(kRollVariants, options.variant)) {
        add(standing(flatFloor(-1, 5, 1)), 0, btTransform::getIdentity());
        const double radius = variant_.radius;
        const Surface& surface = moving(icosphere(variant_.subdivisions, radius));
        sphere_ =
            &add(surface, 1, btTransform(btQuaternion::getIdentity(), {0, btScalar(radius + kStartGap), 0}));
        sphere_->setLinearVelocity({btScalar(kRollSpeed), 0, 0});
        sphere_->setAngularVelocity({0, 0, btScalar(-kRollSpeed / radius)});
    }

    void afterStep() override {
        const double height = double(sphere_->getCenterOfMassPosition().y()) / variant_.radius;
        height_ = std::max(height_, std::abs(height - 1));
    }

    std::vector<AnalyticFigure> analyticFigures() const override {
        const double expected =
            speedOfRollingSphere(icosphere(variant_.subdivisions, variant_.radius), variant_.radius,
                                 1 / double(sphere_->getInvInertiaDiagLocal().x()), kRollSpeed, kRollSeconds);
        return {{.name = "speed_m_per_s",
                 .measured = double(sphere_->getLinearVelocity().length()),
                 .expected = expected,
                 .minimum = kShareOfTheory * expected,
                 .maximum = kRollSpeed},
                {.name = "height_off", .measured = height_, .expected = 0, .minimum = 0, .maximum = 0.01}};
    }

private:
    const RollVariant& variant_;
    btRigidBody* sphere_;
    double height_ = 0;  ///< of the radius: deviation of the centre's height
};

}  // namespace

std::unique_ptr<Scene> makeRollingSmall(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<RollingSmall>(world, options);
}

}  // namespace ricochet::scenes
