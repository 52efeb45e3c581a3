#include "demos/scenes/tori_stack.h"

#include "demos/scenes/mesh_generators.h"
#include "demos/scenes/mesh_scene.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ricochet::scenes {
namespace {

constexpr int kTori = 10;
constexpr btScalar kGap = btScalar(1e-3);  // metres, between bodies at the start
constexpr double kFloorHalf = 6;           // metres

struct Variant {
    const char* name;
    double phase;
};
constexpr Variant kVariants[] = {{"flat", 0.5}, {"ridge", 0}};

class ToriStack : public MeshScene {
public:
    ToriStack(btDynamicsWorld& world, const SceneOptions& options)
        : MeshScene(world, options, btVector3(0, btScalar(-9.81), 0)) {
        SceneMesh floor = box(kFloorHalf, 1, kFloorHalf);
        translate(floor, btVector3(0, -1, 0));
        add(standing(std::move(floor)), 0, btTransform::getIdentity());

        const Surface& ring = moving(torus({.phase = variantOf(kVariants, options.variant).phase}));
        const btScalar halfHeight = topOf(*ring.mesh);
        for (int i = 0; i < kTori; ++i) {
            const btScalar y = halfHeight + kGap + i * (2 * halfHeight + kGap);
            add(ring, 1, btTransform(btQuaternion::getIdentity(), btVector3(0, y, 0)));
        }
    }

    Place placeOf(const btRigidBody& body) const override {
        const btVector3& p = body.getCenterOfMassPosition();
        const bool isOnFloor = p.y() > 0 && std::max(std::abs(p.x()), std::abs(p.z())) < kFloorHalf;
        return isOnFloor || isFloor(body) ? Place::inside : Place::through;
    }

private:
    bool isFloor(const btRigidBody& body) const { return &body == bodies_.front().body; }
};

}  // namespace

std::unique_ptr<Scene> makeToriStack(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<ToriStack>(world, options);
}

}  // namespace ricochet::scenes
