// Two fingers press on a load from both sides and rise. By Coulomb's law friction raises it if their force is
// at least its weight over twice the friction; with less they slip along it, and it stays on the floor.

#include "demos/scenes/analytic/analytic_scene.h"
#include "demos/scenes/analytic/analytic_scenes.h"
#include "demos/scenes/angles.h"
#include "demos/scenes/mesh_generators.h"

#include <cmath>
#include <vector>

namespace ricochet::scenes {
namespace {

constexpr double kGripFriction = 0.5;
constexpr double kLoadMass = 1, kFingerMass = 1;       // kg
constexpr double kLoadHalf = 0.05, kFingerGap = 1e-4;  // metres
constexpr double kFingerX = 0.015, kFingerZ = 0.03;    // half sizes, metres
constexpr double kFingerShare = 0.8;                   // of the load's height: it stays above the floor
constexpr double kRiseSpeed = 0.05;                    // m/s: half a load in a second
constexpr double kPressSeconds = 0.05, kRampSeconds = 0.05, kGripSeconds = 2;
constexpr double kGripLag = 0.05;  // of the fingers' rise

enum class Load { box, torus };

struct GripperVariant {
    const char* name;
    Load load;
    double share;  ///< of the force that friction needs to carry the load
};
constexpr GripperVariant kGripperVariants[] = {
    {"box-3.4", Load::box, 3.4},     {"box-1.2", Load::box, 1.2},      {"box-0.9", Load::box, 0.9},
    {"box-0.68", Load::box, 0.68},   {"torus-3.4", Load::torus, 3.4},  {"torus-1.2", Load::torus, 1.2},
    {"torus-0.9", Load::torus, 0.9}, {"torus-0.68", Load::torus, 0.68}};

constexpr TorusSize kGripTorus{32, 16, 0.035, 0.015, 0.5};

/// Metres: half the distance of two facets of the torus that are opposite each other.
double torusHalf() {
    return (kGripTorus.ringRadius + kGripTorus.tubeRadius * std::cos(kPi / kGripTorus.sides)) *
           std::cos(kPi / kGripTorus.segments);
}

class Gripper : public AnalyticScene {
public:
    Gripper(btDynamicsWorld& world, const SceneOptions& options)
        : AnalyticScene(world, options, usualGravity(), btScalar(kGripFriction), kGripSeconds),
          variant_(variantOf(kGripperVariants, options.variant)) {
        const double friction = double(options.friction.value_or(btScalar(kGripFriction)));
        const double force = variant_.share * kLoadMass * gravity() / (2 * friction);
        add(standing(flatFloor(-1, 1, 1)), 0, btTransform::getIdentity());
        const bool isBox = variant_.load == Load::box;
        const Surface& surface = moving(isBox ? box(kLoadHalf, kLoadHalf, kLoadHalf) : torus(kGripTorus));
        // Faces of the torus that are perpendicular to x.
        const btQuaternion half(btVector3(0, 1, 0), btScalar(isBox ? 0 : kPi / kGripTorus.segments));
        const btScalar height = btScalar(kStartGap) - bottomOf(*surface.mesh);
        load_ = &add(surface, btScalar(kLoadMass), btTransform(half, {0, height, 0}));
        const Surface& finger = moving(box(kFingerX, kFingerShare * double(height), kFingerZ));
        const double aside = (isBox ? kLoadHalf : torusHalf()) + kFingerX + kFingerGap;
        for (const double side : {-1.0, 1.0}) {
            addFinger(finger, {btScalar(side * aside), height, 0}, btScalar(-side * force));
        }
        startOfLoad_ = startOfFinger_ = double(height);
    }

    std::vector<AnalyticFigure> analyticFigures() const override {
        const double load = double(load_->getCenterOfMassPosition().y()) - startOfLoad_;
        const double finger = double(fingers_.front()->getCenterOfMassPosition().y()) - startOfFinger_;
        const double lag = finger > 0 ? 1 - load / finger : 0, expected = variant_.share > 1 ? 0 : 1;
        return {{.name = "lag_of_the_rise",
                 .measured = lag,
                 .expected = expected,
                 .minimum = expected - kGripLag,
                 .maximum = expected + kGripLag}};
    }

private:
    /// Guided: its force (N) and contacts move it along x only.
    void addFinger(const Surface& surface, const btVector3& at, btScalar force) {
        btRigidBody& finger =
            add(surface, btScalar(kFingerMass), btTransform(btQuaternion::getIdentity(), at));
        finger.setAngularFactor(0);
        finger.setLinearFactor({1, 0, 0});
        finger.setGravity({0, 0, 0});
        actingOn(finger).force = {force, 0, 0};
        actingOn(finger).drive = Drive{
            .axis = {0, 1, 0},
            .speeds = {{kPressSeconds, 0}, {kPressSeconds + kRampSeconds, kRiseSpeed}},
        };
        fingers_.push_back(&finger);
    }

    const GripperVariant& variant_;
    btRigidBody* load_;
    std::vector<btRigidBody*> fingers_;
    double startOfLoad_, startOfFinger_;  ///< metres
};

}  // namespace

std::unique_ptr<Scene> makeGripper(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<Gripper>(world, options);
}

}  // namespace ricochet::scenes
