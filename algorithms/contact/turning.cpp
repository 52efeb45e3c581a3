#include "algorithms/contact/turning.h"

namespace ricochet {
namespace {

Vec3 velocityAt(const BodyMotion& motion, const Vec3& point) {
    return motion.linearVelocity + motion.angularVelocity.cross(point - motion.centre);
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

}  // namespace

// The gap is n (pA - pB), its second derivative n'' (pA - pB) + 2 n' (vA - vB) + n (aA - aB). Half a step's
// worth of n' (vA - vB) + n (aA - aB) is in the speed along the normal in mid-step.
MidStep midStepOf(const Candidate& candidate, const BodyMotion& a, const BodyMotion& b, Real timeStep) {
    const Vec3 change = changeOfNormal(candidate, a, b);
    const Vec3 speed = velocityAt(a, candidate.onA) - velocityAt(b, candidate.onB);
    return {(candidate.normal + timeStep / 2 * change).normalized(),
            timeStep * timeStep / 2 * (change.dot(speed) - candidate.gap * change.squaredNorm())};
}

Vec3 armAfter(const BodyMotion& motion, const Vec3& point, Real time) {
    const Vec3 arm = point - motion.centre;
    const Real angle = time * motion.angularVelocity.norm();
    if (angle == 0) return arm;
    return Eigen::AngleAxis<Real>(angle, motion.angularVelocity.normalized()) * arm;
}

}  // namespace ricochet
