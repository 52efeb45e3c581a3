#pragma once

#include "demos/scenes/scene.h"

namespace ricochet::scenes {

/// A block of one metre is pushed over a plane, of two triangles or of 8,192: the displacement must be the
/// same.
std::unique_ptr<Scene> makeSlide(btDynamicsWorld& world, const SceneOptions& options);

}  // namespace ricochet::scenes
