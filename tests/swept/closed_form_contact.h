// The closed forms of algorithms/geometry/turning_roots.h as an oracle: the time at which two features touch,
// one of them static. No gap; double roots may be found or missed.
#pragma once

#include "algorithms/geometry/closest_points.h"
#include "algorithms/geometry/turning_roots.h"
#include "algorithms/swept/rigid_contact.h"

#include <optional>

namespace ricochet::test {

inline TurningHeight heightOf(const RigidPair& pair, const Moment& b) {
    const PointPath& path = pair.corners[0];
    const Vec3 q = pair.corners[1].at(b);
    const Vec3 normal = (pair.corners[2].at(b) - q).cross(pair.corners[3].at(b) - q).normalized();
    return {normal.dot(path.fixed + path.cosine - q), normal.dot(path.translation), normal.dot(path.sine),
            -normal.dot(path.cosine), pair.motionA->angle};
}

inline TurningVolume volumeOf(const RigidPair& pair, const Moment& b) {
    const auto& [r0, r1, q, end] = pair.corners;
    const Vec3 w = end.at(b) - q.at(b), fixed = r0.fixed - q.at(b);
    const Vec3 u0 = r1.fixed - r0.fixed, uc = r1.cosine - r0.cosine, us = r1.sine - r0.sine;
    // The product of vectors that rotate together is constant.
    const Real cosine = w.dot(fixed.cross(uc) + r0.cosine.cross(u0));
    const Real cosineSlope = w.dot(r0.translation.cross(uc));
    return {w.dot(fixed.cross(u0) + r0.cosine.cross(uc)) + cosine,
            w.dot(r0.translation.cross(u0)) + cosineSlope,
            w.dot(fixed.cross(us) + r0.sine.cross(u0)),
            w.dot(r0.translation.cross(us)),
            -cosine,
            -cosineSlope,
            pair.motionA->angle};
}

/// The time at which the two features of `pair` first touch; B is static and A rotates.
inline std::optional<Real> closedFormTouch(const RigidPair& pair) {
    constexpr Real kTouching2 = 1e-20;  // square metres: rounding of the roots
    const bool isVertex = pair.kind == FeatureKind::vertexFace;
    const Moment b = momentOf(*pair.motionB, 0);
    const auto& c = pair.corners;
    for (Real time : isVertex ? heightOf(pair, b).roots() : volumeOf(pair, b).roots()) {
        const Moment a = momentOf(*pair.motionA, time);
        const Vec3 vertex = c[0].at(a);
        const Real apart2 =
            isVertex ? (closestPoint({c[1].at(b), c[2].at(b), c[3].at(b)}, vertex) - vertex).squaredNorm()
                     : closestPoints(vertex, c[1].at(a), c[2].at(b), c[3].at(b)).distanceSquared;
        if (apart2 <= kTouching2) return time;
    }
    return std::nullopt;
}

}  // namespace ricochet::test
