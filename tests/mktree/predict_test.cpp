#include "algorithms/mktree/predict.h"

#include "algorithms/geometry/closest_points.h"
#include "algorithms/mktree/paper_pipeline.h"
#include "tests/mktree/oracle.h"
#include "tests/support/build_kind.h"

#include <numbers>

namespace ricochet::mktree::test {
namespace {

TEST(MkTreePredict, AgreesWithDenseSamplesAndBisection) {
    const TemporaryFolder folder;
    const Objects objects = clutter(21, 120);
    const auto tree = builtTree(objects, folder.file("w"), {.leafTriangles = 60});
    const WholeWorld world = whole(objects);
    const BruteWorld brute(*world.mesh);
    const std::shared_ptr<Mesh> bodies[] = {torusMesh(0.2, 0.08, 10, 6),
                                            boxMesh(Vec3(-0.2, -0.1, -0.05), Vec3(0.3, 0.1, 0.2))};
    Random random(5);
    int hits = 0, asked = 0, starts = 0;
    constexpr int kSamplesOfAScrew = 400;
    constexpr int kScrews = ricochet::test::kIsSlowBuild ? 200 : 600;
    for (int i = 0; i < kScrews; ++i) {
        const MovingBody body(bodies[i % 2]);
        const Pose pose{random.rotation(), random.point(5)};
        const ScrewMotion screw = randomScrew(random, i / 2, pose.translation);
        const auto answer = predict(*tree, body, pose, screw);
        ASSERT_TRUE(answer) << answer.error();
        const Truth truth = sampled(brute, *bodies[i % 2], pose, screw, kSamplesOfAScrew);
        ++asked;
        hits += answer->has_value();
        if (truth.time == Real(0)) {
            ASSERT_TRUE(*answer && (*answer)->startsInContact) << i;
            ++starts;
            continue;
        }
        if (truth.time) {
            ASSERT_TRUE(*answer) << i << ": missed " << *truth.time;
            EXPECT_FALSE((*answer)->startsInContact);
            EXPECT_LE((*answer)->contact.time, *truth.time + 1e-12) << i;
        }
        if (!*answer) continue;
        // The samples may have missed this contact: the two faces must touch at its time.
        const SweptContact& contact = (*answer)->contact;
        if (!truth.time || contact.time < *truth.time - 1e-9) {
            EXPECT_LT((contact.onA - contact.onB).norm(), 1e-9) << i;
            const Pose then = poseAt(pose, screw, contact.time);
            const Triangle a = transformTriangle(then, bodies[i % 2]->triangle(contact.faces.faceA));
            const Triangle b = triangleNamed(world, (*answer)->part, contact.faces.faceB);
            EXPECT_LT(closestPoints(a, b).distanceSquared, 1e-16) << i;
        }
        EXPECT_NEAR(contact.normal.norm(), 1, 1e-9);
    }
    EXPECT_GT(hits, asked * 3 / 10);
    EXPECT_LT(hits, asked * 9 / 10);
    EXPECT_GT(starts, kScrews / 120);
}

/// A box slides over a deck, along an axis and turned about its normal, at a gap.
class Sliding : public testing::TestWithParam<Real> {};

Objects deckWithStep(bool hasStep) {
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
    constexpr Index kCells = 8;
    for (Index i = 0; i <= kCells; ++i) {
        for (Index j = 0; j <= kCells; ++j) vertices.emplace_back(0.5 * i, 0.5 * j, 1);
    }
    for (Index i = 0; i < kCells; ++i) {
        for (Index j = 0; j < kCells; ++j) {
            const Index a = i * (kCells + 1) + j, b = a + kCells + 1;
            faces.push_back({a, b, b + 1});
            faces.push_back({a, b + 1, a + 1});
        }
    }
    Objects objects = {objectOf(*makeMesh(vertices, faces), 0)};
    if (hasStep) objects.push_back(objectOf(*boxMesh(Vec3(3, 1, 1), Vec3(3.5, 3, 2)), 1));
    return objects;
}

TEST_P(Sliding, TouchesOnlyTheStep) {
    const Real gap = GetParam();
    const TemporaryFolder folder;
    const auto deck = builtTree(deckWithStep(false), folder.file("deck"), {.leafTriangles = 20});
    const auto step = builtTree(deckWithStep(true), folder.file("step"), {.leafTriangles = 20});
    const MovingBody body(boxMesh(Vec3(-0.25, -0.25, 0), Vec3(0.25, 0.25, 0.5)));
    const Pose pose{Matrix3::Identity(), Vec3(0.75, 2, 1 + gap)};
    const Real height = (1 + gap) - 1;  // as rounded to double
    for (int turn = 0; turn < 4; ++turn) {
        // Along x; along x while it turns about z; along a diagonal; a circle about a point beside it.
        ScrewMotion screw{pose.translation, Vec3::UnitX(), 0, 2.25};
        if (turn == 1) screw = {Vec3(0.75, 2.0, 0), Vec3::UnitZ(), 1, 0};
        if (turn == 2) screw.axis = Vec3(1, 0.25, 0).normalized();
        if (turn == 3) screw = {Vec3(2, 2, 0), Vec3::UnitZ(), 5, 0};
        const auto over = predict(*deck, body, pose, screw);
        ASSERT_TRUE(over);
        EXPECT_EQ(over->has_value(), height == 0) << gap << " " << turn;
        if (height == 0) {
            EXPECT_TRUE((*over)->startsInContact);
            continue;
        }
        if (turn == 1 || turn == 3) continue;
        const auto first = predict(*step, body, pose, screw);
        ASSERT_TRUE(first && *first) << gap << " " << turn;
        EXPECT_EQ((*first)->part, 1u);
        EXPECT_FALSE((*first)->startsInContact);
        const Real expected = 2.0 / (screw.rise * screw.axis.x());
        EXPECT_NEAR((*first)->contact.time, expected, 1e-12);
        EXPECT_GT((*first)->contact.normal.dot(Vec3(-1, 0, 0)), 0.5);
    }
}

TEST_P(Sliding, ParallelEdgesPass) {
    // Two boxes' edges along y pass one another, above or beside.
    const Real gap = GetParam();
    const TemporaryFolder folder;
    const auto tree = builtTree({objectOf(*boxMesh(Vec3(0, 0, 0), Vec3(1, 1, 1)), 0)}, folder.file("box"));
    const MovingBody body(boxMesh(Vec3(-0.5, -0.25, 0), Vec3(0, 1.25, 0.5)));
    for (int turn = 0; turn < 3; ++turn) {
        const Pose pose{Matrix3::Identity(), Vec3(-0.5, 0, 1 + gap)};
        ScrewMotion screw{Vec3(0, 0, 0), Vec3::UnitX(), 0, 2.5};
        if (turn == 1) screw.axis = Vec3(1, 0.5, 0).normalized();
        if (turn == 2) screw.axis = Vec3(1, 0, gap / 4).normalized();
        const auto first = predict(*tree, body, pose, screw);
        ASSERT_TRUE(first);
        EXPECT_EQ(first->has_value(), (1 + gap) - 1 == 0) << gap << " " << turn;
        if (*first) {
            EXPECT_NEAR((*first)->contact.time * screw.rise * screw.axis.x(), 0.5, 1e-12);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Gaps, Sliding,
                         testing::Values(0., 1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3));

/// Every vertex of each of two convex meshes is on its own side of the plane of contact.
void expectSeparates(const Mesh& a, const Pose& poseA, const Mesh& b, const SweptContact& contact) {
    constexpr Real kRounding = 1e-6;  // metres
    for (const Vec3& v : a.vertices()) {
        EXPECT_GE(contact.normal.dot(transformPoint(poseA, v) - contact.onB), -kRounding);
    }
    for (const Vec3& v : b.vertices()) EXPECT_LE(contact.normal.dot(v - contact.onB), kRounding);
}

/// By both methods.
std::vector<Prediction> predictions(const MkTree& tree, const MovingBody& body, const Pose& pose,
                                    const ScrewMotion& screw) {
    std::vector<Prediction> found;
    for (const auto& first :
         {predict(tree, body, pose, screw), predictByPaper(tree, body, pose, screw, {})}) {
        EXPECT_TRUE(first && *first);
        if (first && *first) found.push_back(**first);
    }
    return found;
}

TEST(MkTreePredictNormal, OfFlushCubesIsAgainstTheMotion) {
    const TemporaryFolder folder;
    const auto tree = builtTree({objectOf(*boxMesh(Vec3(0, 0, 0), Vec3(1, 1, 1)), 0)}, folder.file("box"));
    const MovingBody body(boxMesh(Vec3(0, 0, 0), Vec3(1, 1, 1)));
    for (const int cells : {8, 10}) {
        for (int i = 1 - cells; i < cells; ++i) {
            for (int j = 1 - cells; j < cells; ++j) {
                const Pose pose{Matrix3::Identity(), Vec3(-2, Real(i) / cells, Real(j) / cells)};
                for (const Prediction& first :
                     predictions(*tree, body, pose, {Vec3::Zero(), Vec3::UnitX(), 0, 2})) {
                    EXPECT_NEAR(first.contact.normal.x(), -1, 1e-9) << pose.translation.transpose();
                    EXPECT_NEAR(first.contact.time, 0.5, 1e-12);
                }
            }
        }
    }
}

TEST(MkTreePredictNormal, SeparatesConvexBodies) {
    const TemporaryFolder folder;
    const auto boxB = boxMesh(Vec3(0, 0, 0), Vec3(1, 1, 1)), boxA = boxMesh(Vec3(0, 0, 0), Vec3(1, 0.5, 1.5));
    const auto tree = builtTree({objectOf(*boxB, 0)}, folder.file("box"));
    const MovingBody body(boxA);
    Random random(7);
    int hits = 0;
    for (int i = 0; i < 4000; ++i) {
        // On a grid, where edges and corners meet, or anywhere; straight, or turning too.
        Pose pose;
        for (int k = 0; k < 3; ++k) pose.translation[k] = 0.25 * (Real(random.below(25)) - 12);
        ScrewMotion screw{pose.translation, Vec3::Zero(), 0, 8};
        for (int k = 0; k < 3; ++k) screw.axis[k] = Real(random.below(3)) - 1;
        if (i % 4 == 3) pose.rotation = random.rotation();
        if (i % 4 >= 2 || screw.axis.isZero()) screw.axis = random.direction();
        if (i % 8 >= 5) screw.angle = random.real(0, 3);
        screw.axis.normalize();
        const auto first = predict(*tree, body, pose, screw);
        ASSERT_TRUE(first);
        if (!*first || (*first)->startsInContact) continue;
        ++hits;
        for (const Prediction& found : predictions(*tree, body, pose, screw)) {
            expectSeparates(*boxA, poseAt(pose, screw, found.contact.time), *boxB, found.contact);
        }
        if (testing::Test::HasFailure()) {
            FAIL() << "trial " << i << ", at " << pose.translation.transpose() << ", along "
                   << screw.axis.transpose();
        }
    }
    EXPECT_GT(hits, 200);
}

TEST(MkTreePredictNormal, InACornerIsThatOfAWall) {
    // A cube meets three walls at once.
    const TemporaryFolder folder;
    const auto tree = builtTree({objectOf(*boxMesh(Vec3(-1, -1, -1), Vec3(0, 3, 3)), 0),
                                 objectOf(*boxMesh(Vec3(-1, -1, -1), Vec3(3, 0, 3)), 1),
                                 objectOf(*boxMesh(Vec3(-1, -1, -1), Vec3(3, 3, 0)), 2)},
                                folder.file("corner"));
    const MovingBody body(boxMesh(Vec3(0, 0, 0), Vec3(1, 1, 1)));
    const ScrewMotion screw{Vec3::Zero(), Vec3(-3, -2, -2).normalized(), 0, 3};
    const Pose pose{Matrix3::Identity(), -2 * screw.axis};
    for (const Prediction& first : predictions(*tree, body, pose, screw)) {
        EXPECT_NEAR(first.contact.normal.maxCoeff(), 1, 1e-9) << first.contact.normal.transpose();
    }
}

TEST(MkTreePredictSpecial, HandlesStaticBodies) {
    const TemporaryFolder folder;
    const auto tree = builtTree({objectOf(*boxMesh(Vec3(0, 0, 0), Vec3(1, 1, 1)), 0)}, folder.file("box"));
    const MovingBody body(boxMesh(Vec3(-0.5, -0.5, -0.5), Vec3(0.5, 0.5, 0.5)));
    const ScrewMotion none{};
    EXPECT_FALSE(*predict(*tree, body, {Matrix3::Identity(), Vec3(2, 0, 0)}, none));
    const auto touching = predict(*tree, body, {Matrix3::Identity(), Vec3(1.5, 0, 0)}, none);
    ASSERT_TRUE(*touching);
    EXPECT_TRUE((*touching)->startsInContact);
    EXPECT_FALSE(
        *predict(*builtTree({}, folder.file("empty")), body, {}, {Vec3::Zero(), Vec3::UnitX(), 1, 1}));
}

TEST(MkTreePredictSpecial, FindsAContactOnAFarAxisToTheLastDigits) {
    const TemporaryFolder folder;
    const auto tree = builtTree({objectOf(*boxMesh(Vec3(0, -5, -5), Vec3(1, 5, 5)), 0)}, folder.file("box"));
    const MovingBody body(boxMesh(Vec3(-0.25, -0.25, -0.25), Vec3(0.25, 0.25, 0.25)));
    const Pose pose{Matrix3::Identity(), Vec3(-1.25, 0, 0)};
    for (Real far : {1e3, 1e6, 1e9}) {
        // The upper right corner goes along a circle of radius far - 0.25 about an axis above: it is at x = 0
        // when it has gone 1 m in x.
        const ScrewMotion screw{Vec3(-1.25, far, 0), Vec3::UnitZ(), 2 / far, 0};
        const auto first = predict(*tree, body, pose, screw);
        ASSERT_TRUE(*first);
        Real earliest = 1;
        for (Real y : {-0.25, 0.25}) {
            const Real radius = std::hypot(far - y, 0.25);
            const Real angle = std::asin(1.25 / radius) - std::atan2(0.25, far - y);
            earliest = std::min(earliest, angle / screw.angle);
        }
        EXPECT_NEAR((*first)->contact.time, earliest, 1e-9 * std::max(1.0, far / 1e6)) << far;
    }
}

TEST(MkTreePredictSpecial, FindsContactsTenMillionMetresAwayUpToTheRoundingThere) {
    const TemporaryFolder folder;
    constexpr Real kFar = 1e7, kRounding = 1e-7;  // metres
    const Vec3 at(kFar, -kFar, kFar);
    const auto tree = builtTree({objectOf(*boxMesh(at, at + Vec3(1, 1, 1)), 0)}, folder.file("far"));
    const MovingBody body(boxMesh(Vec3(-0.25, -0.25, -0.25), Vec3(0.25, 0.25, 0.25)));
    const Pose pose{Matrix3::Identity(), at + Vec3(-1.25, 0.5, 0.5)};
    // Straight: contact after one metre of two.
    const auto straight = *predict(*tree, body, pose, {Vec3::Zero(), Vec3::UnitX(), 0, 2});
    ASSERT_TRUE(straight);
    EXPECT_NEAR(straight->contact.time, 0.5, kRounding);
    // Just past it, rotating about its own axis, it meets nothing; a tenth nearer it does.
    const ScrewMotion past{at, Vec3::UnitX(), 0, 9};
    EXPECT_FALSE(*predict(*tree, body, {Matrix3::Identity(), at + Vec3(-2, 1.2501, 0.5)}, past));
    EXPECT_TRUE(*predict(*tree, body, {Matrix3::Identity(), at + Vec3(-2, 1.1501, 0.5)}, past));
    const Vec3 beside = at + Vec3(-0.3, 0.5, 0.5);
    const auto turning = *predict(*tree, body, {Matrix3::Identity(), beside},
                                  {beside, Vec3::UnitZ(), std::numbers::pi / 2, 0});
    ASSERT_TRUE(turning);  // a corner at radius 0.25 √2; the face is 0.3 away
    const Real angle = std::numbers::pi / 4 - std::acos(0.3 / (0.25 * std::numbers::sqrt2));
    EXPECT_NEAR(turning->contact.time, angle / (std::numbers::pi / 2), 10 * kRounding);
}

TEST(MkTreePredictSpecial, GivesTheSameResultFromAnyCache) {
    const TemporaryFolder folder;
    const Objects objects = clutter(21, 120);
    const auto tree = builtTree(objects, folder.file("w"), {.leafTriangles = 60});
    const auto small = MkTree::open(folder.file("w"), {.cacheBytes = 1}).value();
    const auto other =
        builtTree(objects, folder.file("o"), {.leafTriangles = 300, .rule = SplitRule::leastOverlap});
    const MovingBody body(torusMesh(0.2, 0.08, 10, 6));
    Random random(6);
    int hits = 0;
    for (int i = 0; i < 100; ++i) {
        const Pose pose{random.rotation(), random.point(5)};
        const ScrewMotion screw = randomScrew(random, i, pose.translation);
        const auto a = *predict(*tree, body, pose, screw);
        for (const MkTree* t : {small.get(), other.get()}) {
            const auto b = *predict(*t, body, pose, screw);
            ASSERT_EQ(a.has_value(), b.has_value());
            if (!a) continue;
            EXPECT_NEAR(a->contact.time, b->contact.time, 1e-13);
            EXPECT_EQ(a->startsInContact, b->startsInContact);
            ++hits;
        }
    }
    EXPECT_GT(hits, 60);
}

TEST(MkTreePredictSpecial, EndsForMotionsOfAnyLength) {
    const TemporaryFolder folder;
    const auto tree = builtTree({objectOf(*boxMesh(Vec3(0, 0, 0), Vec3(1, 1, 1)), 0)}, folder.file("box"));
    const MovingBody cube(boxMesh(Vec3(-0.25, -0.25, -0.25), Vec3(0.25, 0.25, 0.25)));
    const MovingBody point(makeMesh({Vec3::Zero(), Vec3::Zero(), Vec3::Zero()}, {{0, 1, 2}}));
    const Pose pose{Matrix3::Identity(), Vec3(-1.25, 0.5, 0.5)};
    for (const MovingBody* const body : {&cube, &point}) {
        const Real gap = body == &cube ? 1 : 1.25;
        for (const Real length : {1e9, 1e15, 1e20, 1e39}) {
            const auto there = predict(*tree, *body, pose, {Vec3::Zero(), Vec3::UnitX(), 0, length});
            ASSERT_TRUE(there && *there) << length;
            EXPECT_NEAR((*there)->contact.time * length, gap, 0.01 + length * 1e-9) << length;
            EXPECT_FALSE(*predict(*tree, *body, pose, {Vec3::Zero(), Vec3::UnitX(), 0, -length})) << length;
        }
    }
    // About an axis as far away.
    EXPECT_TRUE(predict(*tree, cube, pose, {Vec3(0, 1e39, 0), Vec3::UnitZ(), 3, 1e39}));
}

TEST(MkTreePredictSpecial, AWholeTurnIsEnoughWithoutAShift) {
    const TemporaryFolder folder;
    // Two doors on the same hinge: one turns away from the other.
    const auto door =
        makeMesh({Vec3(1, 0, 0), Vec3(2, 0, 0), Vec3(2, 0, 1), Vec3(1, 0, 1)}, {{0, 1, 2}, {0, 2, 3}});
    const auto tree = builtTree({objectOf(*door, 0)}, folder.file("door"));
    const MovingBody body(door);
    constexpr Real kTurn = 2 * std::numbers::pi;
    for (const Real gap : {1e-12, 1e-6, 1e-2}) {  // radians
        const Matrix3 rotation = Eigen::AngleAxis<Real>(gap, Vec3::UnitZ()).toRotationMatrix();
        const ScrewMotion screw{Vec3::Zero(), Vec3::UnitZ(), kMostRadians, 0};
        const auto first = predict(*tree, body, {rotation, Vec3::Zero()}, screw);
        ASSERT_TRUE(first && *first) << gap;
        EXPECT_FALSE((*first)->startsInContact);
        EXPECT_NEAR((*first)->contact.time * kMostRadians, kTurn - gap, 1e-9) << gap;
        const auto byPaper = predictByPaper(*tree, body, {rotation, Vec3::Zero()}, screw);
        ASSERT_TRUE(byPaper && *byPaper) << gap;
        EXPECT_NEAR((*byPaper)->contact.time, (*first)->contact.time, 1e-12);
    }
    PredictCounters counters;
    const ScrewMotion above{Vec3::Zero(), Vec3::UnitZ(), kMostRadians, 0};
    EXPECT_FALSE(*predict(*tree, body, {Matrix3::Identity(), Vec3(0, 0, 1.5)}, above, {}, &counters));
    EXPECT_LT(counters.slices, 20u);  // quarter turns, some of them halved
}

TEST(MkTreePredictSpecial, EndsAfterAsManyBoxTestsAsTheSettingsAllow) {
    const TemporaryFolder folder;
    const auto tree = builtTree({objectOf(*boxMesh(Vec3(0, 0, 0), Vec3(1, 1, 1)), 0)}, folder.file("box"));
    const MovingBody body(boxMesh(Vec3(-0.25, -0.25, -0.25), Vec3(0.25, 0.25, 0.25)));
    const Pose pose{Matrix3::Identity(), Vec3(-0.5, 0.5, 0.5)};
    const ScrewMotion screw{pose.translation, Vec3::UnitX(), 0, 0.5};
    PredictCounters counters;
    ASSERT_TRUE(predict(*tree, body, pose, screw, {}, &counters));
    const std::uint64_t needed = counters.boxTests;
    EXPECT_TRUE(predict(*tree, body, pose, screw, {.mostBoxTests = needed}, &counters));
    const auto ended = predict(*tree, body, pose, screw, {.mostBoxTests = needed - 1}, &counters);
    ASSERT_FALSE(ended);
    EXPECT_EQ(ended.error(),
              "the first contact of a motion takes too many box tests: divide the motion into shorter ones");
}

TEST(MkTreePredictBadInput, GivesOneSentence) {
    const TemporaryFolder folder;
    const auto tree = builtTree({objectOf(*boxMesh(Vec3(0, 0, 0), Vec3(1, 1, 1)), 0)}, folder.file("box"));
    const MovingBody body(boxMesh(Vec3(0, 0, 0), Vec3(1, 1, 1)));
    const ScrewMotion fine{Vec3::Zero(), Vec3::UnitX(), 1, 1};
    ScrewMotion motion = fine;
    motion.rise = std::numeric_limits<Real>::infinity();
    EXPECT_FALSE(predict(*tree, body, {}, motion));
    motion = fine;
    motion.angle = -1;
    EXPECT_FALSE(predict(*tree, body, {}, motion));
    motion = fine;
    motion.axis = Vec3::Zero();
    EXPECT_FALSE(predict(*tree, body, {}, motion));
    motion = fine;
    motion.angle = kMostRadians + 1;
    EXPECT_EQ(predict(*tree, body, {}, motion).error(), "a motion turns by more than 100,000 radians");
    motion = fine;
    motion.point.y() = 1e41;
    EXPECT_EQ(predict(*tree, body, {}, motion).error(), "a pose or a motion is not finite, or beyond 1e40");
    const Pose scaled{1.1 * Matrix3::Identity(), Vec3::Zero()}, mirrored{-Matrix3::Identity(), Vec3::Zero()};
    for (const Pose& pose : {scaled, mirrored}) {
        EXPECT_EQ(predict(*tree, body, pose, fine).error(), "a pose's matrix is not a rotation");
        EXPECT_EQ(predictByPaper(*tree, body, pose, fine).error(), "a pose's matrix is not a rotation");
    }
}

}  // namespace
}  // namespace ricochet::mktree::test
