#pragma once

#include "demos/scenes/scene.h"

#include <cmath>
#include <string>
#include <vector>

namespace ricochet::scenes {

/// Empty where every edge belongs to two faces that run it in opposite directions, every vertex is used, and
/// no two vertices coincide; else the first thing that is wrong.
std::string whyNotClosed(const SceneMesh& mesh);

double volumeOf(const SceneMesh& mesh);
btVector3 centreOfMassOf(const SceneMesh& mesh);

inline double distanceFromYAxis(const btVector3& v) { return std::hypot(double(v.x()), double(v.z())); }

/// Faces whose longest edge is more than `aspect` times their height over it.
int longThinFaces(const SceneMesh& mesh, double aspect);

/// The connected pieces of a mesh, as the boxes round them: lowest and highest corner.
struct PieceBox {
    btVector3 min, max;
};
std::vector<PieceBox> piecesOf(const SceneMesh& mesh);

/// Pairs of faces of a mesh that meet, of those that share no vertex.
std::size_t selfIntersections(const SceneMesh& mesh);

/// Whether any face of one body meets a face of the other, by the exact triangle test.
bool intersect(const SceneBody& a, const SceneBody& b);

}  // namespace ricochet::scenes
