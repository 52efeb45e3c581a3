#pragma once

#include "algorithms/geometry/mesh_topology.h"
#include "algorithms/gl/object.h"
#include "algorithms/gl/thread.h"
#include "algorithms/stencil/face_groups.h"

#include <memory>

namespace ricochet::stencil {

/// Empty if a mesh is closed; else an error message.
std::string validateTopology(const MeshTopology& topology);

/// One of many drawings of a mesh: what differs from the others, as the vertex shader reads it.
struct Instance {
    std::array<std::array<float, 4>, 3> toWindow;  ///< rows
    std::uint32_t slice;                           ///< of the image that it is drawn into
    std::array<std::uint32_t, 3> unused;
};
static_assert(sizeof(Instance) == 64);

/// Buffers with the faces of a mesh that are drawn, and the command that draws them.
struct CulledFaces {
    gl::Object indices, command;
};

/// A mesh in OpenGL buffers, of one revision.
class DrawnMesh : public std::enable_shared_from_this<DrawnMesh> {
public:
    /// On the OpenGL thread or on any other.
    static Result<std::shared_ptr<const DrawnMesh>> upload(std::shared_ptr<gl::Thread> thread,
                                                           std::shared_ptr<const Mesh> mesh);
    ~DrawnMesh();
    DrawnMesh(const DrawnMesh&) = delete;
    DrawnMesh& operator=(const DrawnMesh&) = delete;

    const Mesh& mesh() const { return *mesh_; }
    const Vec3& centre() const { return centre_; }  ///< subtracted from the vertices before they are rounded
    std::uint64_t revision() const { return revision_; }

    /// In the order in which they are drawn.
    const FaceGroups& groups() const { return groups_; }
    bool isConvex() const { return isConvex_; }  ///< as in roles.h

    /// On the OpenGL thread, with a program in use. `instances`: a buffer of `Instance`s, from a byte on.
    void draw() const;
    void drawInstances(unsigned instances, std::size_t from, std::size_t count) const;
    void drawInstance(unsigned instances, std::size_t from, std::span<const FaceRange> only) const;
    void drawInstance(unsigned instances, std::size_t from, const CulledFaces& only) const;

    unsigned vertexBuffer() const { return buffers_[0]; }  ///< three floats each
    unsigned faceBuffer() const { return buffers_[1]; }    ///< three indices each

private:
    DrawnMesh(std::shared_ptr<gl::Thread> thread, std::shared_ptr<const Mesh> mesh);

    std::shared_ptr<gl::Thread> thread_;
    std::shared_ptr<const Mesh> mesh_;
    Vec3 centre_;
    std::uint64_t revision_;
    FaceGroups groups_;
    bool isConvex_ = false;
    gl::Object vertexArray_;
    std::array<gl::Object, 2> buffers_;  ///< vertices, faces
};

}  // namespace ricochet::stencil
