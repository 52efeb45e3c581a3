#pragma once

#include "algorithms/geometry/types.h"

#include <Eigen/Geometry>

#include <cmath>
#include <random>

namespace ricochet {

/// Counts how many of a test's cases hit, so that it can claim that it tested something.
class HitRate {
public:
    void count(bool hit) {
        ++cases_;
        hits_ += hit;
    }
    double value() const { return cases_ == 0 ? 0 : double(hits_) / double(cases_); }
    bool isBetween(double low, double high) const { return low <= value() && value() <= high; }

private:
    std::uint64_t cases_ = 0;
    std::uint64_t hits_ = 0;
};

/// All randomness of the tests comes from a seeded generator that is passed in.
using Random = std::mt19937;

/// By our own arithmetic, because the library's distributions differ from one to the next. Two draws fill all
/// bits of a double.
inline Real uniform(Random& random, Real low, Real high) {
    const Real fine = static_cast<Real>(random());
    const Real coarse = static_cast<Real>(random());
    return low + (high - low) * ((coarse * 0x1p32 + fine) * 0x1p-64);
}

/// 0 … count - 1.
inline int pick(Random& random, int count) {
    return static_cast<int>(random() % static_cast<Random::result_type>(count));
}

/// A point of a cube about the origin.
inline Vec3 randomPoint(Random& random, Real halfSize = 1) {
    const Real x = uniform(random, -halfSize, halfSize);
    const Real y = uniform(random, -halfSize, halfSize);
    const Real z = uniform(random, -halfSize, halfSize);
    return {x, y, z};
}

inline Triangle randomTriangle(Random& random, Real halfSize = 1) {
    const Vec3 a = randomPoint(random, halfSize);
    const Vec3 b = randomPoint(random, halfSize);
    const Vec3 c = randomPoint(random, halfSize);
    return {a, b, c};
}

/// Whole numbers 0 … size: corners often coincide, or are collinear or coplanar.
inline Vec3 randomLatticePoint(Random& random, int size) {
    const int x = pick(random, size + 1);
    const int y = pick(random, size + 1);
    const int z = pick(random, size + 1);
    return Vec3(x, y, z);
}

inline Triangle randomLatticeTriangle(Random& random, int size) {
    const Vec3 a = randomLatticePoint(random, size);
    const Vec3 b = randomLatticePoint(random, size);
    const Vec3 c = randomLatticePoint(random, size);
    return {a, b, c};
}

/// Every rotation equally likely.
inline Matrix3 randomRotation(Random& random) {
    std::normal_distribution<Real> normal;
    Eigen::Quaternion<Real> q;
    for (Real& coefficient : q.coeffs()) coefficient = normal(random);
    return q.normalized().toRotationMatrix();
}

inline Pose randomPose(Random& random, Real spread) {
    const Matrix3 rotation = randomRotation(random);
    return {rotation, randomPoint(random, spread)};
}

/// One coordinate becomes the next or the previous double; a zero, the smallest float32.
template <class Points>
void nudge(Random& random, Points& points) {
    Vec3& point = points[static_cast<std::size_t>(pick(random, static_cast<int>(points.size())))];
    Real& coordinate = point[pick(random, 3)];
    const Real direction = pick(random, 2) == 0 ? 1 : -1;
    coordinate = coordinate == 0 ? direction * 0x1p-149 : std::nextafter(coordinate, direction * 1e9);
}

}  // namespace ricochet
