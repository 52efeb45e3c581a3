#include "demos/view/uploaded_mesh.h"

#include "demos/view/gl_objects.h"

#include <cassert>

namespace ricochet::view {
namespace {

GLuint uploadFaces(const DrawnMesh& mesh) {
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffer);
    const std::span faces(mesh.faces);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, static_cast<GLsizeiptr>(faces.size_bytes()), faces.data(),
                 GL_STATIC_DRAW);
    return buffer;
}

}  // namespace

void uploadVertices(UploadedMesh& mesh, std::span<const Point> vertices) {
    glBindBuffer(GL_ARRAY_BUFFER, mesh.vertexBuffer);
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(vertices.size_bytes()), vertices.data(),
                 GL_STATIC_DRAW);
    mesh.vertices.assign(vertices.begin(), vertices.end());
    mesh.box.setEmpty();
    for (const Point& vertex : vertices) mesh.box.extend(toVector(vertex));
}

UploadedMesh upload(const DrawnMesh& mesh) {
    UploadedMesh uploaded{};
    glGenVertexArrays(1, &uploaded.vertexArray);
    glBindVertexArray(uploaded.vertexArray);
    glGenBuffers(1, &uploaded.vertexBuffer);
    uploadVertices(uploaded, mesh.vertices);
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, nullptr);
    uploaded.faceBuffer = uploadFaces(mesh);
    uploaded.indexCount = static_cast<GLsizei>(3 * mesh.faces.size());
    return uploaded;
}

void uploadMarks(UploadedMesh& mesh, std::span<const FaceMarks> marks) {
    GLint most = 0;
    glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &most);
    std::vector<Eigen::Vector4f> texels;  // two of each face
    for (const FaceMarks& each : marks) {
        texels.emplace_back(each.creases[0], each.creases[1], each.creases[2], each.levelWidth);
        texels.emplace_back(toVector(each.levelNormal).homogeneous());
    }
    // so many faces are too small for their edges to be seen
    if (texels.size() > std::size_t(most)) return;
    const std::span bytes = std::as_bytes(std::span(texels));
    glGenBuffers(1, &mesh.markBuffer);
    glBindBuffer(GL_TEXTURE_BUFFER, mesh.markBuffer);
    glBufferData(GL_TEXTURE_BUFFER, static_cast<GLsizeiptr>(bytes.size()), bytes.data(), GL_STATIC_DRAW);
    mesh.marks = makeBufferTexture(GL_RGBA32F, mesh.markBuffer);
}

void destroy(UploadedMesh& mesh) {
    glDeleteTextures(1, &mesh.marks);
    glDeleteBuffers(1, &mesh.markBuffer);
    glDeleteVertexArrays(1, &mesh.vertexArray);
    glDeleteBuffers(1, &mesh.vertexBuffer);
    glDeleteBuffers(1, &mesh.faceBuffer);
    mesh = {};
}

Box boxOf(std::span<const DrawnBody> bodies, std::span<const UploadedMesh> meshes) {
    Box all;
    for (const DrawnBody& body : bodies) {
        if (body.mesh == kNoMesh) continue;
        assert(body.mesh < meshes.size());
        const Box& box = meshes[body.mesh].box;
        if (!box.isEmpty()) all.extend(box.transformed(Eigen::Affine3f(modelMatrix(body))));
    }
    return all;
}

}  // namespace ricochet::view
