#pragma once

#include "algorithms/geometry/types.h"

#include <Eigen/Geometry>

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

inline Real uniform(Random& random, Real low, Real high) {
    return std::uniform_real_distribution<Real>(low, high)(random);
}

/// Of a cube about the origin.
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

/// Whole numbers 0 … size: corners coincide, align and lie in one plane all the time.
inline Vec3 randomLatticePoint(Random& random, int size) {
    std::uniform_int_distribution<int> coordinate(0, size);
    const int x = coordinate(random);
    const int y = coordinate(random);
    const int z = coordinate(random);
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

inline Pose randomPose(Random& random, Real reach) {
    const Matrix3 rotation = randomRotation(random);
    return {rotation, randomPoint(random, reach)};
}

/// The next or the previous double in one of the nine coordinates.
inline void nudge(Random& random, Triangle& triangle) {
    std::uniform_int_distribution<int> three(0, 2);
    const int corner = three(random);
    Real& coordinate = triangle[corner][three(random)];
    coordinate = std::nextafter(coordinate, random() % 2 == 0 ? Real{1e9} : Real{-1e9});
}

}  // namespace ricochet
