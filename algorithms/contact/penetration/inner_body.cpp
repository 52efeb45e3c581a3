// If surfaces do not cross, each connected part is wholly inside or wholly outside the other body, and one
// vertex of it decides. An inner body leaves through the nearest faces; a body below a terrain goes upwards.

#include "algorithms/contact/penetration/inner_body.h"

#include "algorithms/contact/penetration/whole_body_contact.h"
#include "algorithms/contact/tolerances.h"

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

/// Whether a part of `inner` is inside `outer`.
bool isInside(const NarrowPhase& narrowPhase, const BodyInput& inner, const BodyInput& outer) {
    return std::ranges::any_of(inner.surface->shells, [&](Index shell) {
        const Vec3 vertex = transformPoint(inner.pose, inner.mesh().vertices()[shell]);
        return contains(narrowPhase, outer.instance(), *outer.surface, vertex);
    });
}

/// The lowest of all closest face pairs, so that it does not depend on the narrow phase.
std::optional<ClosestFaces> firstClosest(const NarrowPhase& narrowPhase, const PairInput& input) {
    const MeshInstance a = input.a.instance(), b = input.b.instance();
    PairMemory memory;
    const auto nearest = narrowPhase.findClosestPair(a, b, kAnyDistance, memory);
    if (!nearest) return std::nullopt;
    const Real queryDistance = (1 + kTolerances.sameDistance) * std::sqrt(nearest->points.distanceSquared);
    FacePairs pairs;
    narrowPhase.findFacePairs(a, b, queryDistance, memory, pairs);
    std::ranges::sort(pairs);
    for (const FacePair& pair : pairs) {
        const ClosestPoints points = closestPoints(a.triangle(pair.faceA), b.triangle(pair.faceB));
        if (points.distanceSquared <= queryDistance * queryDistance) return ClosestFaces{pair, points};
    }
    return nearest;
}

/// The lowest-numbered face of a terrain above a vertex of the body; `up` in the world.
std::optional<Index> faceAbove(const NarrowPhase& narrowPhase, const BodyInput& body,
                               const BodyInput& terrain, const Vec3& up) {
    const Vec3 vertex = transformPoint(body.pose, body.mesh().vertices()[body.mesh().face(0)[0]]);
    const Aabb& box = terrain.mesh().box();
    const Real far = (transformPoint(terrain.pose, box.centre()) - vertex).norm() + box.size().norm();
    std::vector<Index> above;
    narrowPhase.castRay(terrain.instance(), {vertex, vertex + far * up}, above);
    const auto first = std::ranges::min_element(above);
    return first == above.end() ? std::nullopt : std::optional(*first);
}

std::optional<Candidate> belowTerrain(const NarrowPhase& narrowPhase, const PairInput& input,
                                      const SpeculativeMargin& margin, bool terrainIsA) {
    const BodyInput &terrain = terrainIsA ? input.a : input.b, &body = terrainIsA ? input.b : input.a;
    const Vec3 up = (terrain.pose.rotation * *terrain.surface->up).normalized();
    const auto face = faceAbove(narrowPhase, body, terrain, up);
    if (!face) return std::nullopt;
    const FacePair faces = terrainIsA ? FacePair{*face, 0} : FacePair{0, *face};
    return wholeBodyContact(body.motion.centre, terrainIsA ? Vec3(-up) : up, faces, /*areEntangled*/ false,
                            margin);
}

}  // namespace

std::optional<Candidate> innerBodyContact(const NarrowPhase& narrowPhase, const PairInput& input,
                                          const SpeculativeMargin& margin, std::optional<Real>& insideBy) {
    const ContactSurface &a = *input.a.surface, &b = *input.b.surface;
    if (a.up || b.up) {
        const auto contact = belowTerrain(narrowPhase, input, margin, a.up.has_value());
        if (contact) insideBy = 0;
        return contact;
    }
    if (!a.isSolid || !b.isSolid) return std::nullopt;
    if (!isInside(narrowPhase, input.a, input.b) && !isInside(narrowPhase, input.b, input.a)) {
        return std::nullopt;
    }
    const auto nearest = firstClosest(narrowPhase, input);
    if (!nearest) return std::nullopt;
    // The inner body's surface moves towards the outer one's.
    const Vec3 out = (nearest->points.onB - nearest->points.onA).normalized();
    const Vec3& centre = a.radius <= b.radius ? input.a.motion.centre : input.b.motion.centre;
    insideBy = std::sqrt(nearest->points.distanceSquared);
    return wholeBodyContact(centre, out, nearest->faces, /*areEntangled*/ false, margin);
}

}  // namespace ricochet
