#include "algorithms/stencil/drawn_mesh.h"

#include "algorithms/stencil/roles.h"

#include <epoxy/gl.h>

#include <cstddef>

namespace ricochet::stencil {
namespace {

constexpr GLuint kInstances = 1;  // binding of the vertex array

template <class Entry>
void store(GLuint buffer, const std::vector<Entry>& entries) {
    glNamedBufferData(buffer, static_cast<GLsizeiptr>(entries.size() * sizeof(Entry)), entries.data(),
                      GL_STATIC_DRAW);
}

}  // namespace

std::string validateTopology(const MeshTopology& topology) {
    if (topology.isClosed()) return "";
    return "An open mesh has no inside: " + std::to_string(topology.boundaryEdges) +
           " of its edges have one face, " + std::to_string(topology.nonManifoldEdges) + " more than two.";
}

DrawnMesh::DrawnMesh(std::shared_ptr<gl::Thread> thread, std::shared_ptr<const Mesh> mesh)
    : thread_(std::move(thread)),
      mesh_(std::move(mesh)),
      centre_(mesh_->box().centre()),
      revision_(mesh_->revision()) {}

Result<std::shared_ptr<const DrawnMesh>> DrawnMesh::upload(std::shared_ptr<gl::Thread> thread,
                                                           std::shared_ptr<const Mesh> mesh) {
    const MeshTopology topology = buildTopology(*mesh);
    if (std::string complaint = validateTopology(topology); !complaint.empty())
        return tl::unexpected(complaint);
    std::shared_ptr<DrawnMesh> drawn(new DrawnMesh(std::move(thread), std::move(mesh)));
    std::vector<Eigen::Vector3f> vertices;
    for (const Vec3& v : drawn->mesh().vertices()) vertices.push_back((v - drawn->centre_).cast<float>());
    std::vector<Face> faces;
    for (Index face = 0; face < drawn->mesh().faceCount(); ++face) faces.push_back(drawn->mesh().face(face));
    drawn->groups_ = groupFaces(vertices, faces);
    drawn->isConvex_ = stencil::isConvex(drawn->mesh(), topology);
    const auto uploaded = drawn->thread_->run([&] {
        drawn->vertexArray_ = gl::makeVertexArray();
        for (gl::Object& each : drawn->buffers_) each = gl::makeBuffer();
        store(drawn->buffers_[0], vertices);
        store(drawn->buffers_[1], drawn->groups_.faces);
        glVertexArrayVertexBuffer(drawn->vertexArray_, 0, drawn->buffers_[0], 0, sizeof(Eigen::Vector3f));
        glVertexArrayElementBuffer(drawn->vertexArray_, drawn->buffers_[1]);
        glVertexArrayAttribFormat(drawn->vertexArray_, 0, 3, GL_FLOAT, GL_FALSE, 0);
        glVertexArrayAttribBinding(drawn->vertexArray_, 0, 0);
        glEnableVertexArrayAttrib(drawn->vertexArray_, 0);
        // Where a program has no instances nothing is read; some buffer must be there.
        glVertexArrayVertexBuffer(drawn->vertexArray_, kInstances, drawn->buffers_[0], 0, sizeof(Instance));
        glVertexArrayBindingDivisor(drawn->vertexArray_, kInstances, 1);
        for (GLuint row = 0; row < 3; ++row) {
            const auto offset = static_cast<GLuint>(row * sizeof(std::array<float, 4>));
            glVertexArrayAttribFormat(drawn->vertexArray_, 1 + row, 4, GL_FLOAT, GL_FALSE, offset);
        }
        glVertexArrayAttribIFormat(drawn->vertexArray_, 4, 1, GL_UNSIGNED_INT, offsetof(Instance, slice));
        for (GLuint attribute = 1; attribute <= 4; ++attribute) {
            glVertexArrayAttribBinding(drawn->vertexArray_, attribute, kInstances);
            glEnableVertexArrayAttrib(drawn->vertexArray_, attribute);
        }
    });
    if (!uploaded) return tl::unexpected(uploaded.error());
    return drawn;
}

DrawnMesh::~DrawnMesh() {
    (void)thread_->run([this] {
        vertexArray_ = {};
        buffers_ = {};
    });
}

void DrawnMesh::drawInstances(GLuint instances, std::size_t from, std::size_t count) const {
    glVertexArrayVertexBuffer(vertexArray_, kInstances, instances, static_cast<GLintptr>(from),
                              sizeof(Instance));
    glBindVertexArray(vertexArray_);
    glDrawElementsInstanced(GL_TRIANGLES, static_cast<GLsizei>(3 * mesh_->faceCount()), GL_UNSIGNED_INT,
                            nullptr, static_cast<GLsizei>(count));
}

void DrawnMesh::drawInstance(GLuint instances, std::size_t from, std::span<const FaceRange> only) const {
    std::vector<GLsizei> counts;
    std::vector<const void*> offsets;
    for (const FaceRange& range : only) {
        counts.push_back(static_cast<GLsizei>(3 * range.count));
        offsets.push_back(reinterpret_cast<const void*>(std::uintptr_t{range.first} * sizeof(Face)));
    }
    glVertexArrayVertexBuffer(vertexArray_, kInstances, instances, static_cast<GLintptr>(from),
                              sizeof(Instance));
    glBindVertexArray(vertexArray_);
    glMultiDrawElements(GL_TRIANGLES, counts.data(), GL_UNSIGNED_INT, offsets.data(),
                        static_cast<GLsizei>(counts.size()));
}

void DrawnMesh::drawInstance(GLuint instances, std::size_t from, const CulledFaces& only) const {
    glVertexArrayVertexBuffer(vertexArray_, kInstances, instances, static_cast<GLintptr>(from),
                              sizeof(Instance));
    glVertexArrayElementBuffer(vertexArray_, only.indices);
    glBindVertexArray(vertexArray_);
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, only.command);
    glDrawElementsIndirect(GL_TRIANGLES, GL_UNSIGNED_INT, nullptr);
    glVertexArrayElementBuffer(vertexArray_, buffers_[1]);
}

void DrawnMesh::draw() const {
    glBindVertexArray(vertexArray_);
    glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(3 * mesh_->faceCount()), GL_UNSIGNED_INT, nullptr);
}

}  // namespace ricochet::stencil
