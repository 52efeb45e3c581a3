#include "algorithms/soft_contacts/node_contacts.h"

#include "algorithms/geometry/closest_points.h"
#include "algorithms/geometry/surface_directions.h"
#include "algorithms/geometry/triangle_triangle.h"
#include "algorithms/round_shapes/crossings.h"

#include <algorithm>
#include <limits>

namespace ricochet::soft_contacts {
namespace {

NodeContact contactWith(const SoftMotion& body, Real margin, Index node, Index face, const Vec3& onMesh,
                        const Vec3& normal) {
    return {node, face, normal, onMesh, normal.dot(body.from[node] - onMesh) - margin};
}

struct Nearest {
    Index face = kNone;
    Vec3 point;
    Real distance2 = std::numeric_limits<Real>::infinity();
};

Nearest nearestFace(const Mesh& mesh, const MeshTopology& topology, std::span<const NearFace> faces,
                    const Vec3& point, Real upTo) {
    Nearest nearest;
    nearest.distance2 = upTo * upTo;
    const Aabb box = grown({point, point}, upTo);
    for (const NearFace& near : faces) {
        if (!overlaps(near.box, box) || topology.isDegenerate(near.face)) continue;
        const Vec3 onFace = closestPoint(mesh.triangle(near.face), point);
        const Real distance2 = (onFace - point).squaredNorm();
        if (distance2 < nearest.distance2) nearest = {near.face, onFace, distance2};
    }
    return nearest;
}

/// Out of the mesh, for a point that is inside or below it.
std::optional<round_shapes::SeparationPlane> exitPlane(const SolidQuery& mesh, Real margin,
                                                       const Vec3& point) {
    if (!mesh.surface.isSolid && !mesh.surface.up) return std::nullopt;
    const RoundShape sphere = RoundShape::sphere(margin);
    const round_shapes::PlacedRound round(sphere, Pose{Matrix3::Identity(), point});
    return round_shapes::exitDirection(round, {mesh.mesh(), mesh.surface, {}}, mesh, std::nullopt);
}

/// Whether there is surely no face between two points. Around the border of a terrain a segment may lead
/// below it, so there no face may be near at all.
bool areOnOneSide(const SolidQuery& mesh, const Vec3& a, const Vec3& b, std::span<const NearFace> faces,
                  const BoxList& boxes) {
    thread_local std::vector<Index> near;
    near.resize(std::max<std::size_t>(near.size(), boxes.count));
    const Index count = findOverlapping(boxes, {a.cwiseMin(b), a.cwiseMax(b)}, near);
    if (count > 0 && !mesh.surface.isSolid) return false;
    return std::ranges::none_of(std::span(near).first(count), [&](Index i) {
        return intersects(mesh.mesh().triangle(faces[i].face), {a, b, b});
    });
}

}  // namespace

Index firstCrossed(const SolidQuery& mesh, const Vec3& from, const Vec3& to,
                   std::span<const NearFace> faces) {
    const Aabb path{from.cwiseMin(to), from.cwiseMax(to)};
    thread_local std::vector<Index> onPath;
    onPath.clear();
    for (const NearFace& near : faces) {
        if (overlaps(near.box, path)) onPath.push_back(near.face);
    }
    return round_shapes::firstFaceCrossed({mesh.mesh(), mesh.surface, onPath}, from, to);
}

bool findCrossing(const SolidQuery& mesh, const SoftMotion& body, Real margin, Index node,
                  std::span<const NearFace> faces, std::vector<NodeContact>& out) {
    const Vec3 &from = body.from[node], &to = body.to[node];
    const Index crossed = firstCrossed(mesh, from, to, faces);
    if (crossed == kNone) return false;
    const Vec3 normal = unitNormal(mesh.mesh(), crossed);
    const Vec3 corner = mesh.mesh().triangle(crossed)[0];
    const Real before = normal.dot(from - corner), after = normal.dot(to - corner);
    const Vec3 onMesh = from + before / (before - after) * (to - from);
    out.push_back(contactWith(body, margin, node, crossed, onMesh, normal));
    return true;
}

bool findNodeContact(const SolidQuery& mesh, const SoftMotion& body, Real margin, Index node,
                     std::span<const NearFace> faces, std::vector<NodeContact>& out) {
    if (findCrossing(mesh, body, margin, node, faces, out)) return true;
    const Vec3& to = body.to[node];
    const Nearest nearest = nearestFace(mesh.mesh(), *mesh.surface.topology, faces, to, margin);
    if (nearest.face == kNone) return false;
    const Vec3 difference = to - nearest.point;
    const Vec3 faceNormal = unitNormal(mesh.mesh(), nearest.face);
    const bool mayBeInside = !mesh.mesh().isTwoSided() && faceNormal.dot(difference) < 0;
    const auto exit = mayBeInside ? exitPlane(mesh, margin, to) : std::nullopt;
    if (exit) {
        out.push_back(contactWith(body, margin, node, exit->face, exit->point, exit->normal));
    } else {
        const Real distance = difference.norm();
        const Vec3 normal = distance < kNoLength * margin ? faceNormal : Vec3(difference / distance);
        out.push_back(contactWith(body, margin, node, nearest.face, nearest.point, normal));
    }
    return true;
}

void findContactsInside(const SolidQuery& mesh, const SoftMotion& body, Real margin,
                        std::span<const Index> nodes, std::span<const NearFace> faces, const BoxList& boxes,
                        std::vector<NodeContact>& out) {
    const Vec3* outside = nullptr;
    for (const Index node : nodes) {
        const Vec3& at = body.to[node];
        if (!mesh.surface.up && !mesh.mesh().box().contains(at)) continue;
        if (outside && areOnOneSide(mesh, *outside, at, faces, boxes)) continue;
        const auto exit = exitPlane(mesh, margin, at);
        if (exit) {
            out.push_back(contactWith(body, margin, node, exit->face, exit->point, exit->normal));
        } else {
            outside = &at;
        }
    }
}

}  // namespace ricochet::soft_contacts
