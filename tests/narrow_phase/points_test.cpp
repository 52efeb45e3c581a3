// The oracle of `closestFace`: every face's own nearest point, where the mesh is placed.

#include "algorithms/geometry/closest_points.h"
#include "tests/narrow_phase/tested.h"
#include "tests/support/collision_cases.h"

#include <cmath>
#include <limits>

namespace ricochet::test {
namespace {

constexpr Real kInfinity = std::numeric_limits<Real>::infinity();

struct Nearest {
    Index face = kNone;
    Real distance = kInfinity;
};

Nearest nearestOf(const MeshInstance& placed, const PointQuery& query) {
    Nearest nearest;
    for (Index face = 0; face < placed.mesh().faceCount(); ++face) {
        if (query.accepts && !query.accepts(face)) continue;
        const Real distance = (closestPoint(placed.triangle(face), query.point) - query.point).norm();
        if (distance < nearest.distance && distance <= query.upTo) nearest = {face, distance};
    }
    return nearest;
}

class ClosestFaceOf : public EveryNarrowPhase {
protected:
    /// Returns whether there is one.
    bool expectNearest(const MeshInstance& placed, const PointQuery& query) const {
        const Nearest truth = nearestOf(placed, query);
        const auto found = narrowPhase->closestFace(placed, query);
        EXPECT_EQ(found ? found->face : kNone, truth.face);
        EXPECT_EQ(found ? found->distance : kInfinity, truth.distance);
        if (found) {
            EXPECT_EQ(found->point, closestPoint(placed.triangle(found->face), query.point));
        }
        return found.has_value();
    }
};

TEST_P(ClosestFaceOf, IsTheOneThatBruteForceFinds) {
    for (const Case& c : cases()) {
        const auto model = narrowPhase->build(c.a);
        Random random(91);
        for (int trial = 0; trial < 200 / kSlowdown; ++trial) {
            const MeshInstance placed{model.get(), randomPlacement(random, 3)};
            const Real spread = trial % 4 == 0 ? 100 : 1.5;
            EXPECT_TRUE(expectNearest(placed, {placed.pose.translation + randomPoint(random, spread)}))
                << c.name;
        }
    }
}

TEST_P(ClosestFaceOf, IsNoneBeyondTheQueryDistance) {
    const auto model = narrowPhase->build(torusMesh(1, 0.4, 24, 12));
    Random random(92);
    HitRate found;
    for (int trial = 0; trial < 300 / kSlowdown; ++trial) {
        const MeshInstance placed{model.get(), randomPlacement(random, 3)};
        const Vec3 point = placed.pose.translation + randomPoint(random, 2);
        found.count(expectNearest(placed, {point, 0.8}));
        const Real distance = nearestOf(placed, {point}).distance;
        EXPECT_TRUE(expectNearest(placed, {point, distance}));
        EXPECT_FALSE(expectNearest(placed, {point, std::nextafter(distance, 0.0)}));
    }
    EXPECT_TRUE(found.isBetween(0.3, 0.7)) << found.value();
}

TEST_P(ClosestFaceOf, IsTheFirstOfSeveralAtOneDistance) {
    const auto model = narrowPhase->build(gridBoxMesh({2, 2, 2}));
    const MeshInstance placed{model.get(), Pose{}};
    EXPECT_TRUE(expectNearest(placed, {Vec3::Zero()}));  // all six sides
    for (const Vec3& vertex : model->mesh().vertices()) {
        EXPECT_TRUE(expectNearest(placed, {vertex}));
        EXPECT_TRUE(expectNearest(placed, {2 * vertex}));
    }
}

TEST_P(ClosestFaceOf, IsAnAcceptedOne) {
    const auto model = narrowPhase->build(torusMesh(1, 0.4, 24, 12));
    const MeshInstance placed{model.get(), Pose{}};
    Random random(93);
    for (int trial = 0; trial < 100 / kSlowdown; ++trial) {
        const Vec3 point = randomPoint(random, 2);
        EXPECT_TRUE(expectNearest(placed, {point, kAnyDistance, [](Index face) { return face % 5 == 2; }}));
        EXPECT_TRUE(expectNearest(placed, {point, kAnyDistance, [](Index face) { return face == 17; }}));
        EXPECT_FALSE(expectNearest(placed, {point, kAnyDistance, [](Index) { return false; }}));
    }
}

TEST_P(ClosestFaceOf, IsTheSameForMatricesThatAreNotRotations) {
    const auto model = narrowPhase->build(torusMesh(1, 0.4, 24, 12));
    Random random(94);
    for (int trial = 0; trial < 100 / kSlowdown; ++trial) {
        MeshInstance placed{model.get(), randomPlacement(random, 2)};
        placed.pose.rotation += 1e-6 * Matrix3::Random();
        if (trial % 2 == 0) placed.pose.rotation *= 3;  // larger than the scale that trees allow for
        EXPECT_TRUE(expectNearest(placed, {placed.pose.translation + randomPoint(random, 4)}));
    }
}

TEST_P(ClosestFaceOf, IsNoneOfAPointThatIsNotFinite) {
    const auto model = narrowPhase->build(gridBoxMesh({2, 2, 2}));
    EXPECT_FALSE(narrowPhase->closestFace({model.get(), Pose{}}, {{0, 0, kInfinity}}));
    EXPECT_FALSE(narrowPhase->closestFace({model.get(), Pose{}}, {{0, std::nan(""), 0}}));
}

TEST_P(ClosestFaceOf, IsFoundInMeshesBeyondFloats) {
    const auto mesh = makeMesh({{-1e20, -1e20, 0}, {1e20, -1e20, 0}, {0, 1e20, 0}}, {{0, 1, 2}});
    const auto model = narrowPhase->build(mesh);
    EXPECT_TRUE(expectNearest({model.get(), Pose{}}, {{0, 0, 3}}));
}

RICOCHET_FOR_EVERY_NARROW_PHASE(ClosestFaceOf);

}  // namespace
}  // namespace ricochet::test
