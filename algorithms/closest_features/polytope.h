// Lin, Canny. A Fast Algorithm for Incremental Distance Calculation. 1991. And paper 001, 4.1.1.
// Ours builds faces of any number of edges from an exact hull, and keeps one value for each plane that two
// Voronoi cells share, so that no point is outside of both.
#pragma once

#include "algorithms/geometry/types.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace ricochet {

enum class PolytopePart : std::uint8_t { vertex, edge, face };

/// A feature of a polytope.
struct Feature {
    PolytopePart kind = PolytopePart::vertex;
    Index index = 0;
    bool operator==(const Feature&) const = default;
};

/// A convex polytope: the hull of points, in metres, in the body's frame. The Voronoi cell of a feature is
/// bounded by planes that it shares with neighbours: an edge's by two planes across it at its ends, and by
/// two along it that rise into its faces; a vertex's by those of its edges; a face's by those of its sides.
/// Points that lie within a flat side or a straight edge are no vertices. Points in one plane make two faces
/// back to back, points on a line one edge without faces, and coincident points one vertex.
struct Polytope {
    struct Edge {
        Index tail, head;               ///< vertices
        Index left, right;              ///< faces, seen from outside with the head up; kNone: it has none
        Vec3 direction = Vec3::Zero();  ///< unit, from tail to head
        Vec3 intoLeft = Vec3::Zero();   ///< unit tangent in the left face, perpendicular to the edge
        Vec3 intoRight = Vec3::Zero();  ///< the same in the right face
        Vec3 towardsLeftCone =
            Vec3::Zero();  ///< normal of the plane through edge and centre, on the left face's side
        Real length = 0;   ///< metres
    };
    struct Face {
        Vec3 normal;                   ///< unit, outwards
        Vec3 base;                     ///< one of its corners
        std::array<Index, 3> corners;  ///< three vertices of it that span its plane best, in its order
        Index first;                   ///< of its sides in `sides`, counter-clockwise
        Index count;
        bool isThin = false;  ///< so narrow that rounding turns its normal: see closestOnThinFace
        Real excess = 0;      ///< metres: how far rounding lets a vertex be above the face's plane
    };
    /// A side of a face as points over the face see it; packed, as every query looks at one face's.
    struct SidePlane {
        Vec3 inwards;  ///< unit tangent in the face
        Vec3 base;     ///< a point of the side
    };
    /// An edge as a vertex sees it. What climbing looks at lies together.
    struct Spoke {
        Vec3 at;      ///< the vertex at its other end
        Index other;  ///< that vertex
        Index edge;
    };

    std::vector<Vec3> vertices;
    std::vector<Index> sources;     ///< per vertex: the point it was made of
    std::vector<Index> firstSpoke;  ///< per vertex, plus one: where its spokes begin
    std::vector<Spoke> spokes;
    std::vector<Edge> edges;
    std::vector<Face> faces;
    std::vector<Index> sides;           ///< edges of the faces
    std::vector<SidePlane> sidePlanes;  ///< of each in `sides`
    Vec3 centre = Vec3::Zero();         ///< mean of the vertices
    Real radius = 0;                    ///< metres: of a sphere about the centre that holds all vertices
    int dimension = 0;                  ///< 3: a body; 2: flat; 1: a segment; 0: a point

    std::span<const Spoke> spokesOf(Index vertex) const {
        return {spokes.data() + firstSpoke[vertex], spokes.data() + firstSpoke[vertex + 1]};
    }
    std::span<const Index> sidesOf(Index face) const {
        return {sides.data() + faces[face].first, faces[face].count};
    }
    std::span<const SidePlane> sidePlanesOf(Index face) const {
        return {sidePlanes.data() + faces[face].first, faces[face].count};
    }
    bool isFlat() const { return dimension < 3; }
    std::size_t bytes() const;
};

/// The polytope of points; a sentence where there is none, or one is not finite.
Result<Polytope> buildPolytope(std::span<const Vec3> points);

/// Features name one another as they should, no vertex lies outside of a face by more than rounding, and
/// Euler's formula holds.
bool isValid(const Polytope& polytope);

/// How far a point is above a face's plane, in metres.
inline Real heightAbove(const Polytope::Face& face, const Vec3& point) {
    return face.normal.dot(point - face.base);
}

/// The tangent of a face at one of its sides, into the face.
inline const Vec3& tangentInto(const Polytope::Edge& edge, Index face) {
    return edge.left == face ? edge.intoLeft : edge.intoRight;
}

/// The closest point of a face, whatever its width: of the triangles that it consists of.
Vec3 closestOnThinFace(const Polytope& polytope, Index face, const Vec3& point);

/// The vertex that is farthest in a direction, found by climbing from another.
Index farthestVertex(const Polytope& polytope, const Vec3& direction, Index from);

}  // namespace ricochet
