// The vertices of an intersection of half-spaces n · x <= h are the faces of the convex hull of the points
// n / (h - n · c), for c inside: polar duality (de Berg et al., Computational Geometry, section 11.4).

#include "algorithms/mktree/bounding_polyhedron.h"

#include "algorithms/geometry/convex_hull.h"
#include "algorithms/mktree/world_object.h"

#include <algorithm>

namespace ricochet::mktree {
namespace {

// Part of the greatest height above `inside`: exceeds the rounding error of vertices; flatter bodies have no
// polyhedron.
constexpr Real kGrowth = 1e-6;

Vec3 normalOf(const Plane& plane) { return {plane.normal[0], plane.normal[1], plane.normal[2]}; }

/// Relative to `inside`; empty if the intersection of the half-spaces is unbounded.
std::vector<Vec3> featureVertices(std::span<const Plane> planes, const Vec3& inside, Real minimum) {
    std::vector<Vec3> duals, vertices;
    for (const Plane& plane : planes) {
        const Real height = plane.height - normalOf(plane).dot(inside);
        if (!(height > minimum)) return {};
        duals.push_back(normalOf(plane) / (height + minimum));
    }
    const ConvexHull hull = convexHull(duals);
    for (const Face& face : hull.faces) {
        const Vec3 normal = (duals[face[1]] - duals[face[0]]).cross(duals[face[2]] - duals[face[0]]);
        const Real height = normal.dot(duals[face[0]]);
        if (!(height > 0)) return {};
        vertices.push_back(normal / height);
    }
    return vertices;
}

}  // namespace

bool BoundingPolyhedron::isSurelyApart(std::span<const Vec3> points) const {
    return std::ranges::any_of(planes, [&](const Plane& plane) {
        return std::ranges::all_of(points,
                                   [&](const Vec3& p) { return normalOf(plane).dot(p) > plane.height; });
    });
}

std::optional<BoundingPolyhedron> boundingPolyhedron(std::span<const Plane> planes, const Vec3& inside) {
    Real highest = 0;
    for (const Plane& plane : planes) {
        highest = std::max(highest, plane.height - normalOf(plane).dot(inside));
    }
    std::vector<Vec3> vertices = featureVertices(planes, inside, kGrowth * highest);
    const ConvexHull hull = convexHull(vertices);
    if (hull.isEmpty()) return std::nullopt;
    for (Vec3& v : vertices) v += inside;
    const std::vector<std::uint8_t> owned = ownedFeatures(vertices, hull.faces);
    BoundingPolyhedron polyhedron{{}, {planes.begin(), planes.end()}};
    for (std::size_t f = 0; f < hull.faces.size(); ++f) {
        const Face& face = hull.faces[f];
        polyhedron.triangles.push_back(
            {{vertices[face[0]], vertices[face[1]], vertices[face[2]]}, owned[f], 0, 0});
    }
    return polyhedron;
}

}  // namespace ricochet::mktree
