#pragma once

#include "algorithms/contact/contact.h"
#include "algorithms/contact/face_set.h"

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
    bool hasFeatures = false;
    Index vertexBegin = 0, vertexEnd = 0;
    Index edgeBegin = 0, edgeEnd = 0;

    bool hasArea() const { return !normal.isZero(0); }
};

/// The faces of one body that take part in a step's face pairs, each placed once; their features are placed
/// when first asked for, since most pairs fail before that.
class PlacedFeatures {
public:
    PlacedFeatures(const Placed& body, const MeshTopology& topology, FaceSet faces);

    const Mesh& mesh() const { return *mesh_; }
    const MeshTopology& topology() const { return *topology_; }
    const Pose& pose() const { return pose_; }

    /// A face that takes part.
    const PlacedFace& face(Index face) const { return faces_[slots_.slotOf(face)]; }
    PlacedFace& withFeatures(Index face);

    std::span<const PlacedVertex> verticesOf(const PlacedFace& f) const {
        return {vertices_.data() + f.vertexBegin, vertices_.data() + f.vertexEnd};
    }
    std::span<const PlacedEdge> edgesOf(const PlacedFace& f) const {
        return {edges_.data() + f.edgeBegin, edges_.data() + f.edgeEnd};
    }
    /// A world direction in the body's axes.
    Vec3 toLocal(const Vec3& direction) const { return pose_.rotation.transpose() * direction; }

private:
    PlacedEdge placeEdge(Index edge) const;

    const Mesh* mesh_;
    const MeshTopology* topology_;
    Pose pose_;
    FaceSet slots_;
    std::vector<PlacedFace> faces_;
    std::vector<PlacedVertex> vertices_;
    std::vector<PlacedEdge> edges_;
};

}  // namespace ricochet
