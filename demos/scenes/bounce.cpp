#include "demos/scenes/bounce.h"

#include "demos/scenes/floor_scene.h"
#include "demos/scenes/mesh_generators.h"

#include <algorithm>
#include <limits>

namespace ricochet::scenes {
namespace {

constexpr double kBounceFloorHalf = 200;  // metres: a body that topples may travel far
constexpr btScalar kFall = 1;             // metres
constexpr double kInfinity = std::numeric_limits<double>::infinity();

SceneMesh bouncingTorus() { return torus({}); }
SceneMesh cube() { return box(0.5, 0.5, 0.5); }
SceneMesh bouncingSphere() { return icosphere(4, 0.5); }

struct BounceVariant {
    const char* name;
    SceneMesh (*make)();
};
constexpr BounceVariant kBounceVariants[] = {
    {"torus", bouncingTorus}, {"box", cube}, {"sphere", bouncingSphere}};

class Bounce : public FloorScene {
public:
    Bounce(btDynamicsWorld& world, const SceneOptions& options)
        : FloorScene(world, options, kBounceFloorHalf), smallStep_(options.smallStep()) {
        const Surface& surface = moving(variantOf(kBounceVariants, options.variant).make());
        restHeight_ = double(-bottomOf(*surface.mesh));
        const btVector3 start(0, btScalar(restHeight_) + kFall, 0);
        body_ = &add(surface, 1, btTransform(btQuaternion::getIdentity(), start));
        for (btRigidBody* body : {&floor(), body_}) setMutualRestitution(*body, 1);
        startEnergy_ = energy();
    }

    void afterStep() override {
        const auto speed = double(body_->getLinearVelocity().y());
        if (upward_ <= 0 && speed > 0) ++bounces_;
        if (upward_ > 0 && speed <= 0) noteApex();
        upward_ = speed;
    }

    std::vector<Measure> measures() const override {
        return {{"bounces", bounces_},
                {"apex_energy_gain", gain_},
                {"apex_energy_loss", loss_},
                {"apex_energy_last", last_}};
    }

private:
    /// Kinetic and potential energy, J/kg, above that of a body that lies on the floor. With the last term it
    /// is exactly conserved in free flight by the solver's small steps of h seconds: v' = v - g h, y' = y + h
    /// v'.
    double energy() const {
        const double gravity = 9.81;
        const btVector3 velocity = body_->getLinearVelocity(), spin = body_->getAngularVelocity();
        const btVector3 momentum = body_->getInvInertiaTensorWorld().inverse() * spin;
        const double height = double(body_->getCenterOfMassPosition().y()) - restHeight_;
        return double(velocity.length2() + spin.dot(momentum)) / 2 + gravity * height -
               gravity * smallStep_ * double(velocity.y()) / 2;
    }

    void noteApex() {
        last_ = energy() / startEnergy_;
        gain_ = bounces_ > 1 ? std::max(gain_, last_ - 1) : last_ - 1;
        loss_ = bounces_ > 1 ? std::max(loss_, 1 - last_) : 1 - last_;
    }

    const double smallStep_;
    btRigidBody* body_;
    double restHeight_, startEnergy_;  ///< metres; J/kg
    double upward_ = 0;                ///< m/s, after the last step
    double bounces_ = 0;
    /// Fractions of the initial energy; gain and loss are infinite before the first apex.
    double gain_ = kInfinity, loss_ = kInfinity, last_ = 1;
};

}  // namespace

std::unique_ptr<Scene> makeBounce(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<Bounce>(world, options);
}

}  // namespace ricochet::scenes
