#pragma once

#include "algorithms/geometry/executor.h"
#include "algorithms/geometry/narrow_phase.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ricochet {

/// A narrow phase and the name by which a user selects it.
struct Backend {
    const char* name;
    const char* about;  ///< one line
    std::function<std::shared_ptr<const NarrowPhase>(std::shared_ptr<const Executor>)> make;
};

/// The one table of names. The first is the default.
const std::vector<Backend>& backends();

/// The row of that name, or nothing.
const Backend* findBackend(const std::string& name);

/// "face-octree, brute-force": for the sentence that answers an unknown name.
std::string backendNames();

}  // namespace ricochet
