#pragma once

#include "demos/scenes/scene.h"

namespace ricochet::scenes {

/// Four copies of a body of 20,000 triangles, two and two of which meet in thousands of them.
std::unique_ptr<Scene> makeTwins(btDynamicsWorld& world, const SceneOptions& options);

/// Scans of 69,620 triangles each fall into a bowl.
std::unique_ptr<Scene> makeScanPile(btDynamicsWorld& world, const SceneOptions& options);

}  // namespace ricochet::scenes
