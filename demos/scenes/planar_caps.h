#pragma once

#include "demos/scenes/scene.h"

#include <vector>

namespace ricochet::scenes {

/// The direction in which the faces of a cap point, along y.
enum class Facing { up, down };

/// Vertices of a mesh round the y axis, all at one height, by growing angle as seen from above.
using Ring = std::vector<int>;

/// The vertices at exactly that height, as a ring. Each has an angle of its own, as where an outline that is
/// star-shaped about the axis was cut.
Ring ringAt(const SceneMesh& mesh, double y);

/// A new ring of equal steps; its first vertex lies at `turn` of a whole turn.
Ring addRing(SceneMesh& mesh, double radius, double y, int sides, double turn = 0);

/// A face whose corners are counter-clockwise from above, or its other side.
void addFace(SceneMesh& mesh, Facing facing, int a, int b, int c);

/// A disc between a ring and a new vertex on the axis.
void addDisc(SceneMesh& mesh, const Ring& ring, Facing facing);

/// The surface between two rings at one height.
void addAnnulus(SceneMesh& mesh, const Ring& inner, const Ring& outer, Facing facing);

/// The wall between two rings with the same number of vertices, one above the other, seen from outside; from
/// inside if the rings are exchanged.
void addWall(SceneMesh& mesh, const Ring& low, const Ring& high);

}  // namespace ricochet::scenes
