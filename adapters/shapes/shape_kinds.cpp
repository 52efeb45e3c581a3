#include "adapters/shapes/shape_kinds.h"

#include "adapters/shapes/convert.h"
#include "adapters/shapes/convex_faces.h"
#include "adapters/shapes/heightfield.h"
#include "adapters/shapes/mesh_interface.h"
#include "adapters/shapes/mktree_shape.h"
#include "adapters/shapes/shape_cast.h"

#include <BulletCollision/CollisionShapes/btMultimaterialTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btScaledBvhTriangleMeshShape.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>

#include <algorithm>
#include <utility>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

// btBvhTriangleMeshShape, btMultimaterialTriangleMeshShape
Result<ShapeMesh> readBvh(const btCollisionShape& shape) {
    const auto& mesh = *as<btBvhTriangleMeshShape>(shape).getMeshInterface();
    return readMeshInterface(mesh, mesh.getScaling());
}
void signBvh(const btCollisionShape& shape, Signature& signature) {
    const auto& mesh = *as<btBvhTriangleMeshShape>(shape).getMeshInterface();
    signature.add(mesh.getScaling());
    sign(mesh, signature);
}

// btScaledBvhTriangleMeshShape: another shape's mesh, scaled again
Result<ShapeMesh> readScaledBvh(const btCollisionShape& shape) {
    const auto& scaled = as<btScaledBvhTriangleMeshShape>(shape);
    const auto& mesh = *scaled.getChildShape()->getMeshInterface();
    return readMeshInterface(mesh, mesh.getScaling() * scaled.getLocalScaling());
}
void signScaledBvh(const btCollisionShape& shape, Signature& signature) {
    const auto& scaled = as<btScaledBvhTriangleMeshShape>(shape);
    signature.add(scaled.getLocalScaling());
    signBvh(*scaled.getChildShape(), signature);
}

/// Collects the parts and numbers of triangles in a box.
class NameCollector : public btTriangleCallback {
public:
    void processTriangle(btVector3*, int part, int triangle) override { names_.push_back({part, triangle}); }
    std::vector<FaceName> names() && {
        std::ranges::sort(names_);
        names_.erase(std::unique(names_.begin(), names_.end()), names_.end());
        return std::move(names_);
    }

private:
    std::vector<FaceName> names_;
};

std::vector<FaceName> namesInBoxes(const btConcaveShape& shape, std::span<const Aabb> boxes) {
    NameCollector collector;
    for (const Aabb& box : boxes) {
        shape.processAllTriangles(&collector, toBullet(box.min), toBullet(box.max));
    }
    return std::move(collector).names();
}

struct AnyTriangle : btTriangleCallback {
    bool isMet = false;
    void processTriangle(btVector3*, int, int) override { isMet = true; }
};

template <class Shape>
bool isClear(const btCollisionShape& shape, const Aabb& box) {
    AnyTriangle any;
    as<Shape>(shape).processAllTriangles(&any, toBullet(box.min), toBullet(box.max));
    return !any.isMet;
}

int noColumns(const btCollisionShape&) { return -1; }

// Without Bullet's tree there is no box query, so the mesh is read whole.
std::size_t bvhTriangles(const btCollisionShape& shape) {
    const auto& bvh = as<btBvhTriangleMeshShape>(shape);
    const bool hasTree = const_cast<btBvhTriangleMeshShape&>(bvh).getOptimizedBvh() != nullptr;
    return hasTree ? countTriangles(*bvh.getMeshInterface()) : 0;
}
Result<ShapeMesh> readBvhPart(const btCollisionShape& shape, std::span<const Aabb> boxes) {
    const auto& bvh = as<btBvhTriangleMeshShape>(shape);
    const auto& mesh = *bvh.getMeshInterface();
    return readTriangles(mesh, mesh.getScaling(), namesInBoxes(bvh, boxes));
}
Result<void> sliceBvh(const btCollisionShape& shape, std::size_t first, std::size_t count,
                      std::vector<Triangle>& out) {
    const auto& mesh = *as<btBvhTriangleMeshShape>(shape).getMeshInterface();
    return readSlice(mesh, mesh.getScaling(), first, count, out);
}
std::size_t scaledBvhTriangles(const btCollisionShape& shape) {
    return bvhTriangles(*as<btScaledBvhTriangleMeshShape>(shape).getChildShape());
}
Result<ShapeMesh> readScaledBvhPart(const btCollisionShape& shape, std::span<const Aabb> boxes) {
    const auto& scaled = as<btScaledBvhTriangleMeshShape>(shape);
    const auto& mesh = *scaled.getChildShape()->getMeshInterface();
    return readTriangles(mesh, mesh.getScaling() * scaled.getLocalScaling(), namesInBoxes(scaled, boxes));
}
Result<void> sliceScaledBvh(const btCollisionShape& shape, std::size_t first, std::size_t count,
                            std::vector<Triangle>& out) {
    const auto& scaled = as<btScaledBvhTriangleMeshShape>(shape);
    const auto& mesh = *scaled.getChildShape()->getMeshInterface();
    return readSlice(mesh, mesh.getScaling() * scaled.getLocalScaling(), first, count, out);
}

