// Bridson, Fedkiw, Anderson. Robust Treatment of Collisions, Contact and Friction for Cloth Animation. 2002.
// As there, layers that are too close recover a tenth of what is missing in a step. Ours takes the direction
// of layers that cross from the instant at which they touch.

#include "algorithms/soft_contacts/pair_contacts.h"

#include "algorithms/geometry/separation.h"
#include "algorithms/swept/linear_contact.h"

#include <Eigen/Geometry>

#include <algorithm>

namespace ricochet::soft_contacts {
namespace {

constexpr Real kRecovery = 0.1;      // of the overlap, per step
constexpr Real kEnd = 1e-6;          // of an edge: nearer to its end, the node there touches
constexpr Real kOutward = 1 + 1e-9;  // factor far above the rounding of squares
constexpr Real kParallel = 1e-6;     // sine of edges, or of a face's sides, that have no normal

/// Whether the features stay on their sides of a plane throughout the step.
bool areSeparated(const LinearPair& pair, const Vec3& axis) {
    const auto ofB = static_cast<std::size_t>(pair.firstOfB());
    std::array<Vec3, 8> points;
    for (std::size_t i = 0; i < 4; ++i) {
        points[2 * i] = pair.at0[i];
        points[2 * i + 1] = pair.at1[i];
    }
    return isSeparatedAlong(axis, std::span(points).first(2 * ofB), std::span(points).subspan(2 * ofB), 0);
}

/// A feature's middle at both ends of the step, and the squared radius of a sphere around it that contains
/// the feature all the time: a corner is farthest from it at an end.
struct MovingSphere {
    Vec3 at0, at1;
    Real radius2 = 0;
};

template <std::size_t begin, std::size_t end>
MovingSphere sphereAround(const LinearPair& pair) {
    constexpr Real kShare = Real{1} / (end - begin);
    MovingSphere sphere{pair.at0[begin], pair.at1[begin]};
    if constexpr (end - begin == 1) return sphere;
    for (std::size_t i = begin + 1; i < end; ++i) {
        sphere.at0 += pair.at0[i];
        sphere.at1 += pair.at1[i];
    }
    sphere.at0 *= kShare;
    sphere.at1 *= kShare;
    for (std::size_t i = begin; i < end; ++i) {
        sphere.radius2 = std::max({sphere.radius2, (pair.at0[i] - sphere.at0).squaredNorm(),
                                   (pair.at1[i] - sphere.at1).squaredNorm()});
    }
    return sphere;
}

bool areFarApart(const MovingSphere& a, const MovingSphere& b, Real distance) {
    const Vec3 begin = a.at0 - b.at0, motion = a.at1 - b.at1 - begin;
    const Real length2 = motion.squaredNorm();
    const Real nearest = length2 > 0 ? std::clamp(-begin.dot(motion) / length2, Real{0}, Real{1}) : 0;
    const Real apart = kOutward * (std::sqrt(a.radius2) + std::sqrt(b.radius2) + distance);
    return (begin + nearest * motion).squaredNorm() > apart * apart;
}

/// Whether spheres around the features stay farther apart than a distance.
bool areFarApart(const LinearPair& pair, Real distance) {
    return pair.kind == FeatureKind::vertexFace
               ? areFarApart(sphereAround<0, 1>(pair), sphereAround<1, 4>(pair), distance)
               : areFarApart(sphereAround<0, 2>(pair), sphereAround<2, 4>(pair), distance);
}

/// Square of what the distance of the features can change by in the step.
Real greatestMotion2(const LinearPair& pair) {
    const auto ofB = static_cast<std::size_t>(pair.firstOfB());
    std::array<Vec3, 4> motions;
    for (std::size_t i = 0; i < 4; ++i) motions[i] = pair.at1[i] - pair.at0[i];
    Real greatest = 0;
    for (std::size_t a = 0; a < ofB; ++a) {
        for (std::size_t b = ofB; b < 4; ++b)
            greatest = std::max(greatest, (motions[a] - motions[b]).squaredNorm());
    }
    return greatest;
}

Real fraction(const Vec3& from, const Vec3& to, const Vec3& point) {
    const Real length2 = (to - from).squaredNorm();
    return length2 > 0 ? std::clamp((point - from).dot(to - from) / length2, Real{0}, Real{1}) : 0;
}

/// Of the closest points of the features.
std::array<Real, 4> weightsAt(FeatureKind kind, const Corners& c) {
    if (kind == FeatureKind::edgeEdge) {
        const ClosestPoints closest = closestPoints(c[0], c[1], c[2], c[3]);
        const Real a = fraction(c[0], c[1], closest.onA), b = fraction(c[2], c[3], closest.onB);
        return {1 - a, a, b - 1, -b};
    }
    const Vec3 onFace = closestPoint({c[1], c[2], c[3]}, c[0]);
    const Vec3 doubleArea = (c[2] - c[1]).cross(c[3] - c[1]);
    const Real area2 = doubleArea.squaredNorm();
    if (!(area2 > 0)) {  // a segment: its longest side
        const Real onLong = fraction(c[1], c[2], onFace);
        return {1, onLong - 1, -onLong, 0};
    }
    const auto weight = [&](const Vec3& p, const Vec3& q) {
        return (p - onFace).cross(q - onFace).dot(doubleArea) / area2;
    };
    const Real first = weight(c[2], c[3]), second = weight(c[3], c[1]);
    return {1, -first, -second, first + second - 1};
}

Vec3 combination(const std::array<Real, 4>& weights, const Corners& corners) {
    Vec3 sum = Vec3::Zero();
    for (std::size_t i = 0; i < 4; ++i) sum += weights[i] * corners[i];
    return sum;
}

Vec3 commonNormal(FeatureKind kind, const Corners& c) {
    const Vec3 u = kind == FeatureKind::vertexFace ? c[2] - c[1] : c[1] - c[0];
    const Vec3 v = kind == FeatureKind::vertexFace ? c[3] - c[1] : c[3] - c[2];
    const Vec3 normal = u.cross(v);
    return normal.norm() > kParallel * u.norm() * v.norm() ? normal : Vec3(Vec3::Zero());
}

/// Metres: what is closer recovers slowly, so that layers do not leave each other at speed.
Real leastGap(Real before, Real thickness) {
    const Real now = std::clamp(before, Real{0}, thickness);
    return now + kRecovery * (thickness - now);
}

std::optional<PairContact> contactAlong(const LinearPair& pair, const std::array<Real, 4>& weights,
                                        const Vec3& direction, Real thickness) {
    const Real length = direction.norm();
    if (!(length > 0)) return std::nullopt;
    PairContact contact{weights, direction / length, 0};
    contact.least = leastGap(gap(contact, pair.at0), thickness);
    return contact;
}

/// The side from which they come; if they start in contact, against their motion.
std::optional<PairContact> contactWhereTouching(const LinearPair& pair, Real time, Real thickness) {
    const Corners now = cornersAt(pair, time);
    const std::array<Real, 4> weights = weightsAt(pair.kind, now);
    const Vec3 before = combination(weights, pair.at0), after = combination(weights, pair.at1);
    Vec3 direction = commonNormal(pair.kind, now);
    if (direction.isZero(0)) direction = before.isZero(0) ? Vec3(before - after) : before;
    Real side = direction.dot(before);
    if (side == 0) side = direction.dot(before - after);
    return contactAlong(pair, weights, side < 0 ? Vec3(-direction) : direction, thickness);
}

}  // namespace

std::optional<PairContact> pairContact(const LinearPair& pair, Real thickness) {
    if (areFarApart(pair, thickness)) return std::nullopt;
    const Vec3 difference = shortestDifference(pair.kind, pair.at1);
    const Real distance2 = difference.squaredNorm();
    const bool isClose = distance2 < thickness * thickness;
    const bool staysOnSide = distance2 > kOutward * greatestMotion2(pair) || areSeparated(pair, difference);
    if (!isClose && (staysOnSide || areSeparated(pair, shortestDifference(pair.kind, pair.at0))))
        return std::nullopt;
    if (!staysOnSide) {
        if (const auto time = firstTouch(pair)) return contactWhereTouching(pair, *time, thickness);
    }
    if (!isClose) return std::nullopt;
    const std::array<Real, 4> weights = weightsAt(pair.kind, pair.at1);
    const bool isAtEnd = pair.kind == FeatureKind::edgeEdge &&
                         std::min({weights[0], weights[1], -weights[2], -weights[3]}) < kEnd;
    return isAtEnd ? std::nullopt : contactAlong(pair, weights, difference, thickness);
}

bool beginToTouch(const LinearPair& pair) {
    if (areFarApart(pair, 0) || areSeparated(pair, shortestDifference(pair.kind, pair.at1)) ||
        areSeparated(pair, shortestDifference(pair.kind, pair.at0)))
        return false;
    return firstTouch(pair) && !firstTouch({pair.kind, pair.at0, pair.at0});
}

}  // namespace ricochet::soft_contacts
