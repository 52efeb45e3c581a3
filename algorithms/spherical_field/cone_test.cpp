// Fuenfzig, Ullrich, Fellner. 2006. Section "Intersection test", figures 5 and 6.

#include "algorithms/spherical_field/cone_test.h"

#include "algorithms/geometry/closest_points.h"
#include "algorithms/geometry/hypotenuse.h"

#include <algorithm>
#include <cmath>

namespace ricochet::spherical_field {
namespace {

Vec3 pointAt(const TruncatedCone& cone, Real height) { return cone.centre + height * cone.axis; }

Real heightOver(const TruncatedCone& cone, const Vec3& point) { return cone.axis.dot(point - cone.centre); }

/// Distance of a height from the interval between the cuts.
Real outside(const TruncatedCone& cone, Real height) {
    return std::max({cone.lower - height, height - cone.upper, Real{0}});
}

Real clipped(const TruncatedCone& cone, Real height) { return std::clamp(height, cone.lower, cone.upper); }

/// Heights of the closest points of the two axes.
struct Perpendicular {
    Real s, t;
};

Perpendicular perpendicular(const TruncatedCone& a, const TruncatedCone& b, Real cosine) {
    const Vec3 between = b.centre - a.centre;
    const Real alongA = a.axis.dot(between), alongB = b.axis.dot(between);
    const Real sine2 = 1 - cosine * cosine;
    return {(alongA - cosine * alongB) / sine2, (cosine * alongA - alongB) / sine2};
}

/// A point beyond a cut is moved to the cut, and the other becomes the nearest point of its own axis between
/// its cuts (our reading of the paper). If both are beyond, the one nearer to its cone is moved.
Perpendicular moved(const TruncatedCone& a, const TruncatedCone& b, Perpendicular at) {
    const Real outsideA = outside(a, at.s), outsideB = outside(b, at.t);
    if (outsideA == 0 && outsideB == 0) return at;
    const bool movesA = outsideB == 0 || (outsideA > 0 && outsideA <= outsideB);
    if (movesA) {
        at.s = clipped(a, at.s);
        at.t = clipped(b, heightOver(b, pointAt(a, at.s)));
    } else {
        at.t = clipped(b, at.t);
        at.s = clipped(a, heightOver(a, pointAt(b, at.t)));
    }
    return at;
}

/// Whether the line from `origin` along `direction` meets a cone between its cuts, for parameters from
/// `shortest` to `longest`: the roots of a quadratic, and the two cuts between them.
bool lineMeetsCone(const Vec3& origin, const Vec3& direction, Real shortest, Real longest,
                   const TruncatedCone& cone) {
    // Inside: (1 + r^2) h^2 >= |x - C|^2 with h = a . (x - C) > 0.
    const Vec3 from = origin - cone.centre;
    const Real k = 1 + cone.radius * cone.radius;
    const Real h0 = cone.axis.dot(from), h1 = cone.axis.dot(direction);
    const Real c2 = k * h1 * h1 - direction.squaredNorm(), c1 = k * h0 * h1 - from.dot(direction),
               c0 = k * h0 * h0 - from.squaredNorm();
    const auto isInside = [&](Real w) {
        const Real height = h0 + w * h1;
        const Real slack = 1e-12 * (std::abs(c0) + std::abs(c1 * w) + std::abs(c2 * w * w));
        return w >= shortest && w <= longest && height >= cone.lower && height <= cone.upper &&
               c0 + 2 * c1 * w + c2 * w * w >= -slack;
    };
    if (isInside(shortest) || isInside(longest)) return true;
    // Candidates for entry and exit: the surface and the cuts.
    const Real discriminant = c1 * c1 - c2 * c0;
    if (discriminant >= 0 && c2 != 0) {
        const Real root = std::sqrt(discriminant);
        if (isInside((-c1 - root) / c2) || isInside((-c1 + root) / c2)) return true;
    }
    return h1 != 0 && (isInside((cone.lower - h0) / h1) || isInside((cone.upper - h0) / h1));
}

/// In the plane of A's axis and P2, A is represented by its boundary line: from its apex through P1 displaced
/// by A's radius there towards B. B is the section of its cone.
bool sectionMeets(const TruncatedCone& a, const TruncatedCone& b, Real s, const Vec3& p1, const Vec3& p2) {
    const Vec3 away = p2 - p1, across = away - a.axis.dot(away) * a.axis;
    const Real length = across.norm();
    if (!(s > 0 && length > 0)) return false;  // no plane: one axis runs through the other's point
    const Vec3 onCone = p1 + s * a.radius / length * across - a.centre;
    return lineMeetsCone(a.centre, onCone, a.lower / s, a.upper / s, b);
}

/// Whether the point of the axis of `b` at a height is within the sum of both radii from the axis of `a`.
bool endMeets(const TruncatedCone& a, const TruncatedCone& b, Real height) {
    const Vec3 end = pointAt(b, height);
    const Real on = clipped(a, heightOver(a, end));
    return (end - pointAt(a, on)).norm() <= on * a.radius + height * b.radius;
}

/// For axes on one line: whether their intervals overlap.
bool intervalsMeet(const TruncatedCone& a, const TruncatedCone& b) {
    const Real first = heightOver(a, pointAt(b, b.lower)), second = heightOver(a, pointAt(b, b.upper));
    return std::min(first, second) <= a.upper && a.lower <= std::max(first, second);
}

}  // namespace

TruncatedCone grown(const TruncatedCone& cone, Real by) {
    const Real back =
        by * std::sqrt(1 + cone.radius * cone.radius) / cone.radius;  // by / sine of the opening
    TruncatedCone result = cone;
    result.centre -= back * cone.axis;
    result.lower += back - by;
    result.upper += back + by;
    return result;
}

ConeAnswer paperConeTest(const TruncatedCone& a, const TruncatedCone& b) {
    const Real cosine = a.axis.dot(b.axis);
    if (std::abs(cosine) > std::cos(kParallelAngle)) {
        const Vec3 away = b.centre - a.centre;
        const bool isOneLine = std::abs(cosine) == 1 && away.cross(a.axis).squaredNorm() == 0;
        if (isOneLine) return {intervalsMeet(a, b), ConeRule::intervals};
        const bool meets = endMeets(a, b, b.lower) || endMeets(a, b, b.upper) || endMeets(b, a, a.lower) ||
                           endMeets(b, a, a.upper);
        return {meets, ConeRule::parallel};
    }
    const Perpendicular at = moved(a, b, perpendicular(a, b, cosine));
    const Vec3 p1 = pointAt(a, at.s), p2 = pointAt(b, at.t);
    const Real distance = (p2 - p1).norm();
    if (distance > a.upper * a.radius + b.upper * b.radius) return {false, ConeRule::quickReject};
    if (distance <= at.s * a.radius + at.t * b.radius) return {true, ConeRule::quickAccept};
    return {sectionMeets(a, b, at.s, p1, p2), ConeRule::section};
}

bool capsulesMeet(const TruncatedCone& a, const TruncatedCone& b) {
    // A shell ends at a radius, not at a height: its points may lie as low as lower * cos(opening).
    const auto lowest = [](const TruncatedCone& cone) {
        return cone.lower / std::sqrt(1 + cone.radius * cone.radius);
    };
    const ClosestPoints nearest =
        closestPoints(pointAt(a, lowest(a)), pointAt(a, a.upper), pointAt(b, lowest(b)), pointAt(b, b.upper));
    const Real sumOfRadii = a.upper * a.radius + b.upper * b.radius;
    return nearest.distanceSquared <= sumOfRadii * sumOfRadii * (1 + 1e-12);
}

bool spheresMeet(const TruncatedCone& a, const TruncatedCone& b) {
    const auto sphereOf = [](const TruncatedCone& cone) {
        const Real middle = (cone.lower / std::sqrt(1 + cone.radius * cone.radius) + cone.upper) / 2;
        return std::pair(pointAt(cone, middle), hypotenuse(cone.upper - middle, cone.upper * cone.radius));
    };
    const auto [centreA, radiusA] = sphereOf(a);
    const auto [centreB, radiusB] = sphereOf(b);
    return (centreA - centreB).norm() <= (radiusA + radiusB) * (1 + 1e-12);
}

}  // namespace ricochet::spherical_field
