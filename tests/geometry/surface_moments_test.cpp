#include "algorithms/geometry/surface_moments.h"

#include "tests/support/random_geometry.h"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

/// A rectangle of 4 x 2 about the origin in the plane z = 0, as n x n cells of two triangles each; those of
/// one quarter are cut into `dense` x `dense` more.
SurfaceMoments rectangle(int n, int dense) {
    SurfaceMoments moments;
    const auto add = [&](const Vec3& corner, Real width, Real depth) {
        const Vec3 x(width, 0, 0), y(0, depth, 0);
        moments.add(corner, corner + x, corner + x + y, 0);
        moments.add(corner, corner + x + y, corner + y, 0);
    };
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) {
            const int parts = 2 * i < n && 2 * j < n ? dense : 1;
            const Real width = 4.0 / n / parts, depth = 2.0 / n / parts;
            for (int p = 0; p < parts; ++p) {
                for (int q = 0; q < parts; ++q)
                    add({4.0 * i / n - 2 + p * width, 2.0 * j / n - 1 + q * depth, 0}, width, depth);
            }
        }
    }
    return moments;
}

TEST(SurfaceMoments, DoNotDependOnTheTessellationOfARectangle) {
    for (const auto& [n, dense] : {std::pair{1, 1}, {2, 1}, {4, 7}}) {
        const Matrix3 covariance = rectangle(n, dense).covariance();
        const Vec3 expected(4.0 * 4 / 12, 2.0 * 2 / 12, 0);
        EXPECT_NEAR((covariance - Matrix3(expected.asDiagonal())).norm(), 0, 1e-12);
    }
}

TEST(SurfaceMoments, PrincipalAxesAreOrderedAndOrthonormal) {
    Random random(92);
    for (int trial = 0; trial < 100; ++trial) {
        const Matrix3 rows = randomRotation(random);
        const Matrix3 axes = principalAxes(rows.transpose() * Vec3(5, 2, 0.1).asDiagonal() * rows);
        EXPECT_LT((axes * axes.transpose() - Matrix3::Identity()).norm(), 1e-14);
        for (int k = 0; k < 3; ++k) EXPECT_NEAR(std::abs(axes.row(k).dot(rows.row(k))), 1, 1e-9);
    }
}

TEST(SurfaceMoments, SpreadWithoutDirectionStillHasOrthonormalAxes) {
    const Real huge = std::numeric_limits<Real>::infinity();
    for (const Matrix3& covariance :
         {Matrix3(Matrix3::Zero()), Matrix3(Matrix3::Identity()), Matrix3(Matrix3::Constant(huge)),
          Matrix3(Vec3(1, 0, 0).asDiagonal())}) {
        const Matrix3 axes = principalAxes(covariance);
        EXPECT_LT((axes * axes.transpose() - Matrix3::Identity()).norm(), 1e-14);
    }
}

}  // namespace
}  // namespace ricochet
