#pragma once

#include "algorithms/geometry/mesh.h"
#include "demos/baselines/baseline.h"
#include "tests/support/meshes.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ricochet::bench {

using baselines::PosePair;

/// Two meshes, and the poses at which all backends are measured.
struct Case {
    SharedMesh a, b;
    std::vector<PosePair> poses;

    Index triangles() const { return a->faceCount() + b->faceCount(); }
};

/// A row of a protocol.
struct CaseMaker {
    std::string name;
    /// With that many poses. None if the labelled data that it needs are absent.
    std::function<std::optional<Case>(int poses)> make;
};

}  // namespace ricochet::bench
