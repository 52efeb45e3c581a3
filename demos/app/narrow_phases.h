#pragma once

#include "demos/scenes/scene.h"

#include <ricochet/settings.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ricochet::app {

/// How the mesh bodies of a simulation collide: one of our narrow phases, or what users of Bullet do today.
struct SimulationNarrowPhase {
    std::string name;
    std::string about;  ///< one line
    bool isOurs;        ///< counts its face pairs
    /// The shape of a mesh that moves (true) or stands.
    std::function<std::unique_ptr<btCollisionShape>(const scenes::SceneMesh&, btStridingMeshInterface&, bool)>
        makeShape;
    /// Called before the first body is there; Bullet's own take no settings. Returns an empty string, or one
    /// sentence that says what failed.
    std::function<std::string(btCollisionDispatcher&, Settings)> prepare;
    bool isSampled =
        false;  ///< its contacts are its own: worlds end in another state than with the exact ones
};

/// The table of names; the first is the default.
const std::vector<SimulationNarrowPhase>& simulationNarrowPhases();

}  // namespace ricochet::app
