// Lin, Canny. A Fast Algorithm for Incremental Distance Calculation. 1991. And paper 001, 4.1.1.
// Ours builds faces of any number of edges from an exact hull, and stores one value for each plane that two
// Voronoi cells share, so that no point is outside both.
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
/// bounded by planes that it shares with neighbours: an edge's by two planes perpendicular to it at its ends,
/// and by two along it, perpendicular to its faces; a vertex's by those of its edges; a face's by those of
/// its sides. Points inside a flat side or a straight edge are not vertices. Coplanar points form two faces
/// back to back, collinear points one edge without faces, and coincident points one vertex.
struct Polytope {
    struct Edge {
        Index tail, head;               ///< vertices
        Index left, right;              ///< faces, seen from outside with the head up; kNone: none
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
        std::array<Index, 3> corners;  ///< the three of its vertices that span its plane best, in its order
        Index first;                   ///< its first side in `sides`; counter-clockwise
        Index count;
        bool isThin = false;  ///< so narrow that its normal is unreliable: see closestOnThinFace
        Real excess = 0;      ///< metres: how far a vertex may be above the face's plane by rounding
    };
    /// A side of a face, for points over the face; packed, because a query reads all sides of one face.
    struct SidePlane {
        Vec3 inwards;  ///< unit tangent in the face
        Vec3 base;     ///< a point of the side
    };
    /// An edge, from one of its vertices. The data for hill climbing is contiguous.
    struct Spoke {
        Vec3 at;      ///< the vertex at its other end
        Index other;  ///< that vertex
        Index edge;
    };

    std::vector<Vec3> vertices;
    std::vector<Index> sources;     ///< per vertex: the input point
    std::vector<Index> firstSpoke;  ///< per vertex, plus one: begin of its spokes
    std::vector<Spoke> spokes;
    std::vector<Edge> edges;
    std::vector<Face> faces;
    std::vector<Index> sides;           ///< edges of the faces
    std::vector<SidePlane> sidePlanes;  ///< of each in `sides`
    Vec3 centre = Vec3::Zero();         ///< mean of the vertices
    Real radius = 0;                    ///< metres: of a sphere about the centre that contains all vertices
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

/// The polytope of points; an error message if there are none, or one is not finite.
Result<Polytope> buildPolytope(std::span<const Vec3> points);

/// References between features are consistent, no vertex lies outside a face by more than rounding, and
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

/// The closest point of a face, also of a thin one, from the triangles of which it consists.
Vec3 closestOnThinFace(const Polytope& polytope, Index face, const Vec3& point);

/// The farthest vertex in a direction, found by hill climbing from another.
Index farthestVertex(const Polytope& polytope, const Vec3& direction, Index from);

}  // namespace ricochet
