// A sphere that rolls down a slope from rest gains g sin(angle) / (1 + I / (m R^2)).

#include "demos/scenes/laws/law_scene.h"
#include "demos/scenes/laws/laws.h"
#include "demos/scenes/mesh_generators.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ricochet::scenes {
namespace {

constexpr double kRadius = 0.5;  // metres
constexpr double kSeconds = 1;
constexpr double kHeightShare = 0.005;  // of the radius
constexpr btScalar kFriction = 1;

struct Variant {
    const char* name;
    int subdivisions;
    double degrees;
    double share;  ///< of the acceleration
};
constexpr Variant kVariants[] = {{"5120-15", 4, 15, 0.03},   {"5120-5", 4, 5, 0.03},
                                 {"5120-30", 4, 30, 0.03},   {"20480-5", 5, 5, 0.015},
                                 {"20480-15", 5, 15, 0.015}, {"20480-30", 5, 30, 0.015}};

class RollingSphere : public LawScene {
public:
    RollingSphere(btDynamicsWorld& world, const SceneOptions& options)
        : RollingSphere(world, options, variantOf(kVariants, options.variant)) {}

    void afterStep() override {
        const btVector3 at = sphere_->getCenterOfMassPosition();
        distances_.push_back(double(at.x()));
        off_ = std::max(off_, std::abs(double(at.y()) / kRadius - 1));
    }

    std::vector<Law> laws() const override {
        const double measured = acceleration();
        return {{"acceleration_m_per_s2", measured, expected_, (1 - share_) * expected_,
                 (1 + share_) * expected_},
                {"height_off", off_, 0, 0, kHeightShare}};
    }

private:
    RollingSphere(btDynamicsWorld& world, const SceneOptions& options, const Variant& variant)
        : LawScene(world, options, gravityOnSlope(variant.degrees), kFriction, kSeconds),
          share_(variant.share) {
        add(standing(lawFloor(-2, 10, 3)), 0, btTransform::getIdentity());
        const Surface& surface = moving(icosphere(variant.subdivisions, kRadius));
        const btQuaternion turn = random().rotation();
        btScalar lowest = 0;
        for (const btVector3& v : surface.mesh->vertices) lowest = std::min(lowest, quatRotate(turn, v).y());
        sphere_ = &add(surface, 1, btTransform(turn, btVector3(0, btScalar(kStartGap) - lowest, 0)));
        const double inertia = 1 / double(sphere_->getInvInertiaDiagLocal().x());
        expected_ = double(gravityOnSlope(variant.degrees).x()) / (1 + inertia / (kRadius * kRadius));
    }

    /// Of both halves of the run: the start, off which edge it ever rolls first, is not in it. In m steps of
    /// Bullet's a body goes a h^2 m (m + 1) / 2 from rest.
    double acceleration() const {
        const std::size_t half = distances_.size() / 2;
        if (half == 0) return 0;
        const double time = timeStep() * double(half);
        return (distances_[2 * half - 1] - 2 * distances_[half - 1]) / (time * time);
    }

    btRigidBody* sphere_;
    const double share_;
    double expected_;                ///< m/s²
    std::vector<double> distances_;  ///< metres, after each step
    double off_ = 0;                 ///< of the radius: how far the centre was from its height
};

}  // namespace

std::unique_ptr<Scene> makeRollingSphere(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<RollingSphere>(world, options);
}

}  // namespace ricochet::scenes
