// Gottschalk, Lin, Manocha. OBBTree: A Hierarchical Structure for Rapid Interference Detection. 1996. Here
// all boxes are cubes and all of one kind are parallel, so a cube's interval on an axis is computed once per
// motion: each of the fifteen axes then costs two comparisons.
#pragma once

#include "algorithms/octree_motion/placed_cubes.h"

namespace ricochet::octree_motion {

/// The paper's three answers of a test of a target cube against a source cube.
enum class CubeRelation {
    apart,      ///< no common point
    intersect,  ///< some
    covered     ///< the target cube is completely inside the source cube
};

/// Three face normals of the source cubes, three of the target cubes, and the nine cross products.
struct Axes {
    static constexpr int kSource = 3, kFaces = 6, kAll = 15;

    std::array<Vec3, kAll> normal;    ///< unit; zero, and then it separates nothing, for parallel edges
    std::array<Real, kAll> ofSource;  ///< half extent along the axis of a source cube of half edge 1
    std::array<Real, kAll> ofTarget;  ///< the same of a target cube
};
Axes axesOf(const Matrix3& rotation);

/// In double precision: exact but for what kCubeGrowth covers. Half edges.
CubeRelation relationByAxes(const PlacedCubes& placed, const Axes& axes, Index cube, const Vec3& targetCentre,
                            Real targetHalf);

/// Whether a point is in the cube.
inline bool contains(const PlacedCubes& placed, Index cube, const Vec3& point) {
    const Vec3 offset = placed.inverse * (point - placed.centres[cube]);
    return offset.cwiseAbs().maxCoeff() <= placed.halves[cube];
}

}  // namespace ricochet::octree_motion
