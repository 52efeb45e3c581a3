// Crossings of a ray along +x, each counted with its sign (Haines. Point in Polygon Strategies. 1994; one
// dimension up). The ray is perturbed by (0, e, e²) with an infinitesimal e, so that it passes neither
// through a vertex nor through an edge (Edelsbrunner, Mücke. Simulation of Simplicity. 1990).

#include "algorithms/geometry/point_in_mesh.h"

#include "algorithms/geometry/predicates.h"
#include "algorithms/geometry/triangle_triangle.h"

#include <algorithm>

namespace ricochet {
namespace {

constexpr int kRayAxis = 0;

/// The sign of orient2d(from, to, point) for the perturbed point; 0 only if `from` and `to` coincide.
Side perturbedSide(const Vec2& from, const Vec2& to, const Vec2& point) {
    if (const Side side = orient2d(from, to, point)) return side;
    // On the line: the perturbation (e, e²) decides, the first coordinate before the second.
    if (from.y() != to.y()) return from.y() > to.y() ? 1 : -1;
    if (from.x() != to.x()) return from.x() < to.x() ? 1 : -1;
    return 0;
}

/// The sign of the normal's component along the ray if the line along the ray passes through the triangle;
/// else 0.
int crossingSign(const Triangle& t, const Vec3& point) {
    const Vec2 origin = project(point, kRayAxis);
    const Vec2 a = project(t[0], kRayAxis);
    const Vec2 b = project(t[1], kRayAxis);
    const Vec2 c = project(t[2], kRayAxis);
    const Side side = perturbedSide(a, b, origin);
    return side == perturbedSide(b, c, origin) && side == perturbedSide(c, a, origin) ? side : 0;
}

bool mayBeAhead(const Aabb& box, const Vec3& point) {
    return point.x() <= box.max.x() && box.min.y() <= point.y() && point.y() <= box.max.y() &&
           box.min.z() <= point.z() && point.z() <= box.max.z();
}

/// How often the ray passes through a surface, each time with its sign.
class Winding {
public:
    explicit Winding(const Vec3& point) : point_(point) {}

    /// Whether the point is on the face; if not, counts the face.
    bool isOn(const Triangle& t) {
        const Aabb box = boxOf(t);
        if (!mayBeAhead(box, point_)) return false;
        if (box.contains(point_) && intersects(t, {point_, point_, point_})) return true;

        // The triangle is ahead of the point if the point lies on the side from which the ray comes.
        const int pass = crossingSign(t, point_);
        if (pass != 0 && orient3d(t[0], t[1], t[2], point_) == -pass) count_ += pass;
        return false;
    }
    bool isZero() const { return count_ == 0; }

private:
    const Vec3 point_;
    int count_ = 0;
};

/// A point on the ray beyond the mesh.
Vec3 endOfRay(const MeshInstance& placed, const Vec3& point) {
    const Vec3 centre = transformPoint(placed.pose, placed.mesh().box().centre());
    Vec3 end = point;
    end[kRayAxis] = std::max(point[kRayAxis], centre[kRayAxis]) + placed.mesh().box().size().norm();
    return end;
}

}  // namespace

bool contains(const Mesh& mesh, const Pose& pose, const Vec3& point) {
    Winding winding(point);
    for (Index face = 0; face < mesh.faceCount(); ++face) {
        if (winding.isOn(transformTriangle(pose, mesh.triangle(face)))) return true;
    }
    return !winding.isZero();
}

bool contains(const Mesh& mesh, std::span<const Index> faces, const Vec3& point) {
    Winding winding(point);
    for (const Index face : faces) {
        if (winding.isOn(mesh.triangle(face))) return true;
    }
    return !winding.isZero();
}

bool contains(const NarrowPhase& narrowPhase, const MeshInstance& placed, const Vec3& point) {
    thread_local std::vector<Index> onRay;  // reused, so that no memory is allocated
    narrowPhase.castRay(placed, {point, endOfRay(placed, point)}, onRay);
    Winding winding(point);
    for (const Index face : onRay) {
        if (winding.isOn(placed.triangle(face))) return true;
    }
    return !winding.isZero();
}

}  // namespace ricochet
