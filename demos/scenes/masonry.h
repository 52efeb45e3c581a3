#pragma once

#include "demos/scenes/scene.h"

namespace ricochet::scenes {

/// Ten courses of bricks, 55 of them, without mortar.
std::unique_ptr<Scene> makeBrickWall(btDynamicsWorld& world, const SceneOptions& options);

/// Ten bricks on one another.
std::unique_ptr<Scene> makeTower(btDynamicsWorld& world, const SceneOptions& options);

/// A half-circle of wedge-shaped stones, held only by friction and their weight.
std::unique_ptr<Scene> makeArch(btDynamicsWorld& world, const SceneOptions& options);

/// Seven cards: two tents, a card across them, a tent on top.
std::unique_ptr<Scene> makeCardHouse(btDynamicsWorld& world, const SceneOptions& options);

}  // namespace ricochet::scenes
