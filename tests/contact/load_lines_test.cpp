#include "algorithms/contact/single_velocity/load_lines.h"

#include "tests/support/random_geometry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace ricochet::test {
namespace {

constexpr Real kImpactStep = 1.0 / 60;

/// A plate above a floor that holds it, with its four lower corners.
struct LoadedPlate {
    Vec3 half, centre;
    SolvedBody body, floor;
    std::vector<SolvedPoint> corners;

    LoadedPlate(Random& random, Real restitution, Real friction)
        : half(uniform(random, 0.1, 1), uniform(random, 0.05, 0.1), uniform(random, 0.1, 1)),
          centre(randomPoint(random)) {
        body.motion.centre = centre;
        body.inverseMass.setOnes();
        const Vec3 squares = half.cwiseProduct(half);
        body.inverseInertia = (3 * (Vec3::Constant(squares.sum()) - squares).cwiseInverse()).asDiagonal();
        for (const Real x : {-half.x(), half.x()}) {
            for (const Real z : {-half.z(), half.z()}) {
                const Vec3 at = centre + Vec3(x, -half.y(), z);
                corners.push_back({.onA = at,
                                   .onB = at,
                                   .normal = Vec3(0, 1, 0),
                                   .distance = 0,
                                   .restitution = restitution,
                                   .friction = friction});
            }
        }
    }

    std::vector<SolvedPoint> moved(const std::vector<Vec3>& offsets) const {
        std::vector<SolvedPoint> points = corners;
        for (std::size_t i = 0; i < points.size(); ++i)
            points[i].onA += offsets[i], points[i].onB += offsets[i];
        return points;
    }
    /// Sum over all impulses, about the plate's centre.
    Vec3 moment(const std::vector<SolvedPoint>& points, const std::vector<Real>& loads) const {
        Vec3 sum = Vec3::Zero();
        for (std::size_t i = 0; i < points.size(); ++i)
            sum += (points[i].onA - centre).cross(loads[i] * points[i].normal);
        return sum;
    }
};

Real totalOf(const std::vector<Real>& loads) { return std::accumulate(loads.begin(), loads.end(), Real{0}); }

/// However the plate tumbles.
TEST(LoadLines, AnImpactOfThePairAloneIsTheSameOnThem) {
    Random random(71);
    int turned = 0;
    for (int i = 0; i < 200; ++i) {
        LoadedPlate plate(random, uniform(random, 0.1, 1), 0);
        plate.body.motion.linearVelocity = Vec3(0, -uniform(random, 1, 5), 0);
        plate.body.motion.angularVelocity = uniform(random, 0, 8) * randomPoint(random);
        const auto offsets =
            offsetsToLoadLines(plate.body, plate.floor, kImpactStep, plate.corners, /*arePushed*/ false);
        const std::vector<SolvedPoint> points = plate.moved(offsets);
        const auto before = impactLoads(plate.body, plate.floor, kImpactStep, plate.corners);
        const auto after = impactLoads(plate.body, plate.floor, kImpactStep, points);
        // 50 sweeps over the corners come that close.
        EXPECT_NEAR(totalOf(after), totalOf(before), 2e-2 * totalOf(before)) << i;
        EXPECT_LT((plate.moment(points, after) - plate.moment(plate.corners, before)).norm(),
                  2e-2 * plate.half.norm() * totalOf(before))
            << i;
        turned += plate.moment(points, after).norm() > 0.1 * plate.half.norm() * totalOf(after);
    }
    EXPECT_GT(turned, 60);
}

TEST(LoadLines, OfAPushGoThroughTheCentre) {
    Random random(72);
    for (int i = 0; i < 100; ++i) {
        const LoadedPlate plate(random, 1, 0.5);
        const auto offsets =
            offsetsToLoadLines(plate.body, plate.floor, kImpactStep, plate.corners, /*arePushed*/ true);
        const Vec3 below = plate.centre - Vec3(0, plate.half.y(), 0);
        int moved = 0;
        for (const SolvedPoint& point : plate.moved(offsets))
            moved += (point.onA - below).norm() < 1e-3 * plate.half.norm();
        EXPECT_GE(moved, 2) << i;
    }
}

/// On one line, friction could not stop the spin.
TEST(LoadLines, OfSpinningBodiesAreThoseOfTheCornersIfTheyRub) {
    Random random(73);
    for (const Real friction : {0.0, 0.5}) {
        LoadedPlate plate(random, 1, friction);
        plate.body.motion.linearVelocity = Vec3(0, -1, 0);
        plate.body.motion.angularVelocity = Vec3(0, 1, 0);
        const auto offsets =
            offsetsToLoadLines(plate.body, plate.floor, kImpactStep, plate.corners, /*arePushed*/ false);
        const bool areZero = std::ranges::all_of(offsets, [](const Vec3& o) { return o.isZero(0); });
        EXPECT_EQ(areZero, friction > 0);
    }
}

TEST(LoadLines, PointsWithoutLoadAndSinglePointsStay) {
    Random random(74);
    LoadedPlate plate(random, 1, 0);
    plate.body.motion.linearVelocity = Vec3(0, 1, 0);  // leaves
    for (const Vec3& offset :
         offsetsToLoadLines(plate.body, plate.floor, kImpactStep, plate.corners, /*arePushed*/ false))
        EXPECT_TRUE(offset.isZero(0));
    plate.body.motion.linearVelocity = Vec3(0, -1, 0);
    const auto offsets = offsetsToLoadLines(plate.body, plate.floor, kImpactStep,
                                            std::span(plate.corners).first(1), /*arePushed*/ false);
    EXPECT_TRUE(offsets[0].isZero(0));
    EXPECT_TRUE(offsetsToLoadLines(plate.body, plate.floor, kImpactStep, {}, /*arePushed*/ true).empty());
}

}  // namespace
}  // namespace ricochet::test
