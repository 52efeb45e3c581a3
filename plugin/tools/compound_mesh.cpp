#include <BulletCollision/CollisionShapes/btBvhTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btCompoundShape.h>
#include <BulletCollision/CollisionShapes/btTriangleMesh.h>
#include <BulletCollision/CollisionShapes/btTriangleShape.h>
#include <ricochet/compound_mesh.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

CompoundMesh::CompoundMesh() = default;
CompoundMesh::CompoundMesh(CompoundMesh&&) noexcept = default;
CompoundMesh& CompoundMesh::operator=(CompoundMesh&&) noexcept = default;
CompoundMesh::~CompoundMesh() = default;

CompoundMesh meshFromCompound(const btCompoundShape& compound) {
    CompoundMesh made;
    const int count = compound.getNumChildShapes();
    for (int i = 0; i < count; ++i) {
        if (compound.getChildShape(i)->getShapeType() != TRIANGLE_SHAPE_PROXYTYPE) {
            made.error = "Child " + std::to_string(i) + " of the compound is no triangle.";
        }
    }
    if (count == 0) made.error = "The compound is empty.";
    if (!made.error.empty()) return made;
    made.triangles = std::make_unique<btTriangleMesh>();
    made.triangles->preallocateVertices(3 * count);
    made.triangles->preallocateIndices(3 * count);
    for (int i = 0; i < count; ++i) {
        const btTransform& pose = compound.getChildTransform(i);
        const auto* corners = static_cast<const btTriangleShape*>(compound.getChildShape(i))->m_vertices1;
        made.triangles->addTriangle(pose * corners[0], pose * corners[1], pose * corners[2]);
    }
    made.shape = std::make_unique<btBvhTriangleMeshShape>(made.triangles.get(), true);
    made.shape->setMargin(compound.getChildShape(0)->getMargin());
    return made;
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