constexpr ShapeParts kBvhParts = {bvhTriangles, noColumns, readBvhPart, isClear<btBvhTriangleMeshShape>,
                                  sliceBvh,     nullptr,   nullptr};
constexpr ShapeParts kScaledBvhParts = {scaledBvhTriangles,
                                        noColumns,
                                        readScaledBvhPart,
                                        isClear<btScaledBvhTriangleMeshShape>,
                                        sliceScaledBvh,
                                        nullptr,
                                        nullptr};
constexpr ShapeParts kTerrainParts = {
    heightfieldTriangles, heightfieldUpAxis, readHeightfieldPart, nullptr, nullptr, nullptr, nullptr};
constexpr ShapeParts kMkTreeParts = {mktreeTriangles, noColumns,    readMkTreePart, isMkTreeClear,
                                     nullptr,         mktreeInside, prefetchMkTree};

// btGImpactMeshShape: its parts carry the scaling, and the margin by which they collide
const btGImpactMeshShapePart* firstPart(const btCollisionShape& shape) {
    const auto& mesh = as<btGImpactMeshShape>(shape);
    return mesh.getMeshPartCount() > 0 ? mesh.getMeshPart(0) : nullptr;
}
btVector3 gimpactScaling(const btCollisionShape& shape) {
    const auto* part = firstPart(shape);
    return part ? part->getLocalScaling() : btVector3(1, 1, 1);
}
Result<ShapeMesh> readGImpact(const btCollisionShape& shape) {
    return readMeshInterface(*as<btGImpactMeshShape>(shape).getMeshInterface(), gimpactScaling(shape));
}
void signGImpact(const btCollisionShape& shape, Signature& signature) {
    signature.add(gimpactScaling(shape));
    sign(*as<btGImpactMeshShape>(shape).getMeshInterface(), signature);
}
btScalar gimpactMargin(const btCollisionShape& shape) {
    const auto* part = firstPart(shape);
    return part ? part->getMargin() : 0;
}

// clang-format off
constexpr ShapeKind kShapeKinds[] = {
    // type                                 about             mesh   open   read             sign             margin          parts
    {TRIANGLE_MESH_SHAPE_PROXYTYPE,         "BVH mesh",       true,  false, readBvh,         signBvh,         ownMargin,     &kBvhParts},
    {SCALED_TRIANGLE_MESH_SHAPE_PROXYTYPE,  "scaled BVH mesh",true,  false, readScaledBvh,   signScaledBvh,   ownMargin,     &kScaledBvhParts},
    {TERRAIN_SHAPE_PROXYTYPE,               "heightfield",    true,  true,  readHeightfield, signHeightfield, ownMargin,     &kTerrainParts},
    {GIMPACT_SHAPE_PROXYTYPE,               "GImpact mesh",   true,  false, readGImpact,     signGImpact,     gimpactMargin, nullptr},
    {MULTIMATERIAL_TRIANGLE_MESH_PROXYTYPE, "material mesh",  true,  false, readBvh,         signBvh,         ownMargin,     &kBvhParts},
    {FAST_CONCAVE_MESH_PROXYTYPE,           "MKtree mesh",    true,  false, readMkTree,      signMkTree,      ownMargin,     &kMkTreeParts},
    {BOX_SHAPE_PROXYTYPE,                   "box",            false, false, readBox,         signBox,         noMargin,      nullptr},
    {CONVEX_HULL_SHAPE_PROXYTYPE,           "convex hull",    false, false, readPolyhedron,  signHull,        ownMargin,     nullptr},
    {CONVEX_TRIANGLEMESH_SHAPE_PROXYTYPE,   "convex mesh",    false, false, readConvexMesh,  signConvexMesh,  ownMargin,     nullptr},
    {TETRAHEDRAL_SHAPE_PROXYTYPE,           "simplex",        false, false, readPolyhedron,  signPolyhedron,  ownMargin,     nullptr},
};
// clang-format on

}  // namespace

const ShapeKind* shapeKind(int type) {
    for (const ShapeKind& kind : kShapeKinds) {
        if (kind.type == type) return &kind;
    }
    return nullptr;
}

bool isReadable(const btCollisionShape& shape) {
    if (shape.getShapeType() == GIMPACT_SHAPE_PROXYTYPE) {
        const auto& gimpact = as<btGImpactShapeInterface>(shape);
        return gimpact.getGImpactShapeType() == CONST_GIMPACT_TRIMESH_SHAPE;
    }
    if (shape.getShapeType() == FAST_CONCAVE_MESH_PROXYTYPE) return isMkTreeShape(shape);
    return shapeKind(shape.getShapeType()) != nullptr;
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
