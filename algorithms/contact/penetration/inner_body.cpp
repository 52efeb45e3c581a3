// Of surfaces that do not cross, each connected part is wholly inside the other body or wholly outside: any
// one vertex of it tells. They are asked in a pair's first step, and again when the bodies have moved far
// enough to have passed through one another.

#include "algorithms/contact/penetration/inner_body.h"

#include "algorithms/contact/feature_depth.h"
#include "algorithms/contact/tolerances.h"

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

/// Whether a part of `inner` is inside `outer`.
bool isInside(const NarrowPhase& narrowPhase, const Placed& inner, const std::vector<Index>& shells,
              const Placed& outer, const ContactSurface& outerSurface) {
    return std::ranges::any_of(shells, [&](Index shell) {
        const Vec3 vertex = place(inner.pose, inner.mesh().vertices()[shell]);
        return contains(narrowPhase, outer, outerSurface, vertex);
    });
}

/// Of all closest pairs of faces the first, whichever the narrow phase names.
std::optional<ClosestFaces> firstClosest(const NarrowPhase& narrowPhase, const ContactInput& input) {
    PairMemory memory;
    const auto nearest = narrowPhase.findClosestPair(input.a, input.b, kAnyDistance, memory);
    if (!nearest) return std::nullopt;
    const Real within = (1 + kTolerances.sameDistance) * std::sqrt(nearest->points.distanceSquared);
    FacePairs pairs;
    narrowPhase.findFacePairs(input.a, input.b, within, memory, pairs);
    std::ranges::sort(pairs);
    for (const FacePair& pair : pairs) {
        const ClosestPoints points =
            closestPoints(input.a.triangle(pair.faceA), input.b.triangle(pair.faceB));
        if (points.distanceSquared <= within * within) return ClosestFaces{pair, points};
    }
    return nearest;
}

/// In a first step, and when the bodies have moved far since they asked.
bool isDue(const ContactInput& input, Whereabouts& whereabouts) {
    const bool isSmallerA = input.surfaceA->radius <= input.surfaceB->radius;
    const ContactSurface& smaller = isSmallerA ? *input.surfaceA : *input.surfaceB;
    const Vec3 now = place(poseOfSmaller(input), smaller.centre);
    const Real far = kTolerances.moved * smaller.radius;
    if (whereabouts.askedAt && (now - *whereabouts.askedAt).norm() <= far) return false;
    whereabouts.askedAt = now;
    return true;
}

void ask(const NarrowPhase& narrowPhase, const ContactInput& input, Whereabouts& whereabouts) {
    if (!isDue(input, whereabouts)) return;
    whereabouts.isInside = isInside(narrowPhase, input.a, input.surfaceA->shells, input.b, *input.surfaceB) ||
                           isInside(narrowPhase, input.b, input.surfaceB->shells, input.a, *input.surfaceA);
}

/// The first face of a terrain that is above a vertex of the body.
std::optional<Index> faceAbove(const NarrowPhase& narrowPhase, const Placed& body, const Placed& terrain,
                               const Vec3& up) {
    const Vec3 vertex = place(body.pose, body.mesh().vertices()[body.mesh().faces()[0][0]]);
    const Vec3 local = terrain.pose.rotation.inverse() * (vertex - terrain.pose.translation);
    const Aabb& box = terrain.mesh().box();
    const Real height = std::max(up.dot(box.min), up.dot(box.max)) - up.dot(local);
    const Real size = box.size().norm();
    if (!(height >= 0) || !grown(box, kTolerances.boxRounding * size).contains(local + height * up))
        return std::nullopt;
    const Vec3 end = place(terrain.pose, local + (height + size) * up);
    const auto ray = Mesh::create({vertex, end}, {{0, 1, 1}});  // a face without area
    if (!ray) return std::nullopt;                              // a vertex that is not finite
    const auto model = narrowPhase.build(*ray);
    PairMemory memory;
    FacePairs above;
    narrowPhase.findFacePairs({model.get(), Pose{}}, terrain, 0, memory, above);
    const auto first = std::ranges::min_element(above, {}, &FacePair::faceB);
    return first == above.end() ? std::nullopt : std::optional(first->faceB);
}

}  // namespace

std::optional<Candidate> innerBodyContact(const NarrowPhase& narrowPhase, const ContactInput& input,
                                          const Reach& reach, Whereabouts& whereabouts) {
    ask(narrowPhase, input, whereabouts);
    if (!whereabouts.isInside) return std::nullopt;
    const auto nearest = firstClosest(narrowPhase, input);
    if (!nearest) return std::nullopt;
    whereabouts.distance = std::sqrt(nearest->points.distanceSquared);
    // The inner body's surface goes towards the outer one's. Pushed at its centre, it does not turn.
    const Vec3 out = (nearest->points.onB - nearest->points.onA).normalized();
    const Vec3& centre =
        input.surfaceA->radius <= input.surfaceB->radius ? input.motionA.centre : input.motionB.centre;
    return Candidate{centre,
                     centre + reach.leavingDepth() * out,
                     out,
                     -reach.leavingDepth(),
                     nearest->faces.faceA,
                     nearest->faces.faceB,
                     contactKey(FeaturePair::bodies, 0, 0)};
}

std::optional<Candidate> buriedBodyContact(const NarrowPhase& narrowPhase, const ContactInput& input,
                                           const Reach& reach, Whereabouts& whereabouts) {
    const bool terrainIsA = input.surfaceA->up.has_value();
    const std::optional<Vec3>& localUp = terrainIsA ? input.surfaceA->up : input.surfaceB->up;
    if (!localUp || (!isDue(input, whereabouts) && !whereabouts.isInside)) return std::nullopt;
    const Placed& terrain = terrainIsA ? input.a : input.b;
    const auto face = faceAbove(narrowPhase, terrainIsA ? input.b : input.a, terrain, *localUp);
    whereabouts.isInside = face.has_value();
    if (!face) return std::nullopt;
    const Vec3 up = (terrain.pose.rotation * *localUp).normalized();
    const Vec3 out = terrainIsA ? Vec3(-up) : up;
    const Vec3& centre = terrainIsA ? input.motionB.centre : input.motionA.centre;
    return Candidate{centre,
                     centre + reach.leavingDepth() * out,
                     out,
                     -reach.leavingDepth(),
                     terrainIsA ? *face : 0,
                     terrainIsA ? 0 : *face,
                     contactKey(FeaturePair::bodies, 0, 0)};
}

}  // namespace ricochet
