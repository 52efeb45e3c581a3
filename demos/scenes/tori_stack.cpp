#include "demos/scenes/tori_stack.h"

#include "demos/scenes/floor_scene.h"
#include "demos/scenes/mesh_generators.h"

#include <utility>

namespace ricochet::scenes {
namespace {

constexpr double kToriGap = 1e-3;     // of a ring's radius, between bodies at the start, margins not counted
constexpr double kToriFloorHalf = 6;  // metres

struct ToriVariant {
    const char* name;
    double phase;
    int tori = 10;
    double ringRadius = 1;  // metres
    btScalar topMass = 1;   // kg
};
constexpr ToriVariant kToriVariants[] = {{"flat", 0.5},
                                         {"ridge", 0},
                                         {"heavy", 0.5, 2, 1, 10000},
                                         {"heavy-1000", 0.5, 2, 1, 1000},
                                         {"small", 0.5, 4, 0.01 / 2.6}};

class ToriStack : public FloorScene {
public:
    ToriStack(btDynamicsWorld& world, const SceneOptions& options)
        : FloorScene(world, options, kToriFloorHalf) {
        const ToriVariant& variant = variantOf(kToriVariants, options.variant);
        SceneMesh mesh = torus({.phase = variant.phase});
        scale(mesh, variant.ringRadius);
        const Surface& ring = moving(std::move(mesh));
        const btScalar halfHeight = topOf(*ring.mesh);
        const btScalar gap = btScalar(kToriGap * variant.ringRadius) + 2 * options.margin;
        for (int i = 0; i < variant.tori; ++i) {
            const btScalar y = halfHeight + gap + btScalar(i) * (2 * halfHeight + gap);
            const btScalar mass = i + 1 < variant.tori ? btScalar(1) : variant.topMass;
            add(ring, mass, btTransform(btQuaternion::getIdentity(), btVector3(0, y, 0)));
        }
    }
};

}  // namespace

std::unique_ptr<Scene> makeToriStack(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<ToriStack>(world, options);
}

}  // namespace ricochet::scenes
