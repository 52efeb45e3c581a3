#include "algorithms/closest_features/convex_contact.h"

#include "algorithms/brute_force/brute_force.h"
#include "algorithms/closest_features/clipping.h"
#include "tests/closest_features/polytopes.h"
#include "tests/support/build_kind.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace ricochet::test {
namespace {

std::shared_ptr<const ConvexModel> modelOf(const std::vector<Vec3>& points) {
    return ConvexContact().buildConvex(points).value();
}

/// Two bodies with their memory.
struct ConvexPair {
    ConvexPair(std::shared_ptr<const ConvexModel> first, std::shared_ptr<const ConvexModel> second)
        : a(std::move(first)), b(std::move(second)) {}

    std::shared_ptr<const ConvexModel> a, b;
    Real restGap = 0, minimumQueryDistance = 0.01;
    PairMemory memory;
    PersistentContacts contacts;

    const std::vector<ContactPoint>& find(const Pose& poseA, const Pose& poseB) {
        PairInput input;
        input.a.convex = a.get();
        input.b.convex = b.get();
        input.a.pose = poseA;
        input.b.pose = poseB;
        input.step.restGap = restGap;
        input.step.minimumQueryDistance = minimumQueryDistance;
        ConvexContact().findContacts(BruteForce(), input, {}, memory, contacts);
        return contacts.points;
    }
};

Pose at(const Vec3& place, Real angle = 0, const Vec3& axis = Vec3::UnitZ()) {
    return {Eigen::AngleAxis<Real>(angle, axis.normalized()).toRotationMatrix(), place};
}

// Metres: a side is clipped at most this far beyond its boundary, a hundred-thousandth of the smaller body.
constexpr Real kBeside = 2.5e-5;

Real deepestOf(const std::vector<ContactPoint>& points) {
    Real minimum = std::numeric_limits<Real>::infinity();
    for (const ContactPoint& point : points) minimum = std::min(minimum, point.distance);
    return minimum;
}

TEST(ConvexContact, ABoxOnABoxTouchesWithFourCorners) {
    for (const Real gap : {-0.01, 0.0, 0.004}) {
        ConvexPair pair{modelOf(boxPoints({0.5, 0.5, 0.25})), modelOf(boxPoints({2, 2, 0.5}))};
        const auto& points = pair.find(at({0.3, 0.2, 0.75 + gap}, 0.4), at(Vec3::Zero()));
        ASSERT_EQ(points.size(), 4u) << gap;
        for (const ContactPoint& point : points) {
            EXPECT_NEAR(point.distance, gap, 1e-12);
            EXPECT_NEAR((point.normal - Vec3::UnitZ()).norm(), 0, 1e-12);
            EXPECT_NEAR(std::abs(point.localOnA.x()), 0.5, kBeside);
            EXPECT_NEAR(std::abs(point.localOnA.y()), 0.5, kBeside);
            EXPECT_NEAR((point.onA - point.onB - gap * point.normal).norm(), 0, 1e-12);
        }
        EXPECT_EQ(pair.contacts.patches.size(), 1u);
    }
}

TEST(ConvexContact, CrossedPlanksTouchInTheirCommonArea) {
    ConvexPair pair{modelOf(boxPoints({2, 0.1, 0.1})), modelOf(boxPoints({0.1, 2, 0.1}))};
    const auto& points = pair.find(at({0, 0, 0.2}), at(Vec3::Zero()));
    ASSERT_EQ(points.size(), 4u);
    for (const ContactPoint& point : points) {
        EXPECT_NEAR(std::abs(point.onA.x()), 0.1, kBeside);
        EXPECT_NEAR(std::abs(point.onA.y()), 0.1, kBeside);
    }
}

TEST(ConvexContact, ABoxOnItsEdgeTouchesWithTheEdgesEnds) {
    ConvexPair pair{modelOf(boxPoints({0.5, 0.5, 0.5})), modelOf(boxPoints({2, 2, 0.5}))};
    const auto& points =
        pair.find(at({0, 0, 0.5 + std::sqrt(0.5)}, std::numbers::pi / 4, Vec3::UnitY()), at(Vec3::Zero()));
    ASSERT_EQ(points.size(), 2u);
    for (const ContactPoint& point : points) EXPECT_NEAR(std::abs(point.onA.y()), 0.5, 1e-9);
}

TEST(ConvexContact, ABoxOnItsCornerTouchesOnce) {
    ConvexPair pair{modelOf(boxPoints({0.5, 0.5, 0.5})), modelOf(boxPoints({2, 2, 0.5}))};
    const Matrix3 turn = Eigen::AngleAxis<Real>(std::acos(-std::sqrt(1 / 3.0)), Vec3(-1, 1, 0).normalized())
                             .toRotationMatrix();
    const auto& points = pair.find({turn, Vec3(0, 0, 0.5 + std::sqrt(0.75) + 0.001)}, at(Vec3::Zero()));
    ASSERT_EQ(points.size(), 1u);
    EXPECT_NEAR(points[0].distance, 0.001, 1e-12);
}

TEST(ConvexContact, CrossedEdgesTouchOnce) {
    ConvexPair pair{modelOf(boxPoints({0.5, 0.5, 0.5})), modelOf(boxPoints({0.5, 0.5, 0.5}))};
    const Real halfDiagonal = std::sqrt(0.5), quarter = std::numbers::pi / 4;
    const auto& points = pair.find(at({0, 0, 2 * halfDiagonal + 0.002}, quarter, Vec3::UnitX()),
                                   at(Vec3::Zero(), quarter, Vec3::UnitY()));
    ASSERT_EQ(points.size(), 1u);
    EXPECT_NEAR(points[0].distance, 0.002, 1e-12);
    EXPECT_NEAR((points[0].normal - Vec3::UnitZ()).norm(), 0, 1e-9);
}

TEST(ConvexContact, TheDeepestContactIsAsDeepAsTheClosestFeatures) {
    const auto all = allPolytopes();
    Random random(61);
    HitRate hits;
    const int trials = kIsSlowBuild ? 200 : 1000;
    for (int trial = 0; trial < trials; ++trial) {
        const auto any = [&]() -> const Polytope& {
            return all[static_cast<std::size_t>(pick(random, static_cast<int>(all.size())))].polytope;
        };
        const Polytope &a = any(), &b = any();
        if (a.vertices.size() + b.vertices.size() > 400) continue;
        ConvexPair pair{modelOf(a.vertices), modelOf(b.vertices)};
        pair.restGap = 0.03;
        const Pose poseA = randomPose(random, 0.9), poseB = randomPose(random, 0.9);
        FeatureMemory memory;
        const ClosestFeatures truth = findClosestFeatures(a, poseA, b, poseB, memory);
        const auto& points = pair.find(poseA, poseB);
        // a side is as good as the features within a thousandth of the smaller body's size
        const Real tolerance = 2e-3 * std::min(pair.a->radius(), pair.b->radius()) + 1e-9;
        if (points.empty()) {
            EXPECT_GT(truth.distance, 0.03 + 0.01) << trial;
        } else {
            EXPECT_NEAR(deepestOf(points), truth.distance - 0.03, tolerance) << trial;
        }
        for (const ContactPoint& point : points) {
            EXPECT_NEAR(point.normal.dot(point.onA - point.onB), point.distance + 0.03, 1e-9);
            EXPECT_GT(point.normal.dot(truth.normal), -1e-6);
        }
        hits.count(!points.empty());
    }
    EXPECT_TRUE(hits.isBetween(0.3, 0.7)) << hits.value();
}

TEST(ConvexContact, BothOrdersTouchAtTheSamePlaces) {
    Random random(62);
    int compared = 0;
    for (int trial = 0; trial < 200; ++trial) {
        const auto a = modelOf(roundPoints(random, 30, {0.5, 0.4, 0.3})), b = modelOf(boxPoints({1, 1, 0.5}));
        ConvexPair ab{a, b}, ba{b, a};
        ab.minimumQueryDistance = ba.minimumQueryDistance = 0.05;
        const Pose poseA = at({0.1, 0.2, 0.5 + uniform(random, 0.2, 0.5)}, uniform(random, 0, 3), {1, 2, 3});
        const auto &one = ab.find(poseA, at(Vec3::Zero())), &other = ba.find(at(Vec3::Zero()), poseA);
        ASSERT_EQ(one.size(), other.size());
        for (std::size_t i = 0; i < one.size(); ++i) {
            ++compared;
            EXPECT_NEAR((one[i].normal + other[i].normal).norm(), 0, 1e-9);
            EXPECT_NEAR(deepestOf(one), deepestOf(other), 1e-12);
        }
    }
    EXPECT_GT(compared, 50);
}

TEST(ConvexContact, PersistentContactsKeepTheirHistory) {
    ConvexPair pair{modelOf(boxPoints({0.5, 0.5, 0.25})), modelOf(boxPoints({2, 2, 0.5}))};
    for (int step = 0; step < 100; ++step) {
        const Real tilt = 1e-3 * std::sin(0.7 * step);  // jitters, slides and turns
        Pose pose = at({0.01 * step, 0.2, 0.7505 + std::abs(tilt)}, 0.02 * step);
        pose.rotation = Eigen::AngleAxis<Real>(tilt, Vec3::UnitX()).toRotationMatrix() * pose.rotation;
        const auto& points = pair.find(pose, at(Vec3::Zero()));
        ASSERT_EQ(points.size(), 4u) << step;
        if (step == 0) continue;
        for (const ContactPoint& point : points) EXPECT_EQ(point.age, static_cast<Index>(step));
    }
}

TEST(ConvexContact, TheFirstContactInTheListAlternates) {
    ConvexPair pair{modelOf(boxPoints({0.5, 0.5, 0.25})), modelOf(boxPoints({2, 2, 0.5}))};
    std::set<std::uint64_t> first;
    for (int step = 0; step < 4; ++step)
        first.insert(pair.find(at({0, 0, 0.75}, 0.3), at(Vec3::Zero()))[0].key);
    EXPECT_EQ(first.size(), 4u);
}

TEST(ConvexContact, BodiesThatCannotHaveMetAreSkippedAndNoContactIsMissed) {
    Random random(67);
    HitRate spared;
    int touched = 0;
    for (int trial = 0; trial < 40; ++trial) {
        ConvexPair pair{modelOf(roundPoints(random, 30)), modelOf(boxPoints({0.5, 1, 0.5}))};
        PairInput input;
        input.a.convex = pair.a.get();
        input.b.convex = pair.b.get();
        input.step.minimumQueryDistance = pair.minimumQueryDistance;
        Vec3 place(3.2, uniform(random, -1, 1), 0);
        for (int step = 0; step < 100; ++step) {
            place.x() -= 0.02;
            input.a.pose = at(place, 0.05 * step, {1, 2, 3});
            input.b.pose = at(Vec3::Zero(), 0.03 * step, {3, -1, 2});
            const bool isSpared = ConvexContact().areStillApart(input, pair.memory);
            spared.count(isSpared);
            if (isSpared) {
                FeatureMemory fresh;
                const Polytope &a = static_cast<const ConvexPolytope&>(*pair.a).polytope(),
                               &b = static_cast<const ConvexPolytope&>(*pair.b).polytope();
                EXPECT_GT(findClosestFeatures(a, input.a.pose, b, input.b.pose, fresh).distance,
                          input.step.minimumQueryDistance);
            } else {
                touched += !pair.find(input.a.pose, input.b.pose).empty();
            }
        }
    }
    EXPECT_TRUE(spared.isBetween(0.2, 0.8)) << spared.value();
    EXPECT_GT(touched, 100);
}

TEST(ConvexContact, ASideSplitByRoundingIsOneSide) {
    Random random(63);
    for (int trial = 0; trial < 20; ++trial) {
        const Matrix3 turn = randomRotation(random);
        std::vector<Vec3> points;
        for (const Vec3& p : boxPoints({0.5, 0.7, 0.9})) {
            points.push_back((turn * p).cast<float>().cast<Real>());
        }
        const Polytope polytope = polytopeOf(points);
        const FlatSides sides = flatSides(polytope);
        ASSERT_EQ(sides.sides.size(), 6u);
        for (Index side = 0; side < 6; ++side) EXPECT_EQ(sides.cornersOf(side).size(), 4u);
        EXPECT_THAT(sides.sideOfFace, testing::Each(testing::Lt(6u)));
    }
}

TEST(ConvexContact, NoSideHasTooManyCorners) {
    const Polytope disc = polytopeOf(prismPoints(500, 1, 0.1));
    const FlatSides sides = flatSides(disc);
    Index maximum = 0;
    for (const FlatSides::Side& side : sides.sides) maximum = std::max(maximum, side.count);
    EXPECT_EQ(maximum, kMostCorners);
    std::set<Index> tops;
    for (Index vertex = 0; vertex < disc.vertices.size(); ++vertex) {
        if (disc.vertices[vertex].z() > 0) tops.insert(alignedSide(disc, sides, vertex, Vec3::UnitZ()));
    }
    EXPECT_EQ(tops.size(), 1u);
}

TEST(ConvexContact, SidesPointOutwardsAndTheirCornersAreCounterClockwise) {
    for (const NamedPolytope& each : allPolytopes()) {
        const FlatSides sides = flatSides(each.polytope);
        for (Index s = 0; s < sides.sides.size(); ++s) {
            const auto corners = sides.cornersOf(s);
            Vec3 area = Vec3::Zero();
            for (std::size_t k = 1; k + 1 < corners.size(); ++k) {
                const Vec3& base = each.polytope.vertices[corners[0]];
                area += (each.polytope.vertices[corners[k]] - base)
                            .cross(each.polytope.vertices[corners[k + 1]] - base);
            }
            EXPECT_GE(area.dot(sides.sides[s].normal), 0) << each.name;
        }
    }
}

// against a test of single points
TEST(ConvexContact, ClippingLeavesTheIntersection) {
    Random random(64);
    HitRate hits;
    const std::vector<Vec3> prism = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
    for (int trial = 0; trial < 500; ++trial) {
        const Vec3 centre = randomPoint(random, 1.5);
        const Real angle = uniform(random, 0, 6), size = uniform(random, 0.1, 2);
        std::vector<ClipCorner> polygon, spare;
        for (int k = 0; k < 3; ++k) {
            const Real turn = angle + 2 * std::numbers::pi * k / 3;
            polygon.push_back({centre + size * Vec3(std::cos(turn), std::sin(turn), 0.3 * std::cos(turn)),
                               static_cast<std::uint8_t>((k + 2) % 3), static_cast<std::uint8_t>(k)});
        }
        const auto triangle = polygon;
        clipToPrism(prism, Vec3::UnitZ(), 0, polygon, spare);
        std::set<std::pair<int, int>> names;
        for (const ClipCorner& corner : polygon) {
            EXPECT_LE(corner.point.head<2>().cwiseAbs().maxCoeff(), 1 + 1e-12);
            names.insert({corner.before, corner.after});
        }
        EXPECT_EQ(names.size(), polygon.size());
        const auto isIn = [](const std::vector<ClipCorner>& corners, const Vec3& p) {
            for (std::size_t k = 0; k < corners.size(); ++k) {
                const Vec3 &from = corners[k].point, &to = corners[(k + 1) % corners.size()].point;
                const Vec3 side = to - from, aside = p - from;
                if (side.x() * aside.y() - side.y() * aside.x() < 0) return false;
            }
            return !corners.empty();
        };
        for (int i = 0; i < 50; ++i) {
            const Vec3 p = randomPoint(random, 1.2);
            const bool isInBoth = p.head<2>().cwiseAbs().maxCoeff() <= 1 && isIn(triangle, p);
            EXPECT_EQ(isIn(polygon, p), isInBoth);
            hits.count(isInBoth);
        }
    }
    EXPECT_TRUE(hits.isBetween(0.05, 0.7)) << hits.value();
}

struct Degenerate {
    const char* name;
    std::vector<Vec3> points;
    Real lowest;  ///< metres below its origin
    std::size_t contacts;
};

TEST(ConvexContact, FlatThinAndSinglePointBodiesRestOnABox) {
    const std::vector<Degenerate> all = {
        {"square", {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}}, 0, 4},
        {"segment", {{-1, 0, 0}, {1, 0, 0}, {0.3, 0, 0}}, 0, 2},
        {"point", {{0, 0, 0}, {0, 0, 0}}, 0, 1},
        {"twice", {{-1, -1, 0}, {-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}, {0, 0, 1}, {0, 0, 1}}, 0, 4},
        {"plate", boxPoints({1, 1, 1e-6}), 1e-6, 4},
        {"needle", boxPoints({1, 1e-6, 1e-6}), 1e-6, 0},
    };
    for (const Degenerate& each : all) {
        for (const Real gap : {0.001, -0.001}) {
            ConvexPair pair{modelOf(each.points), modelOf(boxPoints({3, 3, 0.5}))};
            const auto& points = pair.find(at({0.1, 0.2, 0.5 + each.lowest + gap}, 0.3), at(Vec3::Zero()));
            ASSERT_FALSE(points.empty()) << each.name;
            if (each.contacts > 0) {
                EXPECT_EQ(points.size(), each.contacts) << each.name << gap;
            }
            for (const ContactPoint& point : points) {
                EXPECT_NEAR(point.distance, gap, 3e-6) << each.name;
                EXPECT_NEAR(point.normal.z(), 1, 1e-6) << each.name;
            }
        }
    }
}

