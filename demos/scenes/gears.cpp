#include "demos/scenes/gears.h"

#include "demos/scenes/angles.h"
#include "demos/scenes/gear_mesh.h"
#include "demos/scenes/mesh_generators.h"
#include "demos/scenes/mesh_scene.h"
#include "demos/scenes/turn_counter.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ricochet::scenes {
namespace {

constexpr double kBacklash = 5e-3;  // metres, of each gear
constexpr GearSize kDriver{.teeth = 20, .backlash = kBacklash};
constexpr GearSize kDriven{.teeth = 30, .backlash = kBacklash};

constexpr btScalar kGearSpeed = 1;               // rad/s
constexpr btScalar kMotorTorque = 50;            // Nm at most
constexpr btScalar kBrakeTorque = 1;             // Nm
constexpr double kGearSettled = 0.5;             // seconds: then flanks are in contact
constexpr btScalar kGearSlack = btScalar(0.05);  // metres: a gear farther from its axle has come off it

class Gears : public MeshScene {
public:
    Gears(btDynamicsWorld& world, const SceneOptions& options)
        : MeshScene(world, options, btVector3(0, btScalar(-9.81), 0)),
          world_(world),
          timeStep_(double(options.timeStep)),
          driver_(addGear(kDriver, 0, 0)),
          // Rotated so that it has a gap where the driver has a tooth.
          driven_(addGear(kDriven, pitchRadius(kDriver) + pitchRadius(kDriven), kPi / kDriven.teeth)),
          motor_(driver_, btVector3(0, 0, 0), btVector3(0, 0, 1)),
          brake_(driven_, btVector3(0, 0, 0), btVector3(0, 0, 1)),
          driverTurn_(driver_, 2),
          drivenTurn_(driven_, 2) {
        // Bullet takes a motor's limit as an impulse in each step.
        motor_.enableAngularMotor(true, kGearSpeed, kMotorTorque * options.timeStep);
        brake_.enableAngularMotor(true, 0, kBrakeTorque * options.timeStep);
        for (btHingeConstraint* hinge : {&motor_, &brake_}) world_.addConstraint(hinge);
    }

    ~Gears() override {
        for (btHingeConstraint* hinge : {&motor_, &brake_}) world_.removeConstraint(hinge);
    }

    void afterStep() override {
        time_ += timeStep_;
        driverTurn_.update();
        drivenTurn_.update();
        if (time_ <= kGearSettled) {
            settledDriver_ = driverTurn_.turn();
            settledDriven_ = drivenTurn_.turn();
        }
        const double slip =
            (kDriver.teeth * driverTurn_.turn() + kDriven.teeth * drivenTurn_.turn()) / (2 * kPi);
        mostSlip_ = std::max(mostSlip_, std::abs(slip));
    }

    std::vector<Measure> measures() const override {
        const double driver = driverTurn_.turn() - settledDriver_,
                     driven = drivenTurn_.turn() - settledDriven_;
        const double ratio = double(kDriver.teeth) / kDriven.teeth;
        const double error =
            driver != 0 ? std::abs(-driven / driver / ratio - 1) : std::numeric_limits<double>::quiet_NaN();
        return {{"driver_turns", driverTurn_.turn() / (2 * kPi)},
                {"mean_ratio_error", error},
                {"teeth_skipped", std::round(mostSlip_)}};
    }

    Place placeOf(const btRigidBody& body) const override {
        const double axle = &body == &driver_ ? 0 : pitchRadius(kDriver) + pitchRadius(kDriven);
        const btVector3 off = body.getCenterOfMassPosition() - vertexAt(axle, 0, 0);
        return off.length() < kGearSlack ? Place::inside : Place::through;
    }

private:
    /// Adds a gear with its axle along z through (x, 0, 0), rotated by an angle.
    btRigidBody& addGear(const GearSize& size, double x, double angle) {
        SceneMesh mesh = gearMesh(size);
        turnAboutX(mesh, kPi / 2);
        const btQuaternion turn(btVector3(0, 0, 1), btScalar(angle));
        return add(moving(std::move(mesh)), 1, btTransform(turn, vertexAt(x, 0, 0)));
    }

    btDynamicsWorld& world_;
    const double timeStep_;
    btRigidBody &driver_, &driven_;
    btHingeConstraint motor_, brake_;
    TurnCounter driverTurn_, drivenTurn_;
    double time_ = 0;                               ///< seconds
    double settledDriver_ = 0, settledDriven_ = 0;  ///< rad
    double mostSlip_ = 0;                           ///< teeth
};

}  // namespace

std::unique_ptr<Scene> makeGears(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<Gears>(world, options);
}

}  // namespace ricochet::scenes
