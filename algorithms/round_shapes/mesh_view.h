#pragma once

#include "algorithms/contact/surface/contact_surface.h"
#include "algorithms/geometry/surface_directions.h"

namespace ricochet::round_shapes {

/// A mesh in its own frame, with the faces of it that are near a round shape.
struct MeshView {
    const Mesh& mesh;
    const ContactSurface& surface;
    std::span<const Index> faces;
    std::span<const Vec3> normals = {};  ///< of these faces, from `unitNormal`; empty: not yet computed

    /// Normal of the face at that position in `faces`.
    Vec3 normal(std::size_t i) const { return normals.empty() ? unitNormal(mesh, faces[i]) : normals[i]; }
    const MeshTopology& topology() const { return *surface.topology; }
};

/// A contact before it is placed in the world. All in the mesh's frame.
struct Touch {
    Vec3 onMesh;
    Vec3 normal;  ///< unit, from the mesh to the round shape
    Real gap;     ///< metres, negative inside; includes the rest gap
    Index face;
    std::uint64_t key;

    Vec3 onRound() const { return onMesh + gap * normal; }
};

}  // namespace ricochet::round_shapes
