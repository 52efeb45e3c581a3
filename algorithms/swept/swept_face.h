#pragma once

#include "algorithms/geometry/mesh.h"
#include "algorithms/geometry/rigid_motion.h"
#include "algorithms/geometry/scratch.h"
#include "algorithms/geometry/swept_hull.h"

#include <functional>
#include <unordered_map>
#include <utility>

namespace ricochet {

/// A face of a body that moves rigidly.
struct SweptFace : SweptHull {
    std::array<PointPath, 3> paths;
};

/// The faces of one mesh in one motion, each swept once, at first use. Refers to both; lives within one call.
class FaceSweeper {
public:
    FaceSweeper(const Mesh& mesh, const RigidMotion& motion)
        : mesh_(mesh), motion_(motion), begin_(momentOf(motion, 0)), end_(momentOf(motion, 1)) {}
    const SweptFace& operator[](Index face);

private:
    const Mesh& mesh_;
    const RigidMotion& motion_;
    Moment begin_, end_;
    using Entry = std::pair<const Index, SweptFace>;
    std::unordered_map<Index, SweptFace, std::hash<Index>, std::equal_to<>, ScratchAllocator<Entry>> swept_;
};

}  // namespace ricochet
