#pragma once

#include "tests/support/meshes.h"
#include "tests/support/random_geometry.h"

#include <string>

namespace ricochet::bench {

/// A mesh of the labelled data, in the unit of its file. Null if it is absent.
SharedMesh labelledMesh(const std::string& name);

/// The mesh transformed by a matrix.
SharedMesh transformed(const Mesh& mesh, const Matrix3& matrix);

/// Centred at the origin, with a box of diagonal 1.
SharedMesh unitSized(const Mesh& mesh);

/// Hills and dimples on a square of 4 m; 2 side^2 triangles.
SharedMesh landscapeMesh(Index side);

/// The cube of pipes of the demonstration scene, 143,690 triangles, about the origin.
SharedMesh pipesCube();

/// Straight pipes along x, y and z in a cube of 15 m about the origin, none touching another: bundles of 5 x
/// 5 open tubes on the lattice of the demonstration scene, 142,500 triangles as long as the cube.
SharedMesh straightPipes();

/// Open tubes of 64 triangles in a cube of 15 m, in random directions; they intersect.
SharedMesh randomPipes(Random& random, Index pipes);

/// Splits each face into four at the middles of its edges, then displaces every vertex by up to `noise` of
/// the mean edge. Vertices with the same coordinates stay together.
SharedMesh subdivided(Random& random, const Mesh& mesh, Real noise);

}  // namespace ricochet::bench
