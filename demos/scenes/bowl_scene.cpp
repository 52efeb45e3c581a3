#include "demos/scenes/bowl_scene.h"

#include "demos/scenes/mesh_generators.h"

#include <cmath>

namespace ricochet::scenes {
namespace {

constexpr double kRimRadius = 6, kRimHeight = 3;  // metres

double bowlHeight(double r) { return kRimHeight * (r / kRimRadius) * (r / kRimRadius); }

}  // namespace

BowlScene::BowlScene(btDynamicsWorld& world, const SceneOptions& options, double thickness)
    : RimScene(world, options, btVector3(0, btScalar(-9.81), 0)), thickness_(thickness) {
    add(standing(bowl(thickness)), 0, btTransform::getIdentity());
}

Place BowlScene::placeAfter(Place before, const btVector3& position) const {
    constexpr double kHook = 0.4;  // metres: how far a ring that hooks over the rim hangs its centre below it
    const double r = std::hypot(double(position.x()), double(position.z()));
    const double y = position.y();
    if (r <= kRimRadius && y >= bowlHeight(r)) return Place::inside;
    if (before != Place::inside) return before;
    if (r > kRimRadius) return y > kRimHeight - kHook ? Place::over : Place::through;
    // Near the rim a ring may reach round the wall: it is through only when it is below the whole bowl.
    const bool isNearRim = r > 5.5;
    return isNearRim && y > -thickness_ ? Place::inside : Place::through;
}

}  // namespace ricochet::scenes
