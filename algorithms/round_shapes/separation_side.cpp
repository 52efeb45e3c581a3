// While the middle is outside the surface, features give all contacts. Once it has crossed, the side on which
// it was last decides, because the nearest exit of a wall thinner than the body may be its back side.

#include "algorithms/round_shapes/separation_side.h"

#include "algorithms/geometry/surface_directions.h"
#include "algorithms/round_shapes/crossings.h"

#include <algorithm>
#include <limits>

namespace ricochet::round_shapes {
namespace {

constexpr Real kNoLength = 1e-9;  // of the body's radius: a shorter path has no direction

bool isInside(const SolidQuery& query, const Vec3& point) {
    return query.surface.isSolid && contains(query.narrowPhase, {&query.model, Pose{}}, query.surface, point);
}

Vec3 cornerOf(const SolidQuery& query, Index face) { return query.model.mesh().triangle(face)[0]; }

SeparationPlane facePlane(const SolidQuery& query, Index face) {
    return {cornerOf(query, face), unitNormal(query.model.mesh(), face), face};
}

std::optional<SeparationPlane> nearestSeparationPlane(const PlacedRound& round, const SolidQuery& query) {
    const auto hasArea = [&](Index face) { return !query.surface.topology->isDegenerate(face); };
    const auto nearest =
        query.narrowPhase.closestFace({&query.model, Pose{}}, {round.middle(), kAnyDistance, hasArea});
    if (!nearest) return std::nullopt;
    if (nearest->distance < kNoLength * round.radius()) return facePlane(query, nearest->face);
    return SeparationPlane{nearest->point, (nearest->point - round.middle()) / nearest->distance,
                           nearest->face};
}

/// The lowest face of a terrain above the middle.
std::optional<SeparationPlane> upToTerrain(const PlacedRound& round, const SolidQuery& query) {
    const Vec3& up = *query.surface.up;
    const Aabb& box = query.model.mesh().box();
    const Vec3& from = round.middle();
    const Real height = std::max(up.dot(box.min), up.dot(box.max)) - up.dot(from);
    if (!(height >= 0)) return std::nullopt;
    const Vec3 to = from + (height + kNoLength * box.size().norm()) * up;
    Aabb swept;
    swept.include(from);
    swept.include(to);
    std::vector<Index> faces;
    query.narrowPhase.findFaces(query.model, swept, faces);
    // Seen from above, the path down crosses the lowest face last: it is the first one crossed on the path
    // up.
    Index lowest = kNone;
    Real minimum = std::numeric_limits<Real>::infinity();
    for (const Index face : faces) {
        const MeshView one{query.model.mesh(), query.surface, std::span(&face, 1)};
        if (firstFaceCrossed(one, to, from) != face) continue;
        const SeparationPlane plane = facePlane(query, face);
        const Real rise = plane.normal.dot(plane.point - from) / plane.normal.dot(up);
        if (rise < minimum || (rise == minimum && face < lowest)) lowest = face, minimum = rise;
    }
    return lowest == kNone ? std::nullopt : std::optional(facePlane(query, lowest));
}

bool isBeyond(const PlacedRound& round, const SeparationPlane& plane) {
    return plane.normal.dot(round.support(plane.normal) - plane.point) < 0;
}

}  // namespace

std::optional<SeparationPlane> exitDirection(const PlacedRound& round, const MeshView& mesh,
                                             const SolidQuery& query, const std::optional<Vec3>& lastSafe) {
    if (lastSafe) {
        const Index entry = firstFaceCrossed(mesh, *lastSafe, round.middle());
        if (entry == kNone) return std::nullopt;
        const SeparationPlane back = facePlane(query, entry);
        // A body entirely behind a wall has passed it, and stays there.
        if (!isBeyond(round, back) || query.surface.up || isInside(query, round.middle())) return back;
        return std::nullopt;
    }
    if (isInside(query, round.middle())) return nearestSeparationPlane(round, query);
    if (query.surface.up) return upToTerrain(round, query);
    return std::nullopt;
}

}  // namespace ricochet::round_shapes
