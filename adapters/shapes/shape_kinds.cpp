#include "adapters/shapes/shape_kinds.h"

#include "adapters/shapes/convert.h"
#include "adapters/shapes/convex_faces.h"
#include "adapters/shapes/heightfield.h"
#include "adapters/shapes/mesh_interface.h"
#include "adapters/shapes/mktree_shape.h"
#include "adapters/shapes/round_shapes.h"
#include "adapters/shapes/shape_cast.h"
#include "algorithms/geometry/round_solids.h"

#include <BulletCollision/CollisionShapes/btMultimaterialTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btPolyhedralConvexShape.h>
#include <BulletCollision/CollisionShapes/btScaledBvhTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btUniformScalingShape.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

// btBvhTriangleMeshShape, btMultimaterialTriangleMeshShape; and btScaledBvhTriangleMeshShape, which scales
// the mesh of one of them again

const btBvhTriangleMeshShape& bvh(const btBvhTriangleMeshShape& shape) { return shape; }
const btBvhTriangleMeshShape& bvh(const btScaledBvhTriangleMeshShape& shape) {
    return *shape.getChildShape();
}
template <class Shape>
const btStridingMeshInterface& bulletMesh(const Shape& shape) {
    return *bvh(shape).getMeshInterface();
}
btVector3 meshScaling(const btBvhTriangleMeshShape& shape) { return bulletMesh(shape).getScaling(); }
btVector3 meshScaling(const btScaledBvhTriangleMeshShape& shape) {
    return bulletMesh(shape).getScaling() * shape.getLocalScaling();
}