TEST(ConvexContact, ABodyOfVeryManyVerticesRestsOnABox) {
    Random random(65);
    const std::vector<Vec3> sphere = roundPoints(random, kIsSlowBuild ? 5000 : 100000);
    const auto lowest = std::ranges::min_element(sphere, {}, [](const Vec3& p) { return p.z(); });
    ConvexPair pair{modelOf(sphere), modelOf(boxPoints({3, 3, 0.5}))};
    const auto& points = pair.find(at({0.1, 0.2, 1.499}), at(Vec3::Zero()));
    ASSERT_FALSE(points.empty());
    EXPECT_NEAR(deepestOf(points), 1.499 + lowest->z() - 0.5, 1e-9);
}

TEST(ConvexContact, InvalidBodiesAreRefusedWithAMessage) {
    const Real nan = std::numeric_limits<Real>::quiet_NaN();
    EXPECT_EQ(ConvexContact().buildConvex(std::vector<Vec3>{}).error(), "a polytope of no points");
    EXPECT_EQ(ConvexContact().buildConvex(std::vector<Vec3>{{0, 0, 0}, {0, nan, 0}}).error(),
              "point 1 is not finite");
    EXPECT_EQ(ConvexContact().buildConvex(std::vector<Vec3>{{1e200, 0, 0}}).error(), "it is too large");
}

