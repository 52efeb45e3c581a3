// A top whose axis leans by q and whose foot is fixed precesses steadily at W with
// m g l = I3 w3 W - (I1 + m l^2) W^2 cos(q), where w3 is the spin along its axis and l the distance of its
// centre from the foot.

#include "demos/scenes/analytic/analytic_scene.h"
#include "demos/scenes/analytic/analytic_scenes.h"
#include "demos/scenes/angles.h"
#include "demos/scenes/mesh_generators.h"

#include <algorithm>
#include <cmath>

namespace ricochet::scenes {
namespace {

constexpr double kTopRadius = 0.1, kApexRounding = 0.06, kTopCrownEdge = 0.03;  // metres
// Bullet's gyroscopic term inverts an inertia matrix and fails if its determinant is below 1e-7.
constexpr btScalar kTopMass = 20;  // kg
constexpr int kTopSegments = 64;
constexpr double kTopLean = 20 * kPi / 180;
constexpr double kSpin = 40;  // rad/s; Bullet rotates bodies by at most 45 degrees per step
constexpr double kTopSeconds = 2;
constexpr double kTopShare = 0.05;  // of the rate
constexpr double kTopDegrees = 3;   // of the lean
constexpr btScalar kTopFriction = 1;

class Top : public AnalyticScene {
public:
    Top(btDynamicsWorld& world, const SceneOptions& options)
        : AnalyticScene(world, options, usualGravity(), kTopFriction, kTopSeconds) {
        add(standing(flatFloor(-2, 2, 2)), 0, btTransform::getIdentity());
        const Surface& surface = moving(revolved({{0, 0},
                                                  {kTopRadius, kApexRounding},
                                                  {kTopRadius, kApexRounding + kTopCrownEdge},
                                                  {0, kApexRounding + kTopCrownEdge}},
                                                 kTopSegments));
        const double length = double(-bottomOf(*surface.mesh));
        const btQuaternion lean(btVector3(0, 0, 1), btScalar(-kTopLean));
        axis_ = quatRotate(lean, btVector3(0, 1, 0));
        top_ = &add(surface, kTopMass,
                    btTransform(lean, btScalar(length) * axis_ + btVector3(0, btScalar(kStartGap), 0)));
        expected_ = rate(length);
        const btVector3 up(0, 1, 0);
        const btVector3 spin =
            btScalar(kSpin) * axis_ + btScalar(expected_) * (up - btScalar(std::cos(kTopLean)) * axis_);
        top_->setAngularVelocity(spin);
        top_->setLinearVelocity(spin.cross(btScalar(length) * axis_));
    }

    void afterStep() override {
        time_ += timeStep();
        const btVector3 axis = top_->getCenterOfMassTransform().getBasis().getColumn(1);
        const btVector3 before(axis_.x(), 0, axis_.z()), now(axis.x(), 0, axis.z());
        turned_ += std::atan2(double(before.cross(now).y()), double(before.dot(now)));
        axis_ = axis;
        const double lean = std::acos(std::clamp(double(axis.y()), -1.0, 1.0));
        leanOff_ = std::max(leanOff_, std::abs(lean - kTopLean) * 180 / kPi);
    }

    std::vector<AnalyticFigure> analyticFigures() const override {
        const double measured = time_ > 0 ? turned_ / time_ : 0;
        return {figureNear(kTopShare, "precession_rad_per_s", measured, expected_),
                {.name = "lean_off_degrees",
                 .measured = leanOff_,
                 .expected = 0,
                 .minimum = 0,
                 .maximum = kTopDegrees}};
    }

private:
    /// The slower of both rates, rad/s.
    double rate(double length) const {
        const btVector3 inverse = top_->getInvInertiaDiagLocal();
        const auto perMass = double(top_->getInvMass());
        const double alongAxis = perMass / double(inverse.y());
        const double aboutFoot = perMass / double(inverse.x()) + length * length;
        const double a = aboutFoot * std::cos(kTopLean), b = alongAxis * kSpin, c = gravity() * length;
        return 2 * c / (b + std::sqrt(b * b - 4 * a * c));
    }

    btRigidBody* top_;
    btVector3 axis_;
    double expected_;               ///< rad/s
    double time_ = 0, turned_ = 0;  ///< seconds, radians
    double leanOff_ = 0;            ///< degrees
};

}  // namespace

std::unique_ptr<Scene> makeTop(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<Top>(world, options);
}

}  // namespace ricochet::scenes
