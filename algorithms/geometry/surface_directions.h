#pragma once

#include "algorithms/geometry/mesh_topology.h"

namespace ricochet {

// The directions of a surface's features. They are computed from the vertex positions on demand and not
// stored in the topology, since most are never needed.

/// Unit; zero if the face's area is negligible. A back face's is its front face's reversed.
Vec3 unitNormal(const Mesh& mesh, Index face);

struct EdgeDirections {
    Vec3 along;   ///< unit, from vertex0 to vertex1
    Real length;  ///< metres
    /// Unit tangents in face0 and face1, perpendicular to the edge, pointing into the face. On a boundary
    /// edge both are face0's.
    Vec3 inward0, inward1;
    Vec3 normal0, normal1;  ///< of the two faces: unit; on a boundary edge both are face0's
};

EdgeDirections directionsOf(const Mesh& mesh, const MeshTopology& topology, Index edge);

/// Unit, from one vertex to another one.
inline Vec3 directionBetween(const Mesh& mesh, Index from, Index to) {
    const Vec3 difference = mesh.vertices()[to] - mesh.vertices()[from];
    return difference / difference.norm();
}

}  // namespace ricochet
