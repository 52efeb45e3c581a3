#include "demos/scenes/drop.h"

#include "demos/scenes/bowl_scene.h"
#include "demos/scenes/mesh_generators.h"

#include <vector>

namespace ricochet::scenes {
namespace {

constexpr int kBodies = 30;
constexpr int kLumpyShapes = 3;

struct DropVariant {
    const char* name;
    double thickness;  // metres
};
constexpr DropVariant kDropVariants[] = {{"thick", 1}, {"thin", 0.1}};

class Drop : public BowlScene {
public:
    Drop(btDynamicsWorld& world, const SceneOptions& options)
        : BowlScene(world, options, variantOf(kDropVariants, options.variant).thickness) {
        std::vector<const Surface*> kinds = {&moving(torus({}))};
        for (unsigned i = 0; i < kLumpyShapes; ++i) kinds.push_back(&moving(lumpyBody(10 + i)));

        btTransform below(btQuaternion::getIdentity(), btVector3(0, -100, 0));
        const Surface* surfaceBelow = kinds[0];
        for (int i = 0; i < options.bodies.value_or(kBodies); ++i) {
            const Surface* surface = i % 2 ? kinds[0] : kinds[1 + (i / 2) % kLumpyShapes];
            const double clearance = boundingRadius(*surface->mesh) + boundingRadius(*surfaceBelow->mesh);
            below = startAbove(below.getOrigin(), clearance, btScalar(4 + 1.3 * i));
            surfaceBelow = surface;
            watch(add(*surface, 1, below));
        }
    }

private:
    /// A random start at height y, at least `clearance` from the body below. The next body below that one is
    /// two spacings of 1.3 m away, too far to touch.
    btTransform startAbove(const btVector3& below, double clearance, btScalar y) {
        const double room = clearance + 0.01;  // metres; noise may use it up
        btVector3 position;
        do {
            const double z = random().between(-2.2, 2.2), x = random().between(-2.2, 2.2);
            position = btVector3(btScalar(x), y, btScalar(z));
        } while (double((position - below).length()) < room);
        return btTransform(random().rotation(), position);
    }
};

}  // namespace

std::unique_ptr<Scene> makeDrop(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<Drop>(world, options);
}

}  // namespace ricochet::scenes
