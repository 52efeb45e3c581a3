#pragma once

#include "demos/scenes/scene.h"

namespace ricochet::scenes {

/// Closed bodies whose vertices are moved by travelling waves before each step, in a bowl. The waves leave a
/// body's centre of mass where it is; its inertia is that of its first form, and contacts see the present
/// form but not the waves' speed. Shapes that Bullet cannot refit (convex pieces, boxes) keep the first form.
std::unique_ptr<Scene> makeBlobs(btDynamicsWorld& world, const SceneOptions& options);

}  // namespace ricochet::scenes
