#include "adapters/shapes/convex_faces.h"

#include "adapters/shapes/convert.h"
#include "adapters/shapes/mesh_interface.h"
#include "algorithms/geometry/convex_hull.h"

#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/CollisionShapes/btConvexTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btPolyhedralConvexShape.h>

#include <string>
#include <utility>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

/// Corner i of a box: bit k of i gives the sign of coordinate k.
Vec3 boxCorner(const Vec3& half, int i) {
    return {i & 1 ? half.x() : -half.x(), i & 2 ? half.y() : -half.y(), i & 4 ? half.z() : -half.z()};
}

constexpr Index kBoxSides[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                   {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};

std::vector<Vec3> verticesOf(const btPolyhedralConvexShape& polyhedron) {
    std::vector<Vec3> vertices;
    for (int i = 0; i < polyhedron.getNumVertices(); ++i) {
        btVector3 v;
        polyhedron.getVertex(i, v);
        vertices.push_back(toVec3(v));
    }
    return vertices;
}

Result<ShapeMesh> hullOf(const std::vector<Vec3>& points) {
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (!points[i].allFinite()) return tl::unexpected("vertex " + std::to_string(i) + " is not finite");
    }
    const ConvexHull hull = convexHull(points);
    if (hull.isEmpty()) return tl::unexpected(std::string("its points enclose no volume"));

    ShapeMesh out;
    std::vector<Index> slots(points.size());
    for (Index v : hull.vertices) {
        slots[v] = static_cast<Index>(out.vertices.size());
        out.vertices.push_back(points[v]);
    }
    for (const Face& f : hull.faces) out.faces.push_back({slots[f[0]], slots[f[1]], slots[f[2]]});
    return out;
}

}  // namespace

Result<ShapeMesh> readBox(const btCollisionShape& shape) {
    const Vec3 half = toVec3(static_cast<const btBoxShape&>(shape).getHalfExtentsWithMargin());
    ShapeMesh out;
    for (int i = 0; i < 8; ++i) out.vertices.push_back(boxCorner(half, i));
    for (const auto& side : kBoxSides) {
        const auto& [a, b, c, d] = side;
        out.faces.push_back({a, b, c});
        out.faces.push_back({a, c, d});
    }
    return out;
}

void signBox(const btCollisionShape& shape, Signature& signature) {
    signature.add(static_cast<const btBoxShape&>(shape).getHalfExtentsWithMargin());
}

Result<ShapeMesh> readPolyhedron(const btCollisionShape& shape) {
    return hullOf(verticesOf(static_cast<const btPolyhedralConvexShape&>(shape)));
}

void signHull(const btCollisionShape& shape, Signature& signature) {
    const auto& hull = static_cast<const btConvexHullShape&>(shape);
    const btVector3* const points = hull.getUnscaledPoints();
    signature.add(hull.getNumPoints());
    signature.add(static_cast<const void*>(points));
    signature.add(hull.getLocalScalingNV());
    // called for many pairs in piles: a few points, with the array's size and address, suffice
    constexpr int kSamples = 6;
    forEachSample<kSamples>(hull.getNumPoints(), [&](int i) {
        signature.add(static_cast<const btScalar*>(points[i]), 3 * sizeof(btScalar));
    });
}

void signPolyhedron(const btCollisionShape& shape, Signature& signature) {
    const auto& polyhedron = static_cast<const btPolyhedralConvexShape&>(shape);
    signature.add(polyhedron.getNumVertices());
    forEachSample(polyhedron.getNumVertices(), [&](int i) {
        btVector3 vertex;
        polyhedron.getVertex(i, vertex);
        signature.add(vertex);
    });
}

Result<ShapeMesh> readConvexMesh(const btCollisionShape& shape) {
    const auto& mesh = *static_cast<const btConvexTriangleMeshShape&>(shape).getMeshInterface();
    return readMeshInterface(mesh, mesh.getScaling()).and_then([](const ShapeMesh& read) {
        return hullOf(read.vertices);
    });
}

Result<std::vector<Vec3>> readCorners(const btCollisionShape& shape) {
    switch (shape.getShapeType()) {
        case BOX_SHAPE_PROXYTYPE:
            return readBox(shape).map([](ShapeMesh&& box) { return std::move(box.vertices); });
        case CONVEX_TRIANGLEMESH_SHAPE_PROXYTYPE: {
            const auto& mesh = *static_cast<const btConvexTriangleMeshShape&>(shape).getMeshInterface();
            return readMeshInterface(mesh, mesh.getScaling()).map([](ShapeMesh&& read) {
                return std::move(read.vertices);
            });
        }
        default:
            return verticesOf(static_cast<const btPolyhedralConvexShape&>(shape));
    }
}

void signConvexMesh(const btCollisionShape& shape, Signature& signature) {
    const auto& mesh = *static_cast<const btConvexTriangleMeshShape&>(shape).getMeshInterface();
    signature.add(mesh.getScaling());
    sign(mesh, signature);
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
