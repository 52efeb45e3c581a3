#include "algorithms/contact/manifold/turning.h"

#include "algorithms/contact/tolerances.h"

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

/// Of a point of a body in uniform motion.
Vec3 accelerationAt(const BodyMotion& motion, const Vec3& point) {
    return motion.angularVelocity.cross(motion.angularVelocity.cross(point - motion.centre));
}

/// Of the normal of two skew edges, which stays square to both.
Vec3 changeAcross(const Candidate& c, const Vec3& turnA, const Vec3& turnB) {
    const Real alongA = -c.normal.dot(turnA.cross(c.alongA)), alongB = -c.normal.dot(turnB.cross(c.alongB));
    const Real cosine = c.alongA.dot(c.alongB), sine2 = 1 - cosine * cosine;
    return ((alongA - cosine * alongB) * c.alongA + (alongB - cosine * alongA) * c.alongB) / sine2;
}

/// Of the normal in a second: with its face, or as the edges turn; of others with the mean of both bodies.
Vec3 changeOfNormal(const Candidate& c, const BodyMotion& a, const BodyMotion& b) {
    switch (static_cast<FeaturePair>(c.key >> 61)) {
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

}  // namespace

// The gap is n (pA - pB), its second derivative n'' (pA - pB) + 2 n' (vA - vB) + n (aA - aB). What the
// points' speed along the normal is after a time t has t n' (vA - vB) + t n (aA - aB) of it already.
ContactArc contactArcOf(const Candidate& candidate, const BodyMotion& a, const BodyMotion& b, Real timeStep,
                        Real restGap) {
    const Vec3& n = candidate.normal;
    if (timeStep * (a.angularVelocity.norm() + b.angularVelocity.norm()) > kTolerances.mostTurn)
        return {0, n, 0};
    const Vec3 change = changeOfNormal(candidate, a, b);
    const Vec3 velocity = velocityAt(a, candidate.onA) - velocityAt(b, candidate.onB);
    const Real sliding = change.dot(velocity);
    const Real bend = n.dot(accelerationAt(a, candidate.onA) - accelerationAt(b, candidate.onB));
    const Real second = 2 * sliding + bend - candidate.gap * change.squaredNorm();
    const Real fall = n.dot(a.gravity - b.gravity);
    const Real touch =
        touchTime(candidate.gap - restGap, n.dot(velocity) + timeStep * fall, second, timeStep);
    const Real after = (touch + timeStep) / 2;
    return {after, (n + after * change).normalized(),
            timeStep * (timeStep / 2 * second - after * (sliding + bend))};
}

Vec3 armAfter(const BodyMotion& motion, const Vec3& point, Real time) {
    const Vec3 arm = point - motion.centre;
    const Real angle = time * motion.angularVelocity.norm();
    if (angle == 0) return arm;
    return Eigen::AngleAxis<Real>(angle, motion.angularVelocity.normalized()) * arm;
}

}  // namespace ricochet
