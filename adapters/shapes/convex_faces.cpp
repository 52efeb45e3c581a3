#include "adapters/shapes/convex_faces.h"

#include "adapters/shapes/convert.h"
#include "adapters/shapes/mesh_interface.h"
#include "adapters/shapes/shape_cast.h"
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

Result<ShapeMesh> hull(const std::vector<Vec3>& points) {
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
    const Vec3 half = toVec3(as<btBoxShape>(shape).getHalfExtentsWithMargin());
    ShapeMesh out;
    for (int i = 0; i < 8; ++i) out.vertices.push_back(boxCorner(half, i));
    for (const auto& side : kBoxSides) {
        const auto& [a, b, c, d] = side;
        out.faces.push_back({a, b, c});
        out.faces.push_back({a, c, d});
    }
    return out;
}

Result<std::vector<Vec3>> readBoxCorners(const btCollisionShape& shape) {
    return readBox(shape).map([](ShapeMesh&& box) { return std::move(box.vertices); });
}

void signBox(const btCollisionShape& shape, Signature& signature) {
    signature.add(as<btBoxShape>(shape).getHalfExtentsWithMargin());
}

Result<std::vector<Vec3>> readPolyhedronCorners(const btCollisionShape& shape) {
    const auto& polyhedron = as<btPolyhedralConvexShape>(shape);
    std::vector<Vec3> vertices;
    for (int i = 0; i < polyhedron.getNumVertices(); ++i) {
        btVector3 v;
        polyhedron.getVertex(i, v);
        vertices.push_back(toVec3(v));
    }
    return vertices;
}

Result<ShapeMesh> readPolyhedron(const btCollisionShape& shape) {
    return readPolyhedronCorners(shape).and_then(hull);
}

void signHull(const btCollisionShape& shape, Signature& signature) {
    const auto& hull = as<btConvexHullShape>(shape);
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
    const auto& polyhedron = as<btPolyhedralConvexShape>(shape);
    signature.add(polyhedron.getNumVertices());
    forEachSample(polyhedron.getNumVertices(), [&](int i) {
        btVector3 vertex;
        polyhedron.getVertex(i, vertex);
        signature.add(vertex);
    });
}

Result<std::vector<Vec3>> readConvexMeshCorners(const btCollisionShape& shape) {
    const auto& mesh = *as<btConvexTriangleMeshShape>(shape).getMeshInterface();
    return readMeshInterface(mesh, mesh.getScaling()).map([](ShapeMesh&& read) {
        return std::move(read.vertices);
    });
}

Result<ShapeMesh> readConvexMesh(const btCollisionShape& shape) {
    return readConvexMeshCorners(shape).and_then(hull);
}

void signConvexMesh(const btCollisionShape& shape, Signature& signature) {
    const auto& mesh = *as<btConvexTriangleMeshShape>(shape).getMeshInterface();
    signature.add(mesh.getScaling());
    sign(mesh, signature);
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
