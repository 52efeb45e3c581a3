#include "demos/scenes/tori_stack.h"

#include "demos/scenes/floor_scene.h"
#include "demos/scenes/mesh_generators.h"

namespace ricochet::scenes {
namespace {

constexpr int kTori = 10;
constexpr btScalar kGap = btScalar(1e-3);  // metres, between bodies at the start, margins not counted
constexpr double kFloorHalf = 6;           // metres

struct Variant {
    const char* name;
    double phase;
};
constexpr Variant kVariants[] = {{"flat", 0.5}, {"ridge", 0}};

class ToriStack : public FloorScene {
public:
    ToriStack(btDynamicsWorld& world, const SceneOptions& options) : FloorScene(world, options, kFloorHalf) {
        const Surface& ring = moving(torus({.phase = variantOf(kVariants, options.variant).phase}));
        const btScalar halfHeight = topOf(*ring.mesh);
        const btScalar gap = kGap + 2 * options.margin;
        for (int i = 0; i < kTori; ++i) {
            const btScalar y = halfHeight + gap + i * (2 * halfHeight + gap);
            add(ring, 1, btTransform(btQuaternion::getIdentity(), btVector3(0, y, 0)));
        }
    }
};

}  // namespace

std::unique_ptr<Scene> makeToriStack(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<ToriStack>(world, options);
}

}  // namespace ricochet::scenes
