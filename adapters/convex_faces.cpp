#include "adapters/convex_faces.h"

#include "adapters/convert.h"

#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btPolyhedralConvexShape.h>
#include <LinearMath/btConvexHullComputer.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

/// Corner i of the box has the signs of i's bits: x, y, z.
Vec3 boxCorner(const Vec3& half, int i) {
    return {i & 1 ? half.x() : -half.x(), i & 2 ? half.y() : -half.y(), i & 4 ? half.z() : -half.z()};
}

constexpr int kBoxSides[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                 {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};

/// Walks round one face of a hull and fans it into triangles.
void appendHullFace(const btConvexHullComputer& hull, int firstEdge, ShapeMesh& out) {
    const btConvexHullComputer::Edge* const first = &hull.edges[firstEdge];
    const auto apex = static_cast<Index>(first->getSourceVertex());
    for (auto* edge = first->getNextEdgeOfFace(); edge->getTargetVertex() != int(apex);
         edge = edge->getNextEdgeOfFace()) {
        out.faces.push_back({apex, Index(edge->getSourceVertex()), Index(edge->getTargetVertex())});
    }
}

std::vector<double> coordinatesOf(const btPolyhedralConvexShape& polyhedron) {
    std::vector<double> coordinates;
    for (int i = 0; i < polyhedron.getNumVertices(); ++i) {
        btVector3 v;
        polyhedron.getVertex(i, v);
        coordinates.insert(coordinates.end(), {double(v.x()), double(v.y()), double(v.z())});
    }
    return coordinates;
}

}  // namespace

Result<ShapeMesh> readBox(const btCollisionShape& shape) {
    const Vec3 half = toVec3(static_cast<const btBoxShape&>(shape).getHalfExtentsWithMargin());
    ShapeMesh out;
    for (int i = 0; i < 8; ++i) out.vertices.push_back(boxCorner(half, i));
    for (const auto& side : kBoxSides) {
        const Index a = side[0], b = side[1], c = side[2], d = side[3];
        out.faces.push_back({a, b, c});
        out.faces.push_back({a, c, d});
    }
    return out;
}

void signBox(const btCollisionShape& shape, Signature& signature) {
    signature.add(static_cast<const btBoxShape&>(shape).getHalfExtentsWithMargin());
}

Result<ShapeMesh> readPolyhedron(const btCollisionShape& shape) {
    const auto& polyhedron = static_cast<const btPolyhedralConvexShape&>(shape);
    const std::vector<double> coordinates = coordinatesOf(polyhedron);
    for (double x : coordinates) {
        if (!std::isfinite(x))
            return tl::unexpected(std::string("a vertex of the convex shape is not finite"));
    }
    btConvexHullComputer hull;
    hull.compute(coordinates.data(), 3 * sizeof(double), polyhedron.getNumVertices(), 0, 0);
    ShapeMesh out;
    for (int i = 0; i < hull.vertices.size(); ++i) out.vertices.push_back(toVec3(hull.vertices[i]));
    for (int i = 0; i < hull.faces.size(); ++i) appendHullFace(hull, hull.faces[i], out);
    return out;
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

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
