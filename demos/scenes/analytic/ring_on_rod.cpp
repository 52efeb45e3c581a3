// A ring of inner radius R on a rod of radius r rolls without slipping: with the swing's angle q its energy
// is m (R - r)^2 q'^2 (1 + I / (m R^2)) / 2 + m g (R - r) (1 - cos q), so it swings like a pendulum.

#include "demos/scenes/analytic/analytic_scene.h"
#include "demos/scenes/analytic/analytic_scenes.h"
#include "demos/scenes/angles.h"
#include "demos/scenes/mesh_generators.h"

#include <algorithm>
#include <cmath>

namespace ricochet::scenes {
namespace {

// Metres.
constexpr double kRodRadius = 0.1, kRodHalfLength = 0.5;
constexpr double kInner = 0.5, kOuter = 0.6, kRingHalfWidth = 0.1;
constexpr int kRodSegments = 128;
constexpr double kRingStart = 10 * kPi / 180;
constexpr int kSwings = 14;            // to and fro
constexpr double kRingSeconds = 32;    // the swings take 26.5 s
constexpr btScalar kRingFriction = 1;  // it does not slip

SceneMesh rod() {
    SceneMesh mesh = revolved({{0, -kRodHalfLength},
                               {kRodRadius, -kRodHalfLength},
                               {kRodRadius, kRodHalfLength},
                               {0, kRodHalfLength}},
                              kRodSegments);
    turnAxes(mesh, 2);
    return mesh;
}

SceneMesh wallOf(int segments) {
    SceneMesh mesh = revolved({{kInner, -kRingHalfWidth},
                               {kOuter, -kRingHalfWidth},
                               {kOuter, kRingHalfWidth},
                               {kInner, kRingHalfWidth}},
                              segments);
    turnAxes(mesh, 2);
    return mesh;
}

class RingOnRod : public AnalyticScene {
public:
    RingOnRod(btDynamicsWorld& world, const SceneOptions& options)
        : AnalyticScene(world, options, usualGravity(), kRingFriction, kRingSeconds) {
        const int segments = options.variant.empty() ? 512 : std::stoi(options.variant);
        add(standing(rod()), 0, btTransform::getIdentity());
        // The ring's wall is nearest to its axis in the middles of its faces.
        const double hang = kInner * std::cos(kPi / segments) - kRodRadius;
        const btVector3 start(btScalar(hang * std::sin(kRingStart)), btScalar(-hang * std::cos(kRingStart)),
                              0);
        ring_ = &add(moving(wallOf(segments)), 1, btTransform(btQuaternion::getIdentity(), start));
        lowest_ = -gravity() * (kInner - kRodRadius);
        startEnergy_ = energy();
        const double inertia = 1 / double(ring_->getInvInertiaDiagLocal().z());
        const double length = (kInner - kRodRadius) * (1 + inertia / (kInner * kInner));
        // With the second term of the pendulum's series in its greatest angle.
        period_ = kTurn * std::sqrt(length / gravity()) * (1 + kRingStart * kRingStart / 16);
    }

    void afterStep() override {
        time_ += timeStep();
        if (swings_ >= kSwings) return;
        most_ = std::max(most_, energy() / startEnergy_ - 1);
        left_ = energy() / startEnergy_;
        const auto x = double(ring_->getCenterOfMassPosition().x());
        if (x >= 0 && x_ < 0) note(time_ - timeStep() * x / (x - x_));
        x_ = x;
    }

    std::vector<AnalyticFigure> analyticFigures() const override {
        return {{.name = "energy_gain", .measured = most_, .expected = 0, .minimum = -1, .maximum = 1e-3},
                {.name = "energy_left", .measured = left_, .expected = 1, .minimum = 0.9, .maximum = 1.001},
                {.name = "period_s",
                 .measured = measuredPeriod(),
                 .expected = period_,
                 .minimum = 0.99 * period_,
                 .maximum = 1.01 * period_},
                {.name = "swings",
                 .measured = double(swings_),
                 .expected = kSwings,
                 .minimum = kSwings,
                 .maximum = kSwings}};
    }

private:
    double energy() const { return energyOf(*ring_) - lowest_; }

    /// The ring passes below the rod from left to right.
    void note(double time) {
        if (first_ == 0) {
            first_ = time;
        } else {
            ++swings_;
        }
        last_ = time;
    }

    double measuredPeriod() const { return swings_ > 0 ? (last_ - first_) / swings_ : 0; }

    btRigidBody* ring_;
    double lowest_, startEnergy_;  ///< J/kg
    double period_;                ///< seconds
    double most_ = -1, left_ = 0;  ///< shares of the energy at the start
    double time_ = 0, x_ = 1;      ///< seconds; metres, after the last step
    double first_ = 0, last_ = 0;  ///< seconds
    int swings_ = 0;
};

}  // namespace

std::unique_ptr<Scene> makeRingOnRod(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<RingOnRod>(world, options);
}

}  // namespace ricochet::scenes
