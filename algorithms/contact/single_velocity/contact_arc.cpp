#include "algorithms/contact/single_velocity/contact_arc.h"

#include "algorithms/contact/single_velocity/fast_rotation.h"
#include "algorithms/contact/tolerances.h"
#include "algorithms/geometry/scratch.h"

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

/// In uniform motion, m/s².
Vec3 accelerationAt(const BodyMotion& motion, const Vec3& point) {
    return motion.angularVelocity.cross(motion.angularVelocity.cross(point - motion.centre));
}

/// Rate of change of the normal of two skew edges, which stays perpendicular to both.
Vec3 changeAcross(const Candidate& c, const Vec3& spinA, const Vec3& spinB) {
    const Real alongA = -c.normal.dot(spinA.cross(c.alongA)), alongB = -c.normal.dot(spinB.cross(c.alongB));
    const Real cosine = c.alongA.dot(c.alongB), sine2 = 1 - cosine * cosine;
    return ((alongA - cosine * alongB) * c.alongA + (alongB - cosine * alongA) * c.alongB) / sine2;
}

/// Rate of change of the normal, 1/s: with its face, or as the edges rotate; of other contacts with the mean
/// of both bodies.
Vec3 changeOfNormal(const Candidate& c, const BodyMotion& a, const BodyMotion& b) {
    switch (featurePair(c.key)) {
        case FeaturePair::vertexFace:
            return b.angularVelocity.cross(c.normal);
        case FeaturePair::faceVertex:
            return a.angularVelocity.cross(c.normal);
        case FeaturePair::edgeEdge:
            if (!c.alongA.isZero(0)) return changeAcross(c, a.angularVelocity, b.angularVelocity);
            [[fallthrough]];
        default:
            return (a.angularVelocity + b.angularVelocity).cross(c.normal) / 2;
    }
}

/// When a gap with that speed and acceleration closes, or is narrowest; no later than the step's end.
Real touchTime(Real gap, Real speed, Real acceleration, Real timeStep) {
    if (gap <= 0) return 0;
    if (speed >= 0) return timeStep;
    const Real square = speed * speed - 2 * acceleration * gap;
    const Real time = square >= 0 ? 2 * gap / (std::sqrt(square) - speed) : -speed / acceleration;
    return std::min(time, timeStep);
}

/// Metres. The solver corrects only a share of a penetration in a step. A contact that closes by more than
/// that share of a slop beyond its gap would sink deeper, step after step.
Real leastWidening(const Candidate& candidate, const PairMotion& motion) {
    return -std::max(candidate.gap - motion.step.restGap, Real{0}) -
           kTolerances.errorReduction * motion.linearSlop;
}

/// The first time from `damping` times `latest` to `latest` at which `gain` times it is not below `least`;
/// else `latest`.
Real actingTime(Real damping, Real latest, Real gain, Real minimum) {
    const Real first = damping * latest;
    if (gain * first >= minimum) return first;
    return gain > 0 ? std::min(minimum / gain, latest) : latest;
}

}  // namespace

// The gap is n (pA - pB), its second derivative n'' (pA - pB) + 2 n' (vA - vB) + n (aA - aB). The points'
// speed along the normal at time t already contains t n' (vA - vB) + t n (aA - aB) of it.
ContactArc contactArc(const Candidate& candidate, const PairMotion& motion) {
    const BodyMotion &a = motion.a, &b = motion.b;
    const Real timeStep = motion.step.timeStep;
    const Vec3& n = candidate.normal;
    if (rotatesTooFar(motion)) return fastRotationArc(candidate, motion);
    const Vec3 change = changeOfNormal(candidate, a, b);
    const Vec3 velocity = velocityAt(a, candidate.onA) - velocityAt(b, candidate.onB);
    const Real sliding = change.dot(velocity);
    const Real bend = n.dot(accelerationAt(a, candidate.onA) - accelerationAt(b, candidate.onB));
    const Real second = 2 * sliding + bend - candidate.gap * change.squaredNorm();
    const Real fall = n.dot(a.gravity - b.gravity);
    const Real touch =
        touchTime(candidate.gap - motion.step.restGap, n.dot(velocity) + timeStep * fall, second, timeStep);
    const Real after = actingTime(motion.damping, (touch + timeStep) / 2, -timeStep * (sliding + bend),
                                  leastWidening(candidate, motion) - timeStep * timeStep / 2 * second);
    return {after, (n + after * change).normalized(),
            timeStep * (timeStep / 2 * second - after * (sliding + bend))};
}

ScratchVector<PushLine> linesOnArcs(std::span<const Candidate> candidates, const PairMotion& motion) {
    const BodyMotion &a = motion.a, &b = motion.b;
    const Real h = motion.step.timeStep;
    const auto velocity = [](const BodyMotion& body, const Vec3& arm) {
        return Vec3(body.linearVelocity + body.angularVelocity.cross(arm));
    };
    ScratchVector<PushLine> lines;
    lines.reserve(candidates.size());
    for (const Candidate& c : candidates) {
        const ContactArc arc = contactArc(c, motion);
        const Vec3 armA = armAfter(a, c.onA, arc.actsAfter), armB = armAfter(b, c.onB, arc.actsAfter);
        const Vec3 normal = arc.normal.normalized();
        const Real fall = h * h * normal.dot(a.gravity - b.gravity);  // as the solver applies it
        PushLine& line = lines.emplace_back(normal, armA, armB);
        line.opening = h * normal.dot(velocity(a, armA) - velocity(b, armB));
        line.gap = c.gap - motion.step.restGap + arc.widening + line.opening + fall;
    }
    return lines;
}

Real rotationInStep(const PairMotion& motion) {
    return motion.step.timeStep * (motion.a.angularVelocity.norm() + motion.b.angularVelocity.norm());
}

bool rotatesTooFar(const PairMotion& motion) { return rotationInStep(motion) > kTolerances.arcRotation; }

Real contactDamping(const PairMotion& motion, Real change) {
    const BodyMotion &a = motion.a, &b = motion.b;
    const Real gravity = std::max(a.gravity.norm(), b.gravity.norm());
    const Real fallSquared = std::pow(gravity * motion.step.timeStep, 2);
    const Vec3 between = a.centre - b.centre, velocity = a.linearVelocity - b.linearVelocity;
    const Real linearSquared = std::min((velocity - a.angularVelocity.cross(between)).squaredNorm(),
                                        (velocity - b.angularVelocity.cross(between)).squaredNorm());
    const Real spin = motion.radius * (a.angularVelocity - b.angularVelocity).norm();
    const Real speedSquared = linearSquared + spin * spin;
    const Real farthest = kTolerances.speculation * motion.radius / motion.step.timeStep;
    if (speedSquared > farthest * farthest || fallSquared + speedSquared == 0) return 1;
    return std::min(Real{1}, (fallSquared + change * change) / (fallSquared + speedSquared));
}

}  // namespace ricochet
