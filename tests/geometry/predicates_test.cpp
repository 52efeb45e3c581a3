#include "algorithms/geometry/predicates.h"

#include "tests/support/random_geometry.h"
#include "tests/support/rational_oracle.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ricochet {
namespace {

using Points = std::array<Vec3, 4>;

/// The determinant as one would write it without a filter.
Side naiveOrient3d(const Points& p) {
    const Vec3 ab = p[1] - p[0], ac = p[2] - p[0], ad = p[3] - p[0];
    const Real determinant = ab.x() * (ac.y() * ad.z() - ac.z() * ad.y()) +
                             ab.y() * (ac.z() * ad.x() - ac.x() * ad.z()) +
                             ab.z() * (ac.x() * ad.y() - ac.y() * ad.x());
    return (determinant > 0) - (determinant < 0);
}

Side orient(const Points& p) { return orient3d(p[0], p[1], p[2], p[3]); }

Points randomPoints(Random& random) {
    return {randomPoint(random), randomPoint(random), randomPoint(random), randomPoint(random)};
}

/// The last point is where rounding puts a point of the plane of the others.
Points nearlyCoplanar(Random& random) {
    Points p = randomPoints(random);
    const Real u = uniform(random, -1, 1), v = uniform(random, -1, 1);
    p[3] = p[0] + u * (p[1] - p[0]) + v * (p[2] - p[0]);
    return p;
}

/// In one plane exactly, or one unit in the last place off.
Points aroundCoplanar(Random& random) {
    Points p;
    for (Vec3& point : p) {
        point = randomLatticePoint(random, 7);
        point.z() = 2 * point.x() - 3 * point.y();
        point *= 0.25;
    }
    if (pick(random, 2) == 0) nudge(random, p);
    return p;
}

/// Coordinates between 1e-30 and 1e+30: no difference of them is exact.
Points ofAllMagnitudes(Random& random) {
    Points p = nearlyCoplanar(random);
    const Real scale = std::pow(10.0, uniform(random, -30, 30));
    for (Vec3& point : p) {
        point *= scale;
        point[pick(random, 3)] *= std::pow(10.0, uniform(random, -20, 0));
    }
    return p;
}

struct Kind {
    const char* name;
    Points (*make)(Random&);
};
constexpr Kind kKinds[] = {{"random", randomPoints},
                           {"nearly coplanar", nearlyCoplanar},
                           {"around coplanar", aroundCoplanar},
                           {"all magnitudes", ofAllMagnitudes}};

TEST(Orient3d, HasTheSignOfTheRationalDeterminant) {
    Random random(51);
    for (const Kind& kind : kKinds) {
        for (int i = 0; i < 5000; ++i) {
            const Points p = kind.make(random);
            ASSERT_EQ(orient(p), rational::orient3d(p[0], p[1], p[2], p[3])) << kind.name << ' ' << i;
        }
    }
}

TEST(Orient3d, ExactStageAloneHasTheSameSign) {
    Random random(52);
    for (const Kind& kind : kKinds) {
        for (int i = 0; i < 5000; ++i) {
            const Points p = kind.make(random);
            ASSERT_EQ(exactOrient3d(p[0], p[1], p[2], p[3]), rational::orient3d(p[0], p[1], p[2], p[3]));
        }
    }
}

TEST(Orient3d, IsRightWhereTheRoundedDeterminantIsWrong) {
    Random random(53);
    int naiveIsWrong = 0;
    for (int i = 0; i < 5000; ++i) {
        const Points p = nearlyCoplanar(random);
        const int truth = rational::orient3d(p[0], p[1], p[2], p[3]);
        naiveIsWrong += naiveOrient3d(p) != truth;
        EXPECT_EQ(orient(p), truth);
    }
    EXPECT_GT(naiveIsWrong, 500);
}

TEST(Orient3d, ChangesSignWithEveryExchangeOfPoints) {
    Random random(54);
    HitRate zero;
    for (const Kind& kind : kKinds) {
        for (int i = 0; i < 2000; ++i) {
            Points p = kind.make(random);
            const Side side = orient(p);
            zero.count(side == 0);
            for (int first = 0; first < 4; ++first) {
                for (int second = first + 1; second < 4; ++second) {
                    std::swap(p[first], p[second]);
                    EXPECT_EQ(orient(p), -side);
                    std::swap(p[first], p[second]);
                }
            }
        }
    }
    EXPECT_TRUE(zero.isBetween(0.05, 0.5)) << zero.value();
}

TEST(Orient3d, IsPositiveIfTheTriangleAppearsCounterClockwise) {
    EXPECT_EQ(orient3d(Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)), 1);
    EXPECT_EQ(orient3d(Vec3(0, 0, 0), Vec3(0, 1, 0), Vec3(1, 0, 0), Vec3(0, 0, 1)), -1);
}

TEST(Orient3d, CoversTheSmallestAndTheLargestFloats) {
    const double tiny = 1.401298464324817e-45;  // the smallest float32 above zero
    const double huge = 3.4028234663852886e+38;
    for (const double s : {tiny, huge}) {
        const Vec3 a(0, 0, 0), b(s, 0, 0), c(0, s, 0);
        EXPECT_EQ(orient3d(a, b, c, Vec3(s, s, tiny)), 1);
        EXPECT_EQ(orient3d(a, b, c, Vec3(s, s, -tiny)), -1);
        EXPECT_EQ(orient3d(a, b, c, Vec3(s, s, 0)), 0);
    }
    const Vec3 a(huge, huge, tiny), b(-huge, huge, tiny), c(huge, -huge, 0), d(huge, huge, 2 * tiny);
    EXPECT_EQ(orient3d(a, b, c, d), rational::orient3d(a, b, c, d));
}

TEST(Orient2d, HasTheSignOfTheRationalDeterminant) {
    Random random(55);
    HitRate zero;
    for (const Kind& kind : kKinds) {
        for (int i = 0; i < 5000; ++i) {
            const Points p = kind.make(random);
            const Vec2 a = project(p[0], 2), b = project(p[1], 2);
            // collinear with them but for rounding
            const Vec2 c = i % 2 == 0 ? project(p[2], 2) : Vec2(a + uniform(random, -2, 2) * (b - a));
            const Vec3 apex(0, 0, 1);
            const int truth =
                rational::orient3d({a.x(), a.y(), 0}, {b.x(), b.y(), 0}, {c.x(), c.y(), 0}, apex * 1e-3);
            ASSERT_EQ(orient2d(a, b, c), truth) << kind.name << ' ' << i;
            ASSERT_EQ(exactOrient2d(a, b, c), truth);
            ASSERT_EQ(orient2d(b, a, c), -truth);
            zero.count(truth == 0);
        }
    }
    EXPECT_TRUE(zero.isBetween(0.01, 0.5)) << zero.value();
}

TEST(Projection, KeepsTheOrientation) {
    const Vec3 x(1, 0, 0), y(0, 1, 0), z(0, 0, 1);
    EXPECT_EQ(orient2d(project(Vec3::Zero(), 2), project(x, 2), project(y, 2)), 1);
    EXPECT_EQ(orient2d(project(Vec3::Zero(), 0), project(y, 0), project(z, 0)), 1);
    EXPECT_EQ(orient2d(project(Vec3::Zero(), 1), project(z, 1), project(x, 1)), 1);
}

}  // namespace
}  // namespace ricochet