TEST(ConvexContact, TheFirstContactIsNeverLateAndHardlyEarly) {
    Random random(66);
    HitRate hits;
    const auto all = allPolytopes();
    const int trials = kIsSlowBuild ? 40 : 300;
    for (int trial = 0; trial < trials; ++trial) {
        const Polytope& a = all[static_cast<std::size_t>(pick(random, 5))].polytope;
        const Polytope& b = all[static_cast<std::size_t>(pick(random, 5))].polytope;
        const auto modelA = modelOf(a.vertices), modelB = modelOf(b.vertices);
        SweptInput input;
        input.a.convex = modelA.get();
        input.b.convex = modelB.get();
        const Pose from = randomPose(random, 1), to = randomPose(random, 1);
        input.motionA =
            motionBetween({from.rotation, from.translation + Vec3(3, 0, 0)}, to, from.translation);
        input.motionA.centre = input.motionA.poseAt0.translation;
        input.motionA.translation =
            to.translation - input.motionA.poseAt0.translation + Vec3(uniform(random, -1, 2), 0, 0);
        input.motionB = standing(randomPose(random, 1));
        SweptSettings settings;
        settings.gap = 0.01;
        PairMemory memory;
        const auto met = ConvexContact().firstContact(BruteForce(), input, settings, memory);
        FeatureMemory features;
        const auto distanceAt = [&](Real time) {
            return findClosestFeatures(a, poseAt(input.motionA, time), b, poseAt(input.motionB, time),
                                       features)
                .distance;
        };
        hits.count(met && met->time > 0);
        if (met && met->time == 0) continue;
        const Real end = met ? met->time : 1;
        for (int i = 0; i < 100; ++i) EXPECT_GE(distanceAt(end * i / 100), 0.01 - 1e-9) << trial;
        if (met) {
            EXPECT_NEAR(distanceAt(met->time), 0.01, 1e-4) << trial;
        }
    }
    EXPECT_TRUE(hits.isBetween(0.3, 0.9)) << hits.value();
}

}  // namespace
}  // namespace ricochet::test
