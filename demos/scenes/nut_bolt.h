#pragma once

#include "demos/scenes/scene.h"

namespace ricochet::scenes {

inline constexpr const char* kM16Bolt = "meshes/bolt_m16.obj";
inline constexpr const char* kM16Nut = "meshes/nut_m16.obj";

/// A nut on a bolt that stands upright. Without friction it turns down by its own weight; with friction it
/// stays where it is. `m16` is a pair of mesh files, a hundred times as large as the real one: at the real
/// size a step's fall is longer than the pitch.
std::unique_ptr<Scene> makeNutBolt(btDynamicsWorld& world, const SceneOptions& options);

}  // namespace ricochet::scenes
