#include "algorithms/round_shapes/round_pair.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace ricochet::round_shapes {
namespace {

// Of the smaller radius: impacts farther ahead are found by sweeping.
constexpr Real kFarthest = 0.25;

// The direction from a round surface to a feature is exact but for the rounding of positions.
constexpr Real kLeastSine = 1e-4;

MarginBody bodyOf(const ContactBody& body) {
    if (body.round) return {radiusOf(*body.round), body.pose.translation, body.motion};
    return {body.surface->radius, transformPoint(body.pose, body.surface->centre), body.motion};
}

}  // namespace

RoundPair::RoundPair(const ContactTask& given)
    : task(given),
      roundIsA(given.a.round != nullptr),
      round(roundIsA ? given.a : given.b),
      mesh(roundIsA ? given.b : given.a) {
    assert(round.round && mesh.model && mesh.surface);
}

SpeculativeMargin RoundPair::margin(const ContactSettings& settings, const PersistentContacts& last) const {
    MarginInput input{bodyOf(task.a),  bodyOf(task.b), task.timeStep, task.restGap, task.minimumQueryDistance,
                      task.isCompliant};
    input.farthest = kFarthest;
    if (task.isCompliant) {
        for (const ContactPoint& point : last.points) {
            input.springDepth = std::max(input.springDepth, -point.distance - task.restGap);
        }
    }
    return speculativeMarginOf(input, settings, std::numeric_limits<Real>::infinity(), input.springDepth);
}

Real RoundPair::smallerRadius() const { return std::min(radiusOf(*round.round), mesh.surface->radius); }

Candidate RoundPair::candidateOf(const Touch& touch) const {
    const Vec3 normal = (mesh.pose.rotation * touch.normal).normalized();
    const Vec3 onMesh = transformPoint(mesh.pose, touch.onMesh);
    return {onMesh + touch.gap * normal, onMesh, normal, touch.gap, 0, touch.face, touch.key};
}

InternalEdges RoundPair::internalEdges(const NarrowPhase& narrowPhase, Real coneTolerance) const {
    const InternalEdges::Side side{mesh.placed(), roundIsA ? task.besideB : task.besideA,
                                   task.removesInternalEdges ? &mesh.surface->topology : nullptr};
    return {narrowPhase,
            side,
            {round.pose.translation, false, smallerRadius(),
             relativeFall(task.a.motion, task.b.motion, task.timeStep), coneTolerance, kLeastSine}};
}

ContactPoint RoundPair::pointOf(const Candidate& c) const {
    const Candidate ofPair = roundIsA ? c : exchanged(c, c.key);
    return contactPointOf(ofPair, task.a.pose, task.b.pose, task.restGap);
}

}  // namespace ricochet::round_shapes
