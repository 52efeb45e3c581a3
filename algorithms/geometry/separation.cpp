#include "algorithms/geometry/separation.h"

#include "algorithms/geometry/predicates.h"

#include <Eigen/Geometry>

#include <limits>

namespace ricochet {
namespace {

/// The point of each hull that is nearest to the other one along an axis.
struct Nearest {
    Vec3 ofA, ofB;
    Real lowestOfA = std::numeric_limits<Real>::infinity();
    Real highestOfB = -std::numeric_limits<Real>::infinity();
    Real magnitude = 0;  ///< of the largest sum of terms of a product

    Real gap() const { return lowestOfA - highestOfB; }
};

Nearest nearestAlong(const Vec3& axis, std::span<const Vec3> a, std::span<const Vec3> b) {
    Nearest nearest;
    const Vec3 magnitudes = axis.cwiseAbs();
    for (const Vec3& point : a) {
        const Real height = axis.dot(point);
        nearest.magnitude = std::max(nearest.magnitude, magnitudes.dot(point.cwiseAbs()));
        if (height < nearest.lowestOfA) nearest.lowestOfA = height, nearest.ofA = point;
    }
    for (const Vec3& point : b) {
        const Real height = axis.dot(point);
        nearest.magnitude = std::max(nearest.magnitude, magnitudes.dot(point.cwiseAbs()));
        if (height > nearest.highestOfB) nearest.highestOfB = height, nearest.ofB = point;
    }
    return nearest;
}

/// The interpolation of points in time has three roundings, heights three more, on both sides; the rest
/// covers second-order terms.
constexpr Real kHeightRoundings = 16;

bool isProof(const Nearest& nearest, const Vec3& axis, Real distance) {
    const Real error = kHeightRoundings * kRounding * nearest.magnitude;
    const Real needed = distance == 0 ? 0 : distance * axis.norm() * (1 + 8 * kRounding);
    return nearest.gap() > needed + error;
}

Vec3 meanOf(std::span<const Vec3> points) {
    Vec3 sum = Vec3::Zero();
    for (const Vec3& point : points) sum += point;
    return sum / static_cast<Real>(points.size());
}

}  // namespace

bool isSeparatedAlong(const Vec3& axis, std::span<const Vec3> a, std::span<const Vec3> b, Real distance) {
    return isProof(nearestAlong(axis, a, b), axis, distance);
}

// Chung, Wang. Quick Collision Detection of Polytopes in Virtual Environments. 1996. An axis that does not
// separate is mirrored in the plane perpendicular to the line of the two nearest points; if the hulls are
// apart, this converges.
bool areHullsSeparated(std::span<const Vec3> a, std::span<const Vec3> b, Real distance) {
    constexpr int kMostAxes = 24;
    Vec3 axis = meanOf(a) - meanOf(b);
    for (int i = 0; i < kMostAxes && !axis.isZero(0); ++i) {
        axis.normalize();
        const Nearest nearest = nearestAlong(axis, a, b);
        if (isProof(nearest, axis, distance)) return true;
        const Vec3 between = nearest.ofA - nearest.ofB;
        const Real lengthSquared = between.squaredNorm();
        if (lengthSquared == 0 || nearest.gap() > 0) return false;
        axis -= 2 * axis.dot(between) / lengthSquared * between;
    }
    return false;
}

}  // namespace ricochet
