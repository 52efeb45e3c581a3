#pragma once

#include "algorithms/geometry/mesh.h"
#include "algorithms/gl/thread.h"

#include <memory>

namespace ricochet::stencil {

/// A mesh where OpenGL draws from. Its buffers are those of one revision, and go with it.
class DrawnMesh : public std::enable_shared_from_this<DrawnMesh> {
public:
    /// On the OpenGL thread or on any other.
    static Result<std::shared_ptr<const DrawnMesh>> upload(std::shared_ptr<gl::Thread> thread,
                                                           std::shared_ptr<const Mesh> mesh);
    ~DrawnMesh();
    DrawnMesh(const DrawnMesh&) = delete;
    DrawnMesh& operator=(const DrawnMesh&) = delete;

    const Mesh& mesh() const { return *mesh_; }
    const Vec3& centre() const { return centre_; }  ///< taken off the vertices before they are rounded
    std::uint64_t revision() const { return revision_; }

    /// On the OpenGL thread, with a program in use.
    void draw() const;

private:
    DrawnMesh(std::shared_ptr<gl::Thread> thread, std::shared_ptr<const Mesh> mesh);

    std::shared_ptr<gl::Thread> thread_;
    std::shared_ptr<const Mesh> mesh_;
    Vec3 centre_;
    std::uint64_t revision_;
    unsigned vertexArray_ = 0;
    std::array<unsigned, 2> buffers_{};  ///< vertices, faces
};

}  // namespace ricochet::stencil
