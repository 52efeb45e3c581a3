#pragma once

#include "demos/view/face_marks.h"
#include "demos/view/viewing.h"

#include <epoxy/gl.h>

#include <span>
#include <vector>

namespace ricochet::view {

/// A mesh in OpenGL buffers, which are destroyed with their context, or before.
struct UploadedMesh {
    GLuint vertexArray;
    GLuint vertexBuffer, faceBuffer;
    GLsizei indexCount;
    GLuint markBuffer, marks;  ///< 0: faces have no marks
    bool hidesInnerSides;      ///< of its faces: as the function of that name
    std::vector<Point> vertices;
    Box box;
};

UploadedMesh upload(const DrawnMesh& mesh);
void uploadVertices(UploadedMesh& mesh, std::span<const Point> vertices);
void uploadMarks(UploadedMesh& mesh, std::span<const FaceMarks> marks);
void destroy(UploadedMesh& mesh);

/// In the world.
Box boxOf(std::span<const DrawnBody> bodies, std::span<const UploadedMesh> meshes);

}  // namespace ricochet::view
