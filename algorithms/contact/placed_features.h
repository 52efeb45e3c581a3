#pragma once

#include "algorithms/contact/contact.h"

#include <span>
#include <vector>

namespace ricochet {

struct PlacedVertex {
    Index vertex;
    Vec3 position;
};

/// A convex edge in the world.
struct PlacedEdge {
    Index edge;
    Vec3 begin;
    Vec3 direction;  ///< unit
    Real length;
    Vec3 inward0, inward1;  ///< unit tangents into its two faces

    Vec3 at(Real parameter) const { return begin + parameter * direction; }
};

/// A face in the world, with the features that it stands for. Features that touch nothing first (flat and
/// concave edges, vertices without a convex edge) are left out.
struct PlacedFace {
    Index face;
    Triangle corners;
    Vec3 normal;  ///< unit; zero where the face is degenerate
    Index vertexBegin, vertexEnd;
    Index edgeBegin, edgeEnd;

    bool hasArea() const { return !normal.isZero(0); }
};

/// The faces of one body that take part in a step's face pairs, each placed once.
struct PlacedFeatures {
    const Mesh* mesh;
    const MeshTopology* topology;
    Pose pose;
    std::vector<PlacedFace> faces;  ///< ascending by face
    std::vector<PlacedVertex> vertices;
    std::vector<PlacedEdge> edges;

    Index slotOf(Index face) const;  ///< of a face that takes part
    std::span<const PlacedVertex> verticesOf(const PlacedFace& f) const {
        return {vertices.data() + f.vertexBegin, vertices.data() + f.vertexEnd};
    }
    std::span<const PlacedEdge> edgesOf(const PlacedFace& f) const {
        return {edges.data() + f.edgeBegin, edges.data() + f.edgeEnd};
    }
    /// A world direction in the body's axes.
    Vec3 toLocal(const Vec3& direction) const { return pose.rotation.transpose() * direction; }
};

/// `faces` ascending, each once.
PlacedFeatures placeFeatures(const Placed& body, const MeshTopology& topology, std::span<const Index> faces);

}  // namespace ricochet
