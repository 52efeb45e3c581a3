#include "algorithms/geometry/narrow_phase.h"

#include "algorithms/geometry/relative_pose.h"
#include "algorithms/geometry/triangle_triangle.h"

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

/// The distance of two arbitrary corners, one of each mesh: an upper bound of the distance of the meshes.
Real anyDistance(const MeshInstance& a, const MeshInstance& b) {
    return (a.triangle(0)[0] - b.triangle(0)[0]).norm();
}

std::optional<ClosestFaces> nearest(const MeshInstance& a, const MeshInstance& b, const FacePairs& pairs) {
    std::optional<ClosestFaces> best;
    for (const FacePair& pair : pairs) {
        const ClosestPoints points = closestPoints(a.triangle(pair.faceA), b.triangle(pair.faceB));
        if (!best || points.distanceSquared < best->points.distanceSquared) best = {pair, points};
    }
    return best;
}

constexpr Real kFirstDistance = 1.0 / 256;  // of a sufficient distance
constexpr Real kDistanceGrowth = 4;

/// Metres: upper bound of the distance of any point of the mesh from `point`.
Real farthestFrom(const MeshInstance& placed, const Vec3& point) {
    const Aabb& box = placed.mesh().box();
    const Vec3 half = placed.pose.rotation.cwiseAbs() * (0.5 * box.size());
    return (1 + 1e-12) * ((transformPoint(placed.pose, box.centre()) - point).norm() + half.norm());
}

}  // namespace

bool NarrowPhase::findFacePairsUpTo(std::size_t maximum, const MeshInstance& a, const MeshInstance& b,
                                    Real queryDistance, PairMemory& memory, FacePairs& out) const {
    findFacePairs(a, b, queryDistance, memory, out);
    if (out.size() <= maximum) return true;
    out.clear();
    return false;
}

std::optional<FacePair> NarrowPhase::findFirstPair(const MeshInstance& a, const MeshInstance& b,
                                                   PairMemory& memory) const {
    FacePairs pairs;
    findFacePairs(a, b, 0, memory, pairs);
    if (pairs.empty()) return std::nullopt;
    return pairs.front();
}

// The query distance grows step by step, so that few distant pairs are measured.
std::optional<ClosestFaces> NarrowPhase::findClosestPair(const MeshInstance& a, const MeshInstance& b,
                                                         Real upTo, PairMemory& memory) const {
    const Real enough = std::min(upTo, (1 + 1e-12) * anyDistance(a, b));
    FacePairs pairs;
    for (Real queryDistance = kFirstDistance * enough;;
         queryDistance = std::min(kDistanceGrowth * queryDistance, enough)) {
        findFacePairs(a, b, queryDistance, memory, pairs);
        const auto best = nearest(a, b, pairs);
        if (best && best->points.distanceSquared <= queryDistance * queryDistance) return best;
        if (queryDistance >= enough) return std::nullopt;
    }
}

void NarrowPhase::findFaces(const CollisionModel& model, const Aabb& box, std::vector<Index>& out) const {
    out.clear();
    const Mesh& mesh = model.mesh();
    for (Index face = 0; face < mesh.faceCount(); ++face) {
        if (overlaps(boxOf(mesh.triangle(face)), box)) out.push_back(face);
    }
}

void NarrowPhase::castRay(const MeshInstance& placed, const Ray& ray, std::vector<Index>& out) const {
    out.clear();
    if (!ray.from.allFinite() || !ray.to.allFinite()) return;
    Aabb box = boxAround(placed, ray.from, 0);
    const Aabb end = boxAround(placed, ray.to, 0);
    box.include(end.min);
    box.include(end.max);
    findFaces(*placed.model, box, out);
    std::erase_if(out, [&](Index face) { return !meets(placed, face, ray); });
}

// The query distance grows step by step, so that few distant faces are measured.
std::optional<ClosestFace> NarrowPhase::closestFace(const MeshInstance& placed,
                                                    const PointQuery& query) const {
    const Real enough = std::min(query.upTo, farthestFrom(placed, query.point));
    if (!std::isfinite(enough)) return std::nullopt;
    std::vector<Index> faces;
    for (Real distance = kFirstDistance * enough;; distance = std::min(kDistanceGrowth * distance, enough)) {
        findFaces(*placed.model, boxAround(placed, query.point, distance), faces);
        std::optional<ClosestFace> best;
        for (const Index face : faces) keepNearer(placed, query, face, best);
        if (distance >= enough || (best && best->distance <= distance)) return best;
    }
}

Aabb boxAround(const MeshInstance& placed, const Vec3& point, Real distance) {
    const Aabb& box = placed.mesh().box();
    const BoundingSphere sphere = {box.centre(), box.size().norm()};
    const RelativePose pose =
        relativePose(placed.pose, sphere, {Matrix3::Identity(), point}, {Vec3::Zero(), 0}, distance);
    const Vec3 middle = sphere.centre + pose.translation;
    return grown({middle, middle}, Real(pose.queryDistance) + Real(pose.placementError));
}

bool meets(const MeshInstance& placed, Index face, const Ray& ray) {
    return intersects(placed.triangle(face), {ray.from, ray.to, ray.to});  // the ray as a degenerate triangle
}

void keepNearer(const MeshInstance& placed, const PointQuery& query, Index face,
                std::optional<ClosestFace>& best) {
    if (query.accepts && !query.accepts(face)) return;
    const Vec3 point = closestPoint(placed.triangle(face), query.point);
    const Real distance = (point - query.point).norm();
    if (!(distance <= query.upTo)) return;
    if (best && (distance > best->distance || (distance == best->distance && face > best->face))) return;
    best = {face, point, distance};
}

void dropDistant(const MeshInstance& a, const MeshInstance& b, Real queryDistance, FacePairs& pairs) {
    std::erase_if(pairs, [&](const FacePair& pair) {
        const ClosestPoints closest = closestPoints(a.triangle(pair.faceA), b.triangle(pair.faceB));
        return closest.distanceSquared > queryDistance * queryDistance;
    });
}

}  // namespace ricochet
