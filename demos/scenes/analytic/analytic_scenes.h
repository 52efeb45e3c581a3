#pragma once

#include "demos/scenes/scene.h"

namespace ricochet::scenes {

/// Scenes with an analytic result, which `ricochet-lab laws` prints beside the simulated one.
std::vector<SceneEntry> analyticScenes();

std::unique_ptr<Scene> makeRingOnRod(btDynamicsWorld& world, const SceneOptions& options);
std::unique_ptr<Scene> makeRollingTorus(btDynamicsWorld& world, const SceneOptions& options);
std::unique_ptr<Scene> makeRollingSphere(btDynamicsWorld& world, const SceneOptions& options);
std::unique_ptr<Scene> makeRollingSmall(btDynamicsWorld& world, const SceneOptions& options);
std::unique_ptr<Scene> makeSpinningWheel(btDynamicsWorld& world, const SceneOptions& options);
std::unique_ptr<Scene> makePeg(btDynamicsWorld& world, const SceneOptions& options);
std::unique_ptr<Scene> makePegAbove(btDynamicsWorld& world, const SceneOptions& options);
std::unique_ptr<Scene> makeSlope(btDynamicsWorld& world, const SceneOptions& options);
std::unique_ptr<Scene> makeCradle(btDynamicsWorld& world, const SceneOptions& options);
std::unique_ptr<Scene> makeTop(btDynamicsWorld& world, const SceneOptions& options);
std::unique_ptr<Scene> makeSeams(btDynamicsWorld& world, const SceneOptions& options);
std::unique_ptr<Scene> makeCups(btDynamicsWorld& world, const SceneOptions& options);
std::unique_ptr<Scene> makeNotch(btDynamicsWorld& world, const SceneOptions& options);
std::unique_ptr<Scene> makeGripper(btDynamicsWorld& world, const SceneOptions& options);
std::unique_ptr<Scene> makeBearing(btDynamicsWorld& world, const SceneOptions& options);
std::unique_ptr<Scene> makeLoop(btDynamicsWorld& world, const SceneOptions& options);
std::unique_ptr<Scene> makeCoin(btDynamicsWorld& world, const SceneOptions& options);

}  // namespace ricochet::scenes
