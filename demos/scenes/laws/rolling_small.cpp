// A small sphere of triangles rolls on a level floor: it turns by several of its corners in a step. The
// reference is the same polyhedron in steps of 0.1 ms.

#include "demos/scenes/laws/body_on_plane.h"
#include "demos/scenes/laws/law_scene.h"
#include "demos/scenes/laws/laws.h"
#include "demos/scenes/mesh_generators.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ricochet::scenes {
namespace {

constexpr double kRollSeconds = 1;
constexpr double kRollSpeed = 1;  // m/s
constexpr int kRollFineSteps = 10000;
constexpr double kShareOfLaw = 0.9;

struct RollVariant {
    const char* name;
    double radius;  ///< metres
    int subdivisions;
};
constexpr RollVariant kRollVariants[] = {
    {"3cm-5120", 0.03, 4}, {"3cm-20480", 0.03, 5}, {"10cm-5120", 0.1, 4}};

class RollingSmall : public LawScene {
public:
    RollingSmall(btDynamicsWorld& world, const SceneOptions& options)
        : RollingSmall(world, options, variantOf(kRollVariants, options.variant)) {}

    void afterStep() override {
        height_ = std::max(height_, std::abs(double(sphere_->getCenterOfMassPosition().y()) / radius_ - 1));
    }

    std::vector<Law> laws() const override {
        const double speed = double(sphere_->getLinearVelocity().length());
        BodyOnPlane fine = polyhedron_;
        fine.simulate(kRollSeconds, kRollFineSteps);
        const double expected = fine.state().velocity.norm();
        return {{"speed_m_per_s", speed, expected, kShareOfLaw * expected, kRollSpeed},
                {"height_off", height_, 0, 0, 0.01}};
    }

private:
    RollingSmall(btDynamicsWorld& world, const SceneOptions& options, const RollVariant& variant)
        : LawScene(world, options, usualGravity(), 1, kRollSeconds),
          radius_(variant.radius),
          sphere_(&addSphere(options, variant)),
          polyhedron_(startOf(variant)) {}

    btRigidBody& addSphere(const SceneOptions&, const RollVariant& variant) {
        add(standing(lawFloor(-1, 5, 1)), 0, btTransform::getIdentity());
        const Surface& surface = moving(icosphere(variant.subdivisions, variant.radius));
        btRigidBody& sphere =
            add(surface, 1,
                btTransform(btQuaternion::getIdentity(), {0, btScalar(variant.radius + kStartGap), 0}));
        sphere.setLinearVelocity({btScalar(kRollSpeed), 0, 0});
        sphere.setAngularVelocity({0, 0, btScalar(-kRollSpeed / variant.radius)});
        return sphere;
    }

    BodyOnPlane startOf(const RollVariant& variant) const {
        std::vector<Eigen::Vector3d> vertices;
        for (const btVector3& v : icosphere(variant.subdivisions, variant.radius).vertices)
            vertices.push_back({double(v.x()), double(v.y()), double(v.z())});
        BodyOnPlane::State start;
        start.position = {0, variant.radius + kStartGap, 0};
        start.velocity = {kRollSpeed, 0, 0};
        start.spin = {0, 0, -kRollSpeed / variant.radius};
        const double inertia = 1 / double(sphere_->getInvInertiaDiagLocal().x());
        return {std::move(vertices), inertia * Eigen::Matrix3d::Identity(), {0, -9.81, 0}, 1, start};
    }

    const double radius_;  ///< metres
    btRigidBody* sphere_;
    const BodyOnPlane polyhedron_;
    double height_ = 0;  ///< of the radius: deviation of the centre's height
};

}  // namespace

std::unique_ptr<Scene> makeRollingSmall(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<RollingSmall>(world, options);
}

}  // namespace ricochet::scenes
