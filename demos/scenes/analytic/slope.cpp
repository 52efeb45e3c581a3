// A block slides down a slope with g (sin(angle) - friction cos(angle)).

#include "demos/scenes/analytic/analytic_scene.h"
#include "demos/scenes/analytic/analytic_scenes.h"
#include "demos/scenes/angles.h"
#include "demos/scenes/mesh_generators.h"

#include <cmath>
#include <string>

namespace ricochet::scenes {
namespace {

constexpr double kSlopeHalf = 0.25;  // metres: of the block
constexpr double kSlopeSeconds = 1.5;
constexpr double kSlopeFriction = 0.3;
constexpr double kSlopeShare = 0.005;  // of the acceleration

class Slope : public AnalyticScene {
public:
    Slope(btDynamicsWorld& world, const SceneOptions& options)
        : Slope(world, options, options.variant.empty() ? 20 : std::stoi(options.variant)) {}

    void afterStep() override { time_ += timeStep(); }

    std::vector<AnalyticFigure> analyticFigures() const override {
        // From the speed: the distance has the integrator's error, of half a step's work.
        const double measured = time_ > 0 ? double(block_->getLinearVelocity().x()) / time_ : 0;
        return {figureNear(kSlopeShare, "acceleration_m_per_s2", measured, expected_)};
    }

private:
    Slope(btDynamicsWorld& world, const SceneOptions& options, double degrees)
        : AnalyticScene(world, options, gravityOnSlope(degrees), btScalar(kSlopeFriction), kSlopeSeconds) {
        add(standing(flatFloor(-2, 10, 3)), 0, btTransform::getIdentity());
        block_ =
            &add(moving(box(kSlopeHalf, kSlopeHalf, kSlopeHalf)), 1,
                 btTransform(btQuaternion::getIdentity(), btVector3(0, btScalar(kSlopeHalf + kStartGap), 0)));
        const double friction = double(options.friction.value_or(btScalar(kSlopeFriction)));
        const btVector3 pull = gravityOnSlope(degrees);
        expected_ = double(pull.x()) + friction * double(pull.y());
    }

    btRigidBody* block_;
    double expected_;  ///< m/s²
    double time_ = 0;  ///< seconds
};

}  // namespace

std::unique_ptr<Scene> makeSlope(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<Slope>(world, options);
}

}  // namespace ricochet::scenes
