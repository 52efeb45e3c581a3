#include "demos/scenes/drop.h"

#include "demos/scenes/mesh_generators.h"
#include "demos/scenes/rim_scene.h"

#include <cmath>
#include <vector>

namespace ricochet::scenes {
namespace {

constexpr int kBodies = 30;
constexpr int kLumpyShapes = 3;
constexpr double kRimRadius = 6, kRimHeight = 3;

struct Variant {
    const char* name;
    double thickness;  // metres
};
constexpr Variant kVariants[] = {{"thick", 1}, {"thin", 0.1}};

double bowlHeight(double r) { return kRimHeight * (r / kRimRadius) * (r / kRimRadius); }

/// Where a body is now, given where it was.
Place placeAfterIn(double thickness, Place before, const btVector3& position) {
    constexpr double kHook = 0.4;  // metres: how far a ring that hooks over the rim hangs its centre below it
    const double r = std::hypot(double(position.x()), double(position.z()));
    const double y = position.y();
    if (r <= kRimRadius && y >= bowlHeight(r)) return Place::inside;
    if (before != Place::inside) return before;
    if (r > kRimRadius) return y > kRimHeight - kHook ? Place::over : Place::through;
    // Near the rim a ring may reach round the wall: it is through only when it is below the whole bowl.
    const bool isNearRim = r > 5.5;
    return isNearRim && y > -thickness ? Place::inside : Place::through;
}

class Drop : public RimScene {
public:
    Drop(btDynamicsWorld& world, const SceneOptions& options)
        : RimScene(world, options, btVector3(0, btScalar(-9.81), 0)),
          thickness_(variantOf(kVariants, options.variant).thickness) {
        add(standing(bowl(thickness_)), 0, btTransform::getIdentity());
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
    Place placeAfter(Place before, const btVector3& position) const override {
        return placeAfterIn(thickness_, before, position);
    }

    /// A random start at height y that keeps `clearance` from the body below; the bodies alternate, so the
    /// one below that is two spacings of 1.3 m away, out of reach.
    btTransform startAbove(const btVector3& below, double clearance, btScalar y) {
        const double room = clearance + 0.01;  // metres; noise may use it up
        btVector3 position;
        do {
            position =
                btVector3(btScalar(random().between(-2.2, 2.2)), y, btScalar(random().between(-2.2, 2.2)));
        } while (double((position - below).length()) < room);
        return btTransform(random().rotation(), position);
    }

    double thickness_;
};

}  // namespace

std::unique_ptr<Scene> makeDrop(btDynamicsWorld& world, const SceneOptions& options) {
    return std::make_unique<Drop>(world, options);
}

}  // namespace ricochet::scenes
