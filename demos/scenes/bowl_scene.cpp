#include "demos/scenes/bowl_scene.h"

#include "demos/scenes/mesh_generators.h"

#include <cmath>

namespace ricochet::scenes {
namespace {

constexpr double kLipRadius = 6, kLipHeight = 3;  // metres

double bowlHeight(double r) { return kLipHeight * (r / kLipRadius) * (r / kLipRadius); }

}  // namespace

BowlScene::BowlScene(btDynamicsWorld& world, const SceneOptions& options, double thickness)
    : LippedScene(world, options, btVector3(0, btScalar(-9.81), 0)), thickness_(thickness) {
    add(standing(bowl(thickness)), 0, btTransform::getIdentity());
}

Place BowlScene::placeAfter(Place before, const btVector3& position) const {
    constexpr double kHook =
        0.4;  // metres: depth of the centre of a ring that hangs on the lip, below the lip
    const double r = std::hypot(double(position.x()), double(position.z()));
    const double y = position.y();
    if (r <= kLipRadius && y >= bowlHeight(r)) return Place::inside;
    if (before != Place::inside) return before;
    if (r > kLipRadius) return y > kLipHeight - kHook ? Place::over : Place::through;
    // Near the lip a ring may hang around the wall: it has passed through only if it is below the whole bowl.
    const bool isNearLip = r > 5.5;
    return isNearLip && y > -thickness_ ? Place::inside : Place::through;
}

}  // namespace ricochet::scenes
