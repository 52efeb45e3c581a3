#include "demos/scenes/torus.h"

#include "demos/scenes/landscape.h"
#include "demos/scenes/mesh_scene.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ricochet::scenes {
namespace {

constexpr btScalar kTorusRestitution = btScalar(0.4);

/// Around the stalagmite, high above its foot, tilted to a random side.
btTransform startOn(Random& random) {
    constexpr btScalar kHeight = btScalar(5), kTilt = btScalar(0.3);  // metres, radians
    const double side = random.between(0, 2 * std::numbers::pi);
    const btVector3 axis(btScalar(std::cos(side)), 0, btScalar(std::sin(side)));
    return btTransform(btQuaternion(axis, kTilt), btVector3(0, kHeight, 0));
}

class Torus : public MeshScene {
public:
    Torus(btDynamicsWorld& world, const SceneOptions& options)
        : MeshScene(world, options, btVector3(0, btScalar(-9.81), 0)) {
        btRigidBody& ground = add(standing(landscapeMesh()), 0, btTransform::getIdentity());
        btRigidBody& ring = add(moving(wrinkledTorus()), 1, startOn(random()));
        for (btRigidBody* body : {&ground, &ring}) setMutualRestitution(*body, kTorusRestitution);
        ring.setAngularVelocity(btVector3(0, 2, 0));
    }

    /// The centre of a ring around the stalagmite is inside the rock, so only the ground's outer bounds
    /// count.
    Place placeOf(const btRigidBody& body) const override {
        constexpr btScalar kDeepestDimple = btScalar(-0.5);  // metres
        const btVector3& p = body.getCenterOfMassPosition();
        const bool isOver = std::max(std::abs(p.x()), std::abs(p.z())) < kLandscapeHalf;
        return isOver && p.y() > kDeepestDimple ? Place::inside : Place::through;
    }
};

}  // namespace

std::unique_ptr<Scene> makeTorus(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<Torus>(world, options);
}

}  // namespace ricochet::scenes
