#pragma once

#include "algorithms/geometry/mesh.h"
#include "algorithms/geometry/placed_vertices.h"

#include <array>
#include <span>
#include <vector>

namespace ricochet {

/// Boxes, one array per bound, padded with empty boxes, which overlap nothing, so that vector loads may
/// extend past the last one.
struct BoxList {
    static constexpr Index kPadding = 8;

    std::array<std::vector<Real>, 3> min, max;  ///< per axis
    Index count = 0;

    void resize(Index newCount);
    void set(Index i, const Aabb& box) {
        for (Index axis = 0; axis < 3; ++axis) {
            min[axis][i] = box.min[axis];
            max[axis][i] = box.max[axis];
        }
    }
    Aabb operator[](Index i) const {
        return {{min[0][i], min[1][i], min[2][i]}, {max[0][i], max[1][i], max[2][i]}};
    }
};

/// The box of each face of the mesh with its vertices in `placed`, grown on all sides by at least `by` metres
/// (and at most two units in the last place more), or exact if `by` is zero.
void boxesOfFaces(const Mesh& mesh, const PointList& placed, Real by, BoxList& boxes);

/// Writes to `found`, which must have room for all, every i whose box overlaps `query`, ascending; returns
/// their number.
Index findOverlapping(const BoxList& boxes, const Aabb& query, std::span<Index> found);

/// The same of the boxes from `begin` to `end` - 1. `begin` is a multiple of BoxList::kPadding, and so is
/// `end` unless it is the count.
Index findOverlapping(const BoxList& boxes, Index begin, Index end, const Aabb& query,
                      std::span<Index> found);

}  // namespace ricochet