template <class Shape>
Result<ShapeMesh> readBvh(const btCollisionShape& shape) {
    return readMeshInterface(bulletMesh(as<Shape>(shape)), meshScaling(as<Shape>(shape)));
}
void signBvh(const btCollisionShape& shape, Signature& signature) {
    const auto& mesh = bulletMesh(as<btBvhTriangleMeshShape>(shape));
    signature.add(mesh.getScaling());
    sign(mesh, signature);
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

template <class Shape>
bool isClear(const btCollisionShape& shape, const Aabb& box) {
    return namesInBoxes(as<Shape>(shape), {&box, 1}).empty();
}

int noColumns(const btCollisionShape&) { return -1; }

// Without Bullet's tree there is no box query, so the mesh is read whole.
template <class Shape>
std::size_t bvhTriangles(const btCollisionShape& shape) {
    const auto& tree = bvh(as<Shape>(shape));
    const bool hasTree = const_cast<btBvhTriangleMeshShape&>(tree).getOptimizedBvh() != nullptr;
    return hasTree ? countTriangles(bulletMesh(tree)) : 0;
}
template <class Shape>
Result<ShapeMesh> readBvhPart(const btCollisionShape& shape, std::span<const Aabb> boxes) {
    const auto& whole = as<Shape>(shape);
    return readTriangles(bulletMesh(whole), meshScaling(whole), namesInBoxes(whole, boxes));
}
template <class Shape>
Result<void> sliceBvh(const btCollisionShape& shape, std::size_t first, std::size_t count,
                      std::vector<Triangle>& out) {
    return readSlice(bulletMesh(as<Shape>(shape)), meshScaling(as<Shape>(shape)), first, count, out);
}

template <class Shape>
constexpr ShapeParts kBvhParts = {.triangles = bvhTriangles<Shape>,
                                  .columnAxis = noColumns,
                                  .read = readBvhPart<Shape>,
                                  .isClear = isClear<Shape>,
                                  .slice = sliceBvh<Shape>};
constexpr ShapeParts kTerrainParts = {
    .triangles = heightfieldTriangles, .columnAxis = heightfieldUpAxis, .read = readHeightfieldPart};
constexpr ShapeParts kMkTreeParts = {.triangles = mktreeTriangles,
                                     .columnAxis = noColumns,
                                     .read = readMkTreePart,
                                     .isClear = isMkTreeClear,
                                     .passesToInside = mktreePassesToInside,
                                     .expect = prefetchMkTree};

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

bool isGImpactMesh(const btCollisionShape& shape) {
    return as<btGImpactShapeInterface>(shape).getGImpactShapeType() == CONST_GIMPACT_TRIMESH_SHAPE;
}

Result<SolidProperties> uniformScalingSolid(const btConvexShape& shape) {
    const auto& grown = as<btUniformScalingShape>(shape);
    return readConvexSolid(*grown.getChildShape()).map([&](const SolidProperties& child) {
        return scaled(child, Real(grown.getUniformScalingFactor()));
    });
}

btScalar ownMargin(const btCollisionShape& shape) { return shape.getMargin(); }
btScalar noMargin(const btCollisionShape&) { return 0; }

// clang-format off
constexpr ShapeKind kShapeKinds[] = {
    // meshes
    {.type = TRIANGLE_MESH_SHAPE_PROXYTYPE, .about = "BVH mesh", .isMesh = true,
     .margin = ownMargin, .sign = signBvh, .read = readBvh<btBvhTriangleMeshShape>,
     .parts = &kBvhParts<btBvhTriangleMeshShape>},
    {.type = SCALED_TRIANGLE_MESH_SHAPE_PROXYTYPE, .about = "scaled BVH mesh", .isMesh = true,
     .margin = ownMargin, .sign = signScaledBvh, .read = readBvh<btScaledBvhTriangleMeshShape>,
     .parts = &kBvhParts<btScaledBvhTriangleMeshShape>},
    {.type = TERRAIN_SHAPE_PROXYTYPE, .about = "heightfield", .isMesh = true, .isOpen = true,
     .margin = ownMargin, .sign = signHeightfield, .read = readHeightfield, .parts = &kTerrainParts},
    {.type = GIMPACT_SHAPE_PROXYTYPE, .about = "GImpact mesh", .isMesh = true, .isValid = isGImpactMesh,
     .margin = gimpactMargin, .sign = signGImpact, .read = readGImpact},
    {.type = MULTIMATERIAL_TRIANGLE_MESH_PROXYTYPE, .about = "material mesh", .isMesh = true,
     .margin = ownMargin, .sign = signBvh, .read = readBvh<btBvhTriangleMeshShape>,
     .parts = &kBvhParts<btBvhTriangleMeshShape>},
    {.type = FAST_CONCAVE_MESH_PROXYTYPE, .about = "MKtree mesh", .isMesh = true, .isValid = isMkTreeShape,
     .margin = ownMargin, .sign = signMkTree, .read = readMkTree, .parts = &kMkTreeParts},
    // polyhedra
    {.type = CONVEX_HULL_SHAPE_PROXYTYPE, .about = "convex hull",
     .margin = ownMargin, .sign = signHull, .read = readPolyhedron, .readCorners = readPolyhedronCorners},
    {.type = BOX_SHAPE_PROXYTYPE, .about = "box",
     .margin = noMargin, .sign = signBox, .read = readBox, .readCorners = readBoxCorners},
    {.type = CONVEX_TRIANGLEMESH_SHAPE_PROXYTYPE, .about = "convex mesh",
     .margin = ownMargin, .sign = signConvexMesh, .read = readConvexMesh, .readCorners = readConvexMeshCorners},
    {.type = TETRAHEDRAL_SHAPE_PROXYTYPE, .about = "simplex",
     .margin = ownMargin, .sign = signPolyhedron, .read = readPolyhedron, .readCorners = readPolyhedronCorners},
    {.type = CONVEX_POINT_CLOUD_SHAPE_PROXYTYPE, .about = "point cloud",
     .margin = ownMargin, .sign = signPolyhedron, .readCorners = readPolyhedronCorners},
    {.type = CUSTOM_POLYHEDRAL_SHAPE_TYPE, .about = "polyhedron",
     .margin = ownMargin, .sign = signPolyhedron, .readCorners = readPolyhedronCorners},
    // round shapes
    {.type = SPHERE_SHAPE_PROXYTYPE, .about = "sphere", .isValid = isSphere,
     .margin = noMargin, .readRound = readSphere, .readSolid = sphereSolid},
    {.type = CAPSULE_SHAPE_PROXYTYPE, .about = "capsule", .isValid = isCapsule,
     .margin = noMargin, .readRound = readCapsule, .readSolid = capsuleSolid},
    {.type = CYLINDER_SHAPE_PROXYTYPE, .about = "cylinder", .isValid = isCylinder,
     .margin = noMargin, .readRound = readCylinder, .readSolid = cylinderSolid},
    {.type = CONE_SHAPE_PROXYTYPE, .about = "cone", .isValid = isCone,
     .margin = ownMargin, .readRound = readCone, .readSolid = coneSolid},
    {.type = MULTI_SPHERE_SHAPE_PROXYTYPE, .about = "multi-sphere", .isValid = isMultiSphere,
     .margin = noMargin, .sign = signMultiSphere, .readRound = readMultiSphere},
    // solids
    {.type = UNIFORM_SCALING_SHAPE_PROXYTYPE, .about = "scaled shape", .readSolid = uniformScalingSolid},
};
// clang-format on

/// The row of each type, or null: kinds are looked up several times for each pair and step.
constexpr auto kKindOfType = [] {
    std::array<const ShapeKind*, MAX_BROADPHASE_COLLISION_TYPES> kinds{};
    for (const ShapeKind& kind : kShapeKinds) kinds[static_cast<std::size_t>(kind.type)] = &kind;
    return kinds;
}();

const ShapeKind* validKind(const btCollisionShape& shape) {
    const ShapeKind* const kind = shapeKind(shape.getShapeType());
    return kind && kind->isValid && !kind->isValid(shape) ? nullptr : kind;
}

Result<SolidProperties> solidOfMesh(ShapeMesh&& read) {
    return Mesh::create(std::move(read.vertices), std::move(read.faces))
        .map([](const std::shared_ptr<Mesh>& mesh) { return massProperties(*mesh); });
}

Result<SolidProperties> readAnySolid(const btConvexShape& shape) {
    const ShapeKind* const kind = shapeKind(shape.getShapeType());
    if (kind && kind->readSolid) return kind->readSolid(shape);
    if (shape.isPolyhedral()) return readPolyhedron(shape).and_then(solidOfMesh);
    return solidOfSupport(
        [&](const Vec3& direction) { return toVec3(shape.localGetSupportingVertex(toBullet(direction))); });
}

}  // namespace

