#pragma once

#include <ricochet/precision.h>

#include <memory>
#include <string>

class btBvhTriangleMeshShape;
class btCompoundShape;
class btTriangleMesh;

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Triangles and the shape that refers to them. Both are the caller's; the shape must not outlive the
/// triangles.
struct RICOCHET_API CompoundMesh {
    std::unique_ptr<btTriangleMesh> triangles;      ///< in the compound's frame, metres
    std::unique_ptr<btBvhTriangleMeshShape> shape;  ///< of `triangles`
    std::string error;                              ///< empty, or one sentence; then the others are null

    CompoundMesh();
    /// @{
    /// Shape and triangles get the other owner.
    CompoundMesh(CompoundMesh&&) noexcept;
    CompoundMesh& operator=(CompoundMesh&&) noexcept;
    /// @}
    ~CompoundMesh();
};

/// One mesh of a compound of btTriangleShape, as tesseract and MoveIt build them: Ricochet, as Bullet,
/// collides a compound child by child, and a triangle alone by Bullet. Triangle i is child i, and the margin
/// that of the first child. `compound` is only read; not thread-safe with what changes it. An error if it is
/// empty, or a child is no triangle.
[[nodiscard]] RICOCHET_API CompoundMesh meshFromCompound(const btCompoundShape& compound);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
