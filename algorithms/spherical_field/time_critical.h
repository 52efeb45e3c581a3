#pragma once

#include "algorithms/spherical_field/traversal.h"

#include <limits>

namespace ricochet::spherical_field {

/// The budget of one query.
struct Budget {
    static constexpr int kAllLevels = std::numeric_limits<int>::max();

    int levels = kAllLevels;  ///< of cells that are compared: 0 only bounds of the whole, 1 the sides, …;
                              ///< with one more than both fields have, faces too
    Real microseconds = std::numeric_limits<Real>::infinity();  ///< of wall-clock time
};

enum class Intersection { apart, meets, maybe };

struct TimedAnswer {
    Intersection intersection;
    int level;  ///< down to which all pairs of cells are decided; beyond the fields' leaves: all faces
};

/// Whether two meshes have a common point, within a budget. `apart` and `meets` are never wrong: `apart` is
/// proved by boxes and exact tests of faces, `meets` by a pair of faces that intersects. Without a limit
/// there is no `maybe`. The clock is read every few box tests, so the overrun is the time of a few tests.
TimedAnswer intersects(const Query& query, const Budget& budget, Work& work);

}  // namespace ricochet::spherical_field