const ShapeKind* shapeKind(int type) {
    const auto index = static_cast<std::size_t>(type);  // too large for a negative type
    return index < kKindOfType.size() ? kKindOfType[index] : nullptr;
}

const ShapeKind& shapeKind(const btCollisionShape& shape) { return *shapeKind(shape.getShapeType()); }

bool isReadable(const btCollisionShape& shape) {
    const ShapeKind* const kind = validKind(shape);
    return kind && kind->read;
}

bool isPolyhedral(const btCollisionShape& shape) {
    const ShapeKind* const kind = validKind(shape);
    return kind && kind->readCorners;
}

bool isRound(const btCollisionShape& shape) {
    const ShapeKind* const kind = validKind(shape);
    return kind && kind->readRound;
}

std::uint64_t shapeSignature(const btCollisionShape& shape) {
    Signature signature;
    signature.add(shape.getShapeType());
    shapeKind(shape).sign(shape, signature);
    return signature.value();
}

Result<SolidProperties> readConvexSolid(const btConvexShape& shape) {
    Result<SolidProperties> solid = readAnySolid(shape);
    if (solid && !(solid->volume > 0 && std::isfinite(solid->volume))) {
        return tl::unexpected("a " + std::string(shape.getName()) + " shape has no volume");
    }
    return solid;
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
