#include "algorithms/swept/rigid_contact.h"

#include "algorithms/geometry/closest_points.h"
#include "tests/swept/closed_form_contact.h"
#include "tests/swept/moving_pairs.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ricochet {
namespace {

constexpr FeatureKind kRigidKinds[] = {FeatureKind::vertexFace, FeatureKind::edgeEdge};

/// A feature of either body, both of which shift and turn.
struct Case {
    RigidMotion motionA, motionB;
    RigidPair pair;

    Case(Random& random, FeatureKind kind, Real turn)
        : motionA(test::passingMotion(random, 1, 0.1, turn)),
          motionB(test::passingMotion(random, 0.2, 0.1, turn)),
          pair{kind, &motionA, &motionB, {}} {
        const int firstOfB = LinearPair{kind, {}, {}}.firstOfB();
        for (int i = 0; i < 4; ++i) {
            pair.corners[static_cast<std::size_t>(i)] =
                pathOf(i < firstOfB ? motionA : motionB, randomPoint(random, i == 0 ? 0.2 : 1));
        }
    }
    Case(const Case&) = delete;

    Real distanceAt(Real time) const {
        const Moment a = momentOf(motionA, time), b = momentOf(motionB, time);
        const auto& c = pair.corners;
        if (pair.kind == FeatureKind::edgeEdge) {
            return std::sqrt(closestPoints(c[0].at(a), c[1].at(a), c[2].at(b), c[3].at(b)).distanceSquared);
        }
        return (closestPoint({c[1].at(b), c[2].at(b), c[3].at(b)}, c[0].at(a)) - c[0].at(a)).norm();
    }
};

/// By samples: the first time at which the distance is at most `gap`, or nearly the lowest point of a dip
/// that goes below it between two samples.
std::optional<Real> sampledRigidTouch(const Case& c, Real gap, int samples) {
    for (int i = 0; i <= samples; ++i) {
        if (c.distanceAt(Real(i) / samples) <= gap) return Real(i) / samples;
    }
    return std::nullopt;
}

class RigidContact : public testing::TestWithParam<Real> {};

TEST_P(RigidContact, IsNeverLateAndHardlyEarly) {
    Random random(41);
    constexpr Real kGap = 0.1;
    for (FeatureKind kind : kRigidKinds) {
        HitRate hits;
        for (int i = 0; i < 500; ++i) {
            const Case c(random, kind, GetParam());
            const auto found = firstTouch(c.pair, {0, 1}, {.gap = kGap});
            const auto sampled = sampledRigidTouch(c, kGap, 400);
            hits.count(found.has_value());
            if (sampled) {
                ASSERT_TRUE(found);
                EXPECT_LE(*found, *sampled);
            }
            if (found) {
                EXPECT_LT(c.distanceAt(*found), kGap + 1e-5);
            }
        }
        EXPECT_TRUE(hits.isBetween(0.1, 0.7)) << hits.value();
    }
}

/// The end of the stretch before the first touch, by halving between two samples.
Real refined(const Case& c, Real gap, Real before, Real after) {
    for (int i = 0; i < 40; ++i) {
        const Real middle = 0.5 * (before + after);
        (c.distanceAt(middle) > gap ? before : after) = middle;
    }
    return before;
}

TEST_P(RigidContact, IsWithinAMillionthOfTheStep) {
    Random random(42);
    constexpr Real kGap = 0.01;
    constexpr int kSamples = 400;
    int compared = 0;
    for (FeatureKind kind : kRigidKinds) {
        for (int i = 0; i < 300; ++i) {
            const Case c(random, kind, GetParam());
            const auto found = firstTouch(c.pair, {0, 1}, {.gap = kGap});
            const auto sampled = sampledRigidTouch(c, kGap, kSamples);
            const Real before = sampled.value_or(0) - 1.0 / kSamples;
            // Another touch before, too short for the samples to see, belongs to another test.
            if (!found || !sampled || *found < before) continue;
            EXPECT_NEAR(*found, refined(c, kGap, std::max(Real(0), before), *sampled), 1e-6);
            ++compared;
        }
    }
    EXPECT_GT(compared, 80);
}

TEST_P(RigidContact, DoesNotDependOnTheQueryDistance) {
    Random random(43);
    for (FeatureKind kind : kRigidKinds) {
        for (int i = 0; i < 200; ++i) {
            const Case c(random, kind, GetParam());
            const auto found = firstTouch(c.pair, {0, 1}, {.gap = 0.05});
            if (!found) continue;
            EXPECT_EQ(firstTouch(c.pair, {0, 1}, {.gap = 0.05, .end = *found}), found);
            EXPECT_EQ(firstTouch(c.pair, {0, 1}, {.gap = 0.05, .end = 0.5 + *found / 2}), found);
            if (*found > 0) {
                EXPECT_EQ(firstTouch(c.pair, {0, 1}, {.gap = 0.05, .end = 0.9 * *found}), std::nullopt);
            }
        }
    }
}

TEST(ClosedFormContact, FindsEveryRoot) {
    Random random(44);
    int roots = 0;
    for (int i = 0; i < 600; ++i) {
        const auto any = [&] { return uniform(random, -1, 1); };
        const Real angle = uniform(random, 0.01, 3.1);
        const TurningHeight height{0.3 * any(), any(), any(), any(), angle};
        const TurningVolume volume{any(), any(), any(), 2 * any(), any(), 2 * any(), angle};
        const auto check = [&](const auto& f) {
            const Times found = f.roots();
            for (Real t : found) EXPECT_NEAR(f(t), 0, 1e-12);
            constexpr int kSamples = 2000;
            std::size_t changes = 0;
            for (int s = 0; s < kSamples; ++s) {
                changes += (f(Real(s) / kSamples) < 0) != (f(Real(s + 1) / kSamples) < 0);
            }
            EXPECT_GE(found.size(), changes);
            roots += static_cast<int>(changes);
        };
        check(height);
        check(volume);
    }
    EXPECT_GT(roots, 500);
}

INSTANTIATE_TEST_SUITE_P(Turns, RigidContact, testing::Values(0, 0.8, 3.1));

class TurningContact : public testing::TestWithParam<Real> {};

TEST_P(TurningContact, IsAtTheFirstRootOfTheClosedForm) {
    Random random(45);
    for (FeatureKind kind : kRigidKinds) {
        HitRate hits;
        for (int i = 0; i < 3000; ++i) {
            Case c(random, kind, GetParam());
            c.motionB = standing({});
            for (std::size_t k = kind == FeatureKind::vertexFace ? 1 : 2; k < 4; ++k) {
                c.pair.corners[k] = pathOf(c.motionB, randomPoint(random, 1));
            }
            const auto expected = test::closedFormTouch(c.pair), found = firstTouch(c.pair, {0, 1});
            ASSERT_EQ(found.has_value(), expected.has_value()) << i;
            hits.count(found.has_value());
            if (!found) continue;
            EXPECT_LE(*found, *expected + 1e-14);
            EXPECT_GE(*found, *expected - 1e-6);
        }
        EXPECT_TRUE(hits.isBetween(0.05, 0.7)) << hits.value();
    }
}

INSTANTIATE_TEST_SUITE_P(Turns, TurningContact, testing::Values(0.1, 0.8, 3.1));

TEST(RigidContact, FindsBothPassesOfAVertexThatSwingsThroughAFace) {
    // A pendulum's end goes down through the plane z = 0 at 60 degrees and comes up again at 120.
    RigidMotion swing = standing({});
    swing.axis = Vec3::UnitY();
    swing.angle = M_PI;
    const RigidMotion face = standing({Matrix3::Identity(), Vec3(0, 0, -std::sqrt(0.75))});
    RigidPair pair{FeatureKind::vertexFace, &swing, &face, {}};
    pair.corners = {pathOf(swing, Vec3(1, 0, 0)), pathOf(face, Vec3(-9, -9, 0)), pathOf(face, Vec3(9, -9, 0)),
                    pathOf(face, Vec3(0, 9, 0))};
    const auto down = firstTouch(pair, {0, 1});
    ASSERT_TRUE(down);
    EXPECT_NEAR(*down, 1.0 / 3, 1e-6);
    EXPECT_LE(*down, 1.0 / 3);
    const auto up = firstTouch(pair, {0.5, 1});
    ASSERT_TRUE(up);
    EXPECT_NEAR(*up, 2.0 / 3, 1e-6);
    EXPECT_EQ(firstTouch(pair, {0.35, 0.65}), std::nullopt);
}

TEST(RigidContact, AScrewTouchesAtTheTimeGivenByItsPitch) {
    RigidMotion screw = standing({});
    screw.axis = Vec3::UnitZ();
    screw.angle = 2;
    screw.translation = Vec3(0, 0, 1);
    const RigidMotion ceiling = standing({Matrix3::Identity(), Vec3(0, 0, 0.25)});
    RigidPair pair{FeatureKind::vertexFace, &screw, &ceiling, {}};
    pair.corners = {pathOf(screw, Vec3(1, 0, 0)), pathOf(ceiling, Vec3(-9, -9, 0)),
                    pathOf(ceiling, Vec3(9, -9, 0)), pathOf(ceiling, Vec3(0, 9, 0))};
    const auto found = firstTouch(pair, {0, 1});
    ASSERT_TRUE(found);
    EXPECT_NEAR(*found, 0.25, 1e-6);
    EXPECT_LE(*found, 0.25);
}

}  // namespace
}  // namespace ricochet
