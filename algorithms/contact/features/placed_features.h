#pragma once

#include "algorithms/contact/features/index_slots.h"
#include "algorithms/contact/surface/contact_surface.h"

#include <vector>

namespace ricochet {

/// A vertex in the world.
struct PlacedVertex {
    Index vertex;
    Vec3 position;
    Index face;  ///< that owns it
};

/// A convex edge in the world.
struct PlacedEdge {
    Index edge;
    Index face;  ///< that owns it
    Vec3 begin;
    Vec3 direction;  ///< unit
    Real length;
    Vec3 inward0, inward1;  ///< unit tangents into its two faces
    Vec3 normal0, normal1;  ///< of these, unit

    Vec3 at(Real parameter) const { return begin + parameter * direction; }
};

/// A face in the world.
struct PlacedFace {
    Index face;
    Triangle corners;
    Vec3 normal;  ///< unit; zero where the face is degenerate

    bool hasArea() const { return !normal.isZero(0); }
};

/// The faces and edges of one body that occur in a step's face pairs, each transformed to the world once, at
/// first use.
class PlacedFeatures {
public:
    PlacedFeatures(const MeshInstance& body, const ContactSurface& surface);
    ~PlacedFeatures();
    PlacedFeatures(const PlacedFeatures&) = delete;
    PlacedFeatures& operator=(const PlacedFeatures&) = delete;

    const Mesh& mesh() const { return *mesh_; }
    const MeshTopology& topology() const { return *surface_->topology; }
    const Pose& pose() const { return pose_; }

    /// Adds a face if it is new; returns its slot.
    Index enter(Index face);
    const PlacedFace& faceAt(Index slot) const { return memory_.faces[slot]; }
    /// A face that was added.
    const PlacedFace& face(Index face) const { return memory_.faces[memory_.slots.find(face)]; }

    PlacedVertex vertexOf(const PlacedFace& f, Index corner) const {
        return {topology().weld[mesh_->face(f.face)[corner]], f.corners[corner], f.face};
    }
    /// From corner k to the next. The reference is valid until the next call.
    const PlacedEdge& edgeOf(Index face, Index k);
    /// A world direction in the body's axes.
    Vec3 toLocal(const Vec3& direction) const { return pose_.rotation.transpose() * direction; }

private:
    /// Reused from body to body.
    struct Memory {
        IndexSlots slots, edgeSlots;
        std::vector<PlacedFace> faces;
        std::vector<PlacedEdge> edges;
    };

    static std::vector<Memory>& spareMemory();
    PlacedEdge placeEdge(Index edge) const;

    const Mesh* mesh_;
    const ContactSurface* surface_;
    Pose pose_;
    Memory memory_;
};

}  // namespace ricochet
