#pragma once

#include "demos/scenes/scene.h"
#include "plugin/name_table.h"

#include <ricochet/settings.h>

#include <memory>

namespace ricochet::app {

/// Bullet's methods for contacts of convex bodies that overlap.
enum class StockDepth {
    epa,        ///< expanding polytope (btDefaultCollisionConstructionInfo::m_useEpaPenetrationAlgorithm)
    minkowski,  ///< sampled directions: the same, switched off
    sat         ///< separating axes and clipped faces (btDispatcherInfo::m_enableSatConvex)
};

/// How the mesh bodies of a simulation collide: one of our narrow phases, or a common method in Bullet.
struct SimulationNarrowPhase {
    std::string name;  ///< canonical, with its parameters
    bool isOurs;       ///< counts its face pairs
    /// The shape of a moving (true) or static mesh.
    std::function<std::unique_ptr<btCollisionShape>(const scenes::SceneMesh&, btStridingMeshInterface&, bool)>
        makeShape;
    /// Called before any body is added; Bullet's own take no settings. Returns an empty string or an error
    /// message.
    std::function<std::string(btCollisionDispatcher&, Settings)> prepare;
    /// Bullet's method for the depth of convex bodies.
    StockDepth stockDepth = StockDepth::epa;
};

/// The table of names; the first is the default.
const std::vector<NamedRow<SimulationNarrowPhase>>& simulationNarrowPhases();

/// The one that a text such as "gimpact" or "spherical?samples=8" selects. An error message if there is no
/// such name or parameter, with the nearest one, or if it is unavailable on this machine.
Result<SimulationNarrowPhase> selectNarrowPhase(const std::string& text);

}  // namespace ricochet::app
