// A coin on its edge rolls in a circle, ever lower and faster, until it lies. A disc would roll for ever: the
// edge's corners take its energy. The reference is the same polyhedron in steps of 0.1 ms.

#include "demos/scenes/analytic/analytic_scene.h"
#include "demos/scenes/analytic/analytic_scenes.h"
#include "demos/scenes/analytic/body_on_plane.h"
#include "demos/scenes/analytic/outline.h"
#include "demos/scenes/angles.h"
#include "demos/scenes/mesh_generators.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ricochet::scenes {
namespace {

constexpr int kCoinSides = 32;
constexpr double kCoinThickness = 0.1;  // of the radius
constexpr double kCoinLean = 30 * kPi / 180, kLies = 2 * kPi / 180;
constexpr double kCoinSeconds = 10, kCoinFineStep = 1e-4;
constexpr double kCoinShare = 0.2;  // of the time
constexpr btScalar kCoinFriction = 1;

struct CoinVariant {
    const char* name;
    double radius;  ///< metres
};
constexpr CoinVariant kCoinVariants[] = {{"40cm", 0.4}, {"4cm", 0.04}};

class Coin : public AnalyticScene {
public:
    Coin(btDynamicsWorld& world, const SceneOptions& options)
        : AnalyticScene(world, options, usualGravity(), kCoinFriction, kCoinSeconds) {
        const double radius = variantOf(kCoinVariants, options.variant).radius,
                     half = kCoinThickness * radius / 2;
        add(standing(flatFloor(-3, 3, 3)), 0, btTransform::getIdentity());
        const Surface& surface = moving(
            outlinePrism(regularOutline(kCoinSides, radius * std::cos(kPi / kCoinSides)), -half, half));
        const btQuaternion turn = btQuaternion(btVector3(0, 0, 1), btScalar(kCoinLean)) *
                                  btQuaternion(btVector3(0, 1, 0), btScalar(random().between(0, kTurn)));
        btScalar lowest = 0;
        for (const btVector3& v : surface.mesh->vertices) {
            vertices_.emplace_back(double(v.x()), double(v.y()), double(v.z()));
            lowest = std::min(lowest, quatRotate(turn, v).y());
        }
        coin_ = &add(surface, 1, btTransform(turn, btVector3(0, btScalar(kStartGap) - lowest, 0)));
        // A thin disc that rolls round a centre at rest turns about its steepest diameter.
        const double diametral = double(1 / coin_->getInvInertiaDiagLocal().x());
        const double precession = std::sqrt(gravity() * radius / (diametral * std::sin(kCoinLean)));
        const btVector3 uphill(btScalar(std::cos(kCoinLean)), btScalar(std::sin(kCoinLean)), 0);
        coin_->setAngularVelocity(btScalar(precession * std::sin(kCoinLean)) * uphill);
        const btVector3 at = coin_->getCenterOfMassPosition(), spin = coin_->getAngularVelocity();
        start_.position = {0, double(at.y()), 0};
        start_.orientation = {double(turn.w()), double(turn.x()), double(turn.y()), double(turn.z())};
        start_.spin = {double(spin.x()), double(spin.y()), double(spin.z())};
    }

    void afterStep() override {
        time_ += timeStep();
        if (double(coin_->getCenterOfMassTransform().getBasis()[1][1]) < std::cos(kLies)) leaning_ = time_;
    }

    std::vector<AnalyticFigure> analyticFigures() const override {
        const double expected = timeInFineSteps();
        return {figureNear(kCoinShare, "time_to_rest_s", leaning_, expected)};
    }

private:
    double timeInFineSteps() const {
        const btVector3 inverse = coin_->getInvInertiaDiagLocal();
        const Eigen::Matrix3d inertia =
            Eigen::Vector3d(1 / double(inverse.x()), 1 / double(inverse.y()), 1 / double(inverse.z()))
                .asDiagonal();
        BodyOnPlane coin(vertices_, inertia, {0, -gravity(), 0}, double(kCoinFriction), start_);
        double time = 0, leaning = 0;
        while (time < kCoinSeconds && time < leaning + 0.5) {
            coin.simulate(kCoinFineStep, 1);
            time += kCoinFineStep;
            if (coin.state().orientation.toRotationMatrix()(1, 1) < std::cos(kLies)) leaning = time;
        }
        return leaning;
    }

    btRigidBody* coin_;
    std::vector<Eigen::Vector3d> vertices_;  ///< metres
    BodyOnPlane::State start_;
    double time_ = 0, leaning_ = 0;  ///< seconds; when it last leaned
};

}  // namespace

std::unique_ptr<Scene> makeCoin(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<Coin>(world, options);
}

}  // namespace ricochet::scenes
