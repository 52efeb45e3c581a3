#pragma once

#include "algorithms/geometry/types.h"
#include "plugin/name_table.h"

#include <btBulletCollisionCommon.h>

#include <memory>

namespace ricochet::app {

/// Parameters that some broad phases need at construction.
struct BroadPhaseRoom {
    btVector3 low = btVector3(-1000, -1000, -1000);  ///< metres: bodies beyond stay, their boxes are clamped
    btVector3 high = btVector3(1000, 1000, 1000);
    int proxies = 16384;                          ///< at most
    btOverlappingPairCache* pairCache = nullptr;  ///< null: the broad phase makes its own
};

/// A broad phase with the parameters that a user selected.
struct BroadPhase {
    std::string name;  ///< canonical, with its parameters
    std::function<std::unique_ptr<btBroadphaseInterface>(const BroadPhaseRoom&)> make;
    int mostProxies = 1 << 30;  ///< its limit
    bool needsBodies = false;   ///< computes boxes from the bodies' shapes
};

/// The table of names; the first is the default.
const std::vector<NamedRow<BroadPhase>>& broadPhases();

/// The one that a text such as "dbvt" or "sweep-and-prune?boxes=fixed" selects; else an error message with
/// the known names or the nearest parameter.
Result<BroadPhase> selectBroadPhase(const std::string& text);

/// An error message if it cannot have this many bodies.
Result<void> checkRoom(const BroadPhase& broadPhase, int bodies);

}  // namespace ricochet::app
