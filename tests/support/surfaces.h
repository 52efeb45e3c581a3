#pragma once

#include "tests/support/meshes.h"
#include "tests/support/random_geometry.h"

namespace ricochet::test {

/// Latitudes and longitudes: 2 * meridians * (bands - 1) triangles.
SharedMesh sphereMesh(Index meridians, Index bands, Real radius = 1);

/// A tube along the trefoil knot: 2 * around * across triangles, inside a sphere of about 1.4.
SharedMesh knotMesh(Index around, Index across, Real tubeRadius = 0.2);

/// Centred at the origin; each side a grid of `divisions` x `divisions` quads.
SharedMesh gridBoxMesh(const Vec3& size, Index divisions = 1);

/// Unconnected triangles in the unit cube, every fifth of them a segment or a point, some of them twice.
SharedMesh soupMesh(Random& random, Index faces, Real faceSize = 0.3);

/// The same faces, each vertex moved by up to `distance` along each axis.
std::vector<Vec3> shaken(Random& random, const Mesh& mesh, Real distance);

}  // namespace ricochet::test
