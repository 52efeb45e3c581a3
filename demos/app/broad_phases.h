#pragma once

#include <btBulletCollisionCommon.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ricochet::app {

/// A broad phase and the name by which a user selects it.
struct BroadPhase {
    std::string name;
    std::string about;  ///< one line
    std::function<std::unique_ptr<btBroadphaseInterface>()> make;
};

/// The table of names; the first is the default.
const std::vector<BroadPhase>& broadPhases();

}  // namespace ricochet::app
