#include "algorithms/closest_features/placed_pair.h"

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

constexpr Real kRotationError = 1e-14;  // entries of transpose(R) R - 1: a tenth of the certified precision
constexpr int kMostRefinements = 8;

// Newton's iteration for the polar factor, R (3 - transpose(R) R) / 2, column by column: two iterations
// remove the error of Bullet's floats.
Matrix3 nearestRotation(const Matrix3& r) {
    Vec3 x = r.col(0), y = r.col(1), z = r.col(2);
    for (int i = 0; i < kMostRefinements; ++i) {
        const Real xx = x.dot(x) - 1, yy = y.dot(y) - 1, zz = z.dot(z) - 1;
        const Real xy = x.dot(y), yz = y.dot(z), zx = z.dot(x);
        const Real skew = std::max(std::max(std::abs(xy), std::abs(yz)), std::abs(zx));
        const Real stretch = std::max(std::max(std::abs(xx), std::abs(yy)), std::abs(zz));
        if (!(std::max(skew, stretch) > kRotationError)) break;
        const Vec3 x0 = x, y0 = y, z0 = z;
        x -= 0.5 * (xx * x0 + xy * y0 + zx * z0);
        y -= 0.5 * (xy * x0 + yy * y0 + yz * z0);
        z -= 0.5 * (zx * x0 + yz * y0 + zz * z0);
    }
    Matrix3 result;
    result << x, y, z;
    return result;
}

}  // namespace

PlacedPair::PlacedPair(const Polytope& a, const Pose& poseA, const Polytope& b, const Pose& poseB)
    : shapes_{&a, &b}, poseA_(poseA) {
    const Matrix3 inverse = poseA.rotation.transpose();
    rotation_ = nearestRotation(inverse * poseB.rotation);
    translation_ = inverse * (poseB.translation - poseA.translation);
    extent_ = a.radius + b.radius + (fromB(b.centre) - a.centre).norm();
}

SupportPair supportAlong(const PlacedPair& pair, const Vec3& normal, Index fromA, Index fromB) {
    const Index a = farthestVertex(pair.shape(0), normal, fromA);
    const Index b = farthestVertex(pair.shape(1), -pair.turnToOther(0, normal), fromB);
    return {a, b, normal.dot(pair.vertexOfB(b) - pair.vertexOfA(a))};
}

}  // namespace ricochet
