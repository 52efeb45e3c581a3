#include "algorithms/geometry/separating_axes.h"

#include "tests/support/random_geometry.h"
#include "tests/support/rational_oracle.h"

#include <gtest/gtest.h>

#include <numbers>

namespace ricochet {
namespace {

struct BoxPair {
    Obb a, b;
};

Obb randomBox(Random& random, Real extent) {
    const Vec3 half(uniform(random, 0.01, 1), uniform(random, 0.01, 1), uniform(random, 0.01, 1));
    return {randomRotation(random), randomPoint(random, extent), half};
}

Matrix3 turnAbout(const Vec3& axis, Real angle) {
    return Eigen::AngleAxis<Real>(angle, axis).toRotationMatrix();
}

BoxPair anyBoxes(Random& random) { return {randomBox(random, 0.7), randomBox(random, 0.7)}; }

/// Three, one or nearly one pair of parallel edges: cross products that are zero or noise.
BoxPair parallelEdges(Random& random) {
    BoxPair pair = anyBoxes(random);
    constexpr Real kAngles[] = {0, std::numbers::pi / 2, 1e-9, 1e-15, 0.7};
    const Vec3 axis = Vec3::Unit(pick(random, 3));
    pair.b.axes = turnAbout(axis, kAngles[pick(random, 5)]) * pair.a.axes;
    return pair;
}

/// Plates, rods and points.
BoxPair flatBoxes(Random& random) {
    BoxPair pair = anyBoxes(random);
    for (Obb* box : {&pair.a, &pair.b}) {
        box->centre *= 0.5;
        for (int k = pick(random, 4); k-- > 0;) box->half[pick(random, 3)] = 0;
    }
    return pair;
}

/// Moved along a common perpendicular of two edges, of faces or of any direction, until they all but touch.
BoxPair almostTouching(Random& random) {
    BoxPair pair = pick(random, 2) == 0 ? parallelEdges(random) : anyBoxes(random);
    const auto rowOf = [&](const Obb& box) { return Vec3(box.axes.row(pick(random, 3))); };
    Vec3 direction = pick(random, 2) == 0 ? rowOf(pair.a) : rowOf(pair.a).cross(rowOf(pair.b));
    if (direction.norm() < 1e-3) direction = rowOf(pair.b);
    direction.normalize();
    const Real extent = (pair.a.axes * direction).cwiseAbs().dot(pair.a.half) +
                        (pair.b.axes * direction).cwiseAbs().dot(pair.b.half);
    constexpr Real kGaps[] = {1e-6, -1e-6, 1e-3, -1e-3};
    pair.b.centre = pair.a.centre + (extent + kGaps[pick(random, 4)]) * direction;
    return pair;
}

/// The sizes are very different.
BoxPair smallInLarge(Random& random) {
    BoxPair pair = anyBoxes(random);
    pair.b.half *= 1e-4;
    pair.b.centre =
        pair.a.centre + pair.a.axes.transpose() * (1.1 * randomPoint(random, 1)).cwiseProduct(pair.a.half);
    return pair;
}

struct BoxKind {
    const char* name;
    BoxPair (*make)(Random&);
};
constexpr BoxKind kBoxKinds[] = {{"any", anyBoxes},
                                 {"parallel edges", parallelEdges},
                                 {"flat", flatBoxes},
                                 {"almost touching", almostTouching},
                                 {"small in large", smallInLarge}};

bool meet(const Obb& a, const Obb& b) { return rational::hullsMeet(a.corners(), b.corners()); }

Obb grown(Obb box, Real by) {
    box.half += Vec3::Constant(by);
    return box;
}

/// The float kernel, on what is left of two boxes in float.
bool overlapInFloat(const Obb& a, const Obb& b) {
    const auto lanes = [](const Vec3& v) {
        return Lanes<float>(float(v.x()), float(v.y()), float(v.z()), 0);
    };
    const Matrix3 turn = a.axes * b.axes.transpose();
    const BoxInBox<float> placed = {{lanes(turn.col(0)), lanes(turn.col(1)), lanes(turn.col(2))},
                                    lanes(a.axes * (b.centre - a.centre))};
    return !areApart<float>(lanes(a.half), lanes(b.half), placed, {0x1p-20f, 0x1p-19f});
}

using Overlaps = bool (*)(const Obb&, const Obb&);

/// Boxes that meet must never be found apart; boxes that stay apart when both grow by `tolerance` must be.
void expectToAgreeWithTheOracle(Overlaps overlap, Real tolerance) {
    Random random(91);
    HitRate hits;
    int undecided = 0;
    for (const BoxKind& kind : kBoxKinds) {
        for (int i = 0; i < 300; ++i) {
            const auto [a, b] = kind.make(random);
            const bool truth = meet(a, b);
            hits.count(truth);
            if (overlap(a, b) == truth) continue;
            EXPECT_FALSE(truth) << kind.name << ' ' << i;
            EXPECT_TRUE(meet(grown(a, tolerance), grown(b, tolerance))) << kind.name << ' ' << i;
            ++undecided;
        }
    }
    EXPECT_TRUE(hits.isBetween(0.3, 0.7)) << hits.value();
    EXPECT_LT(undecided, 150);
}

TEST(BoxBox, AgreesWithRationalArithmetic) { expectToAgreeWithTheOracle(overlaps, 1e-10); }

TEST(BoxBox, FloatTestNeverSeparatesBoxesThatMeet) { expectToAgreeWithTheOracle(overlapInFloat, 1e-4); }

const Obb kCube = {Matrix3::Identity(), Vec3::Zero(), Vec3::Ones()};

TEST(BoxBox, TouchingFacesEdgesAndCornersOverlap) {
    for (const Vec3& offset : {Vec3(2, 0, 0), Vec3(0, 2, 2), Vec3(2, -2, 2), Vec3(-2, 0.5, 0.5)}) {
        EXPECT_TRUE(overlaps(kCube, {Matrix3::Identity(), offset, Vec3::Ones()}));
        EXPECT_FALSE(overlaps(kCube, {Matrix3::Identity(), 1.00001 * offset, Vec3::Ones()}));
    }
}

TEST(BoxBox, CrossedEdgesJustApartAreSeparatedByTheirCommonPerpendicularAlone) {
    // An edge along x above one along y; only their cross product separates the two.
    const Real r = std::numbers::sqrt2;
    const Obb below = {turnAbout(Vec3::UnitX(), std::numbers::pi / 4), Vec3::Zero(), {3, 1, 1}};
    Obb above = {turnAbout(Vec3::UnitY(), std::numbers::pi / 4), {0, 0, 2 * r - 1e-6}, {1, 3, 1}};
    EXPECT_TRUE(overlaps(below, above));
    above.centre.z() = 2 * r + 1e-6;
    EXPECT_FALSE(overlaps(below, above));
}

TEST(BoxBox, PointsAndRodsAreBoxes) {
    const Obb point = {Matrix3::Identity(), {0.5, 0.5, 0.5}, Vec3::Zero()};
    const Obb rod = {turnAbout(Vec3(1, 1, 0).normalized(), 0.4), {0.5, 0.5, 0.5}, {2, 0, 0}};
    EXPECT_TRUE(overlaps(point, point));
    EXPECT_TRUE(overlaps(point, kCube));
    EXPECT_TRUE(overlaps(rod, point));
    EXPECT_TRUE(overlaps(rod, rod));
    EXPECT_FALSE(overlaps(point, {Matrix3::Identity(), {0.5, 0.5, 0.6}, Vec3::Zero()}));
}

TEST(BoxBox, BoxesWithinTheQueryDistanceAreNotSeparated) {
    const BoxInBox<Real> apart = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}, {2.1, 0, 0, 0}};
    const Lanes<Real> half(1, 1, 1, 0);
    EXPECT_TRUE(areApart<Real>(half, half, apart, {1e-12, 0.09}));
    EXPECT_FALSE(areApart<Real>(half, half, apart, {1e-12, 0.11}));
}

}  // namespace
}  // namespace ricochet
