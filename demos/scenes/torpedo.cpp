#include "demos/scenes/torpedo.h"

#include "demos/scenes/mesh_scene.h"
#include "demos/scenes/pivot_mesh.h"
#include "demos/scenes/torpedo_mesh.h"

#include <cmath>
#include <numbers>

namespace ricochet::scenes {
namespace {

constexpr btScalar kTorpedoMass = 1600;        // kg
constexpr btScalar kDrop = btScalar(0.08);     // metres, from the start down to the rollers
constexpr btScalar kRolledBy = btScalar(0.1);  // metres: largest displacement of its centre from the cradle's

/// Slightly above the rollers, rotated at random about its axis and slightly misaligned.
btTransform startAbove(Random& random) {
    const auto roll = btScalar(random.between(0, 2 * std::numbers::pi));
    const auto pitch = btScalar(random.between(-0.01, 0.01));
    const btQuaternion turn =
        btQuaternion(btVector3(0, 0, 1), pitch) * btQuaternion(btVector3(1, 0, 0), roll);
    return btTransform(turn, btVector3(0, btScalar(kCradleHeight) + kDrop, 0));
}

class Torpedo : public MeshScene {
public:
    Torpedo(btDynamicsWorld& world, const SceneOptions& options)
        : MeshScene(world, options, btVector3(0, btScalar(-9.81), 0)) {
        add(standing(pivotMesh()), 0, btTransform::getIdentity());
        add(moving(torpedoMesh()), kTorpedoMass, startAbove(random()));
    }

    Place placeOf(const btRigidBody& body) const override {
        if (&body == bodies_.front().body) return Place::inside;
        const btVector3& p = body.getCenterOfMassPosition();
        const bool isInCradle = std::abs(p.z()) < kRolledBy && p.y() > btScalar(kCradleHeight) - kRolledBy;
        return isInCradle ? Place::inside : Place::through;
    }
};

}  // namespace

std::unique_ptr<Scene> makeTorpedo(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<Torpedo>(world, options);
}

}  // namespace ricochet::scenes
