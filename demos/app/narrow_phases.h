#pragma once

#include "demos/scenes/scene.h"

#include <ricochet/settings.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ricochet::app {

/// Bullet's methods for contacts of convex bodies that overlap.
enum class StockDepth {
    epa,        ///< expanding polytope (btDefaultCollisionConstructionInfo::m_useEpaPenetrationAlgorithm)
    minkowski,  ///< sampled directions: the same, switched off
    sat         ///< separating axes and clipped faces (btDispatcherInfo::m_enableSatConvex)
};

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
    /// How Bullet itself finds how deep convex bodies are, where it is asked.
    StockDepth stockDepth = StockDepth::epa;
    bool isSampled =
        false;  ///< its contacts are its own: worlds end in another state than with the exact ones
};

/// The table of names; the first is the default.
const std::vector<SimulationNarrowPhase>& simulationNarrowPhases();

}  // namespace ricochet::app
