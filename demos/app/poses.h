#pragma once

#include "algorithms/geometry/types.h"

#include <string>
#include <vector>

namespace ricochet::app {

/// The poses of two meshes.
struct PosePair {
    Pose a, b;
};

/// One pose a line: 12 numbers place B in A's frame, 24 place A and then B; each is a rotation by rows, then
/// a translation. `#` starts a comment. A number of at most nine significant digits is the float32 nearest to
/// it (nine digits name a float32, and that is what labelled poses are), a longer one the nearest double.
Result<std::vector<PosePair>> readPoses(const std::string& path);

}  // namespace ricochet::app
