#include "algorithms/closest_features/closest_features.h"
#include "tests/closest_features/polytopes.h"
#include "tests/support/build_kind.h"

#include <gtest/gtest.h>

#include <array>

namespace ricochet::test {
namespace {

constexpr int kStepsOfAPath = 3000;
constexpr int kSteps = kIsSlowBuild ? 200 : kStepsOfAPath;

Matrix3 turn(const Vec3& axis, Real angle) {
    return Eigen::AngleAxis<Real>(angle, axis.normalized()).toRotationMatrix();
}

constexpr FeatureMethod kMethods[] = {FeatureMethod::automatic, FeatureMethod::walk, FeatureMethod::axis,
                                      FeatureMethod::simplex};

TEST(CoherentMotion, EveryStepOfEveryMethodAgreesWithAColdQuery) {
    const auto all = allPolytopes();
    Random random(21);
    HitRate hits;
    for (const NamedPolytope& a : all) {
        for (const Real degrees : {0.05, 0.5, 5.0}) {
            const NamedPolytope& b =
                all[static_cast<std::size_t>(pick(random, static_cast<int>(all.size())))];
            std::array<FeatureMemory, std::size(kMethods)> memories;
            Pose pose = randomPose(random, 0.5);
            for (int step = 0; step < kSteps / 5; ++step) {
                pose.rotation = turn(randomPoint(random), degrees * std::numbers::pi / 180) * pose.rotation;
                const Real along =
                    Real(step) * kStepsOfAPath / kSteps;  // the same path for any number of steps
                pose.translation =
                    0.9 * Vec3(std::cos(along * 0.02), std::sin(along * 0.013), std::sin(along * 0.01));
                FeatureMemory cold;
                const ClosestFeatures truth = findClosestFeatures(a.polytope, {}, b.polytope, pose, cold);
                for (std::size_t m = 0; m < memories.size(); ++m) {
                    const ClosestFeatures warm =
                        findClosestFeatures(a.polytope, {}, b.polytope, pose, memories[m], kMethods[m]);
                    ASSERT_NEAR(warm.distance, truth.distance, 3e-13)
                        << a.name << ", " << b.name << ", step " << step << ", method " << m;
                    ASSERT_NEAR(warm.normal.dot(warm.onA - warm.onB), warm.distance, 1e-10) << m;
                }
                hits.count(truth.distance < 0);
            }
            for (const FeatureMemory& memory : memories) {
                EXPECT_EQ(memory.counters.uncertified, 0u) << a.name << ", " << b.name;
            }
        }
    }
    EXPECT_TRUE(hits.isBetween(0.2, 0.8)) << hits.value();
}

/// Inside and outside; most steps need no search.
TEST(CoherentMotion, SlowMotionKeepsMostAnswers) {
    Random random(24);
    const Polytope a = polytopeOf(roundPoints(random, 32)), b = polytopeOf(roundPoints(random, 32));
    for (const Real distance : {2.3, 1.6}) {
        FeatureMemory memory;
        Pose pose{Matrix3::Identity(), {distance, 0, 0}};
        for (int step = 0; step < kSteps; ++step) {
            pose.rotation = turn({0.3, 0.2, 1}, 0.001) * pose.rotation;
            const ClosestFeatures answer = findClosestFeatures(a, {}, b, pose, memory);
            EXPECT_EQ(answer.distance > 0, distance > 2);
        }
        EXPECT_GT(memory.counters.reused, memory.counters.queries * 3 / 4) << distance;
    }
}

TEST(CoherentMotion, TheLastAxisNeverProvesMoreThanTheDistance) {
    const auto all = allPolytopes();
    Random random(25);
    int proven = 0, steps = 0;
    for (const NamedPolytope& a : all) {
        const Polytope& b =
            all[static_cast<std::size_t>(pick(random, static_cast<int>(all.size())))].polytope;
        FeatureMemory memory;
        Pose pose = randomPose(random, 0.5);
        EXPECT_LE(gapAlongLastAxis(PlacedPair(a.polytope, {}, b, pose), memory), 0);  // nothing is known
        for (int step = 0; step < kSteps / 5; ++step, ++steps) {
            pose.rotation = turn(randomPoint(random), 0.02) * pose.rotation;
            pose.translation =
                1.5 * Vec3(std::cos(step * 0.02), std::sin(step * 0.013), std::sin(step * 0.01));
            const PlacedPair pair(a.polytope, {}, b, pose);
            const Real gap = gapAlongLastAxis(pair, memory);
            const ClosestFeatures answer = findClosestFeatures(pair, memory);
            if (!(gap > 0)) continue;
            ++proven;
            ASSERT_LE(gap, answer.distance) << a.name << ", " << step;
        }
    }
    EXPECT_GT(proven, steps / 4);
}

TEST(CoherentMotion, SlowMotionWalksLessThanOneStepMore) {
    Random random(22);
    const Polytope a = polytopeOf(roundPoints(random, 128)), b = polytopeOf(roundPoints(random, 128));
    FeatureMemory memory;
    Pose pose{Matrix3::Identity(), {2.3, 0, 0}};
    for (int step = 0; step < kSteps; ++step) {
        pose.rotation = turn({0.3, 0.2, 1}, 0.001) * pose.rotation;
        EXPECT_GT(findClosestFeatures(a, {}, b, pose, memory).distance, 0);
    }
    EXPECT_LT(memory.counters.steps, 2 * memory.counters.queries);  // the first one finds nothing changed
}

/// Boxes and prisms face to face with a minute tilt, for which Lin and Canny's walk cycles.
TEST(CoherentMotion, NearlyParallelFacesEndCertified) {
    const Polytope shapes[] = {polytopeOf(boxPoints({1, 1, 0.5})), polytopeOf(prismPoints(16, 1, 0.5))};
    Random random(23);
    for (const Polytope& shape : shapes) {
        FeatureCounters sum;
        for (int trial = 0; trial < 10 * kSteps; ++trial) {
            const Real tilt = std::pow(10, uniform(random, -16, -5));
            Pose pose{turn(randomPoint(random), tilt) * turn({0, 0, 1}, uniform(random, 0, 1)), {}};
            pose.translation =
                Vec3(uniform(random, -1, 1), uniform(random, -1, 1), 1.0 + uniform(random, 0.01, 0.1));
            FeatureMemory memory;
            const ClosestFeatures answer = findClosestFeatures(shape, {}, shape, pose, memory);
            const PlacedPair pair(shape, {}, shape, pose);
            const Witnesses w = findWitnesses(pair, exhaustiveFeatures(pair));
            ASSERT_NEAR(answer.distance, (w.onA - w.onB).norm(), 1e-13) << trial;
            sum.uncertified += memory.counters.uncertified;
            sum.exhaustive += memory.counters.exhaustive;
            sum.cycles += memory.counters.cycles;
        }
        EXPECT_EQ(sum.uncertified, 0u);
        RecordProperty("cycles", static_cast<int>(sum.cycles));
        RecordProperty("exhaustive", static_cast<int>(sum.exhaustive));
    }
}

}  // namespace
}  // namespace ricochet::test
