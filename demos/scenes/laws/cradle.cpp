// Equal bodies in a row that bounce without loss pass on the speed of the first: the last one leaves with it,
// and the others are at rest.

#include "demos/scenes/angles.h"
#include "demos/scenes/laws/law_scene.h"
#include "demos/scenes/laws/laws.h"
#include "demos/scenes/mesh_generators.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ricochet::scenes {
namespace {

constexpr int kTori = 5;
constexpr double kCradleSpeed = 1;   // m/s
constexpr double kCradleGap = 0.05;  // metres between two
constexpr double kCradleSeconds = 1;
constexpr double kCradleShare = 1e-3;  // of the speed

class Cradle : public LawScene {
public:
    Cradle(btDynamicsWorld& world, const SceneOptions& options)
        : LawScene(world, options, btVector3(0, 0, 0), 0, kCradleSeconds) {
        const TorusSize size{32, 16, 0.4, 0.12, 0.5};
        const Surface& surface = moving(torus(size));
        // Faces perpendicular to x are opposite each other.
        const btQuaternion half(btVector3(0, 1, 0), btScalar(kPi / size.segments));
        const double radius =
            (size.ringRadius + size.tubeRadius * std::cos(kPi / size.sides)) * std::cos(kPi / size.segments);
        for (int i = 0; i < kTori; ++i) {
            const btVector3 at(btScalar(i * (2 * radius + kCradleGap)), 0, 0);
            tori_.push_back(&add(surface, 1, btTransform(half, at)));
            setMutualRestitution(*tori_.back(), 1);
        }
        tori_.front()->setLinearVelocity(btVector3(btScalar(kCradleSpeed), 0, 0));
    }

    std::vector<Law> laws() const override {
        double others = 0;
        for (int i = 0; i + 1 < kTori; ++i) {
            others = std::max(others, double(tori_[std::size_t(i)]->getLinearVelocity().length()));
        }
        const auto last = double(tori_.back()->getLinearVelocity().x());
        return {{"last_speed_m_per_s", last, kCradleSpeed, (1 - kCradleShare) * kCradleSpeed,
                 (1 + kCradleShare) * kCradleSpeed},
                {"others_speed_m_per_s", others, 0, 0, kCradleShare * kCradleSpeed}};
    }

private:
    std::vector<btRigidBody*> tori_;
};

}  // namespace

std::unique_ptr<Scene> makeCradle(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<Cradle>(world, options);
}

}  // namespace ricochet::scenes
