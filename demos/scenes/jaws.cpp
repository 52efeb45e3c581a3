#include "demos/scenes/jaws.h"

#include "demos/scenes/angles.h"
#include "demos/scenes/jaw_mesh.h"
#include "demos/scenes/mesh_generators.h"
#include "demos/scenes/mesh_scene.h"

#include <cmath>

namespace ricochet::scenes {
namespace {

constexpr double kOpen = 12;                    // degrees: at the start
constexpr double kMouth = 1;                    // metres between the arches' edges where the hinge is at zero
constexpr double kJointZ = -6, kJointY = 2;     // metres: the joint is behind the arches and above them
constexpr btScalar kJawSpeed = btScalar(-0.4);  // rad/s: it closes
constexpr btScalar kTorque = 400;               // Nm at most; the arch's weight needs a hundred
constexpr btScalar kJawSlack = btScalar(0.1);   // metres: farther from its joint the jaw is dislocated

class Jaws : public MeshScene {
public:
    Jaws(btDynamicsWorld& world, const SceneOptions& options)
        : MeshScene(world, options, btVector3(0, btScalar(-9.81), 0)),
          world_(world),
          timeStep_(double(options.timeStep)),
          lower_(addArches(options)),
          joint_(lower_, pivot_, btVector3(1, 0, 0)) {
        // Bullet takes a motor's limit as an impulse in each step.
        joint_.enableAngularMotor(true, kJawSpeed, kTorque * options.timeStep);
        world_.addConstraint(&joint_);
        angle_ = angle();
    }
    ~Jaws() override { world_.removeConstraint(&joint_); }

    void afterStep() override {
        const double now = angle();
        turning_ = (now - angle_) / timeStep_;
        angle_ = now;
    }

    std::vector<Measure> measures() const override {
        return {{"open_degrees", angle_}, {"turning_degrees_per_second", turning_}};
    }

    Place placeOf(const btRigidBody& body) const override {
        if (&body != &lower_) return Place::inside;
        const btVector3 joint = body.getCenterOfMassTransform() * pivot_;
        return (joint - vertexAt(0, kJointY, kJointZ)).length() < kJawSlack ? Place::inside : Place::through;
    }

private:
    btRigidBody& addArches(const SceneOptions& options) {
        SceneMesh upper = dentalArch({.shift = 0.5, .isUpper = true});
        translate(upper, vertexAt(0, kMouth, 0));
        add(standing(std::move(upper)), 0, btTransform::getIdentity());
        SceneMesh lower = dentalArch({});
        const btVector3 centre = options.centreOfMass(lower), joint = vertexAt(0, kJointY, kJointZ);
        pivot_ = joint - centre;
        const btMatrix3x3 turn(btQuaternion(btVector3(1, 0, 0), btScalar(kOpen * kPi / 180)));
        return add(moving(std::move(lower)), 1, btTransform(turn, joint - turn * pivot_));
    }

    /// Degrees; about x, zero where the lower arch is level.
    double angle() const {
        const btMatrix3x3& turn = lower_.getCenterOfMassTransform().getBasis();
        return std::atan2(double(turn[2][1]), double(turn[1][1])) * 180 / kPi;
    }

    btDynamicsWorld& world_;
    const double timeStep_;
    btVector3 pivot_;  ///< in the lower arch's frame
    btRigidBody& lower_;
    btHingeConstraint joint_;
    double angle_ = 0, turning_ = 0;
};

}  // namespace

std::unique_ptr<Scene> makeJaws(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<Jaws>(world, options);
}

}  // namespace ricochet::scenes
