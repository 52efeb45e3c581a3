#include "algorithms/mktree/paper_steps.h"

#include "algorithms/mktree/moving_body.h"
#include "algorithms/mktree/predict.h"
#include "tests/mktree/oracle.h"

#include <gmock/gmock.h>

namespace ricochet::mktree::test {
namespace {

using testing::ElementsAre;

MovingSphere randomSphere(Random& random) {
    ScrewMotion screw{random.point(3), random.direction(), random.real(0, 9), random.real(-5, 5)};
    if (random.below(4) == 0) screw.angle = 0;
    if (random.below(4) == 0) screw.rise = 0;
    return {random.point(4), random.real(0.05, 0.4), screw};
}

constexpr int kSamples = 2000;

Vec3 centreAt(const MovingSphere& sphere, Real time) { return screwed(sphere.screw, sphere.centre, time); }

TEST(SphereBox, GivesTheTimesInTheGrownBox) {
    Random random(3);
    int hits = 0;
    for (int i = 0; i < 500; ++i) {
        const MovingSphere sphere = randomSphere(random);
        Aabb box;
        box.include(random.point(5));
        box.include(random.point(5));
        const Aabb grownBox = grown(box, sphere.radius);
        const auto interval = sphereBox(sphere, box, {0, 1});
        for (int k = 0; k <= kSamples; ++k) {
            const Real time = Real(k) / kSamples;
            if (!grownBox.contains(centreAt(sphere, time))) continue;
            ASSERT_TRUE(interval) << i;
            EXPECT_LE(interval->begin, time + 1e-12);
            EXPECT_GE(interval->end, time - 1e-12);
        }
        if (!interval) continue;
        ++hits;
        for (Real end : {interval->begin, interval->end}) {
            EXPECT_TRUE(grown(grownBox, 1e-9).contains(centreAt(sphere, end)));
        }
    }
    EXPECT_GT(hits, 100);
    EXPECT_LT(hits, 450);
}

TEST(SphereSphere, FindsEachInterval) {
    Random random(4);
    int several = 0, hits = 0;
    for (int i = 0; i < 500; ++i) {
        const MovingSphere sphere = randomSphere(random);
        const Vec3 centre = random.point(4);
        const Real radius = random.real(1.5, 4);
        const auto list = sphereSphere(sphere, centre, radius, {0, 1});
        for (int k = 0; k <= kSamples; ++k) {
            const Real time = Real(k) / kSamples;
            const Real gap = (centreAt(sphere, time) - centre).norm() - sphere.radius - radius;
            if (std::abs(gap) < 1e-9) continue;
            const bool isInside = std::ranges::any_of(
                list, [&](const TimeInterval& t) { return t.begin <= time && time <= t.end; });
            ASSERT_EQ(isInside, gap < 0) << i << " at " << time;
        }
        several += list.size() > 1;
        hits += !list.empty();
    }
    EXPECT_GT(several, 8);
    EXPECT_GT(hits, 60);
    EXPECT_LT(hits, 450);
}

TEST(SphereTree, LosesNoLeafWithOrWithoutSplitTrees) {
    const TemporaryFolder folder;
    const Objects objects = clutter(8, 400);
    std::uint64_t with = 0, without = 0, dropped = 0, all = 0;
    for (SplitRule rule : {SplitRule::surfaceArea, SplitRule::leastOverlap}) {
        const auto tree = builtTree(objects, folder.file("w"), {.leafTriangles = 40, .rule = rule});
        std::vector<Aabb> boxes(tree->directory().leaves.size());
        std::vector<LeafPointer> leaves;
        for (Index i = 0; i < boxes.size(); ++i) leaves.push_back(tree->leaf(i).value());
        Random random(5);
        for (int i = 0; i < 100; ++i) {
            const MovingSphere sphere = randomSphere(random);
            SphereTreeCounters counters;
            const auto candidates = sphereTree(*tree, sphere, true, &counters);
            with += candidates.size();
            without += sphereTree(*tree, sphere, false).size();
            dropped += counters.dropped;
            all += leaves.size();
            // Whatever object the sphere's box comes to, its leaf is there, at that time.
            for (int k = 0; k <= 100; ++k) {
                const Real time = k / 100.;
                const Vec3 centre = centreAt(sphere, time);
                for (const LeafPointer& leaf : leaves) {
                    for (const Leaf::Fragment& fragment : leaf->fragments) {
                        if (!grown(fragment.box.box(), 0.999 * sphere.radius).contains(centre)) continue;
                        const auto it = std::ranges::find(candidates, leaf->number, &CandidateLeaf::leaf);
                        ASSERT_NE(it, candidates.end()) << i;
                        EXPECT_LE(it->interval.begin, time + 1e-12);
                        EXPECT_GE(it->interval.end, time - 1e-12);
                    }
                }
            }
        }
    }
    EXPECT_LE(with, without);
    EXPECT_GT(dropped, 0u);
    EXPECT_LT(with, all / 2);
}

TEST(SphereLeaf, ContainsEachPredictedContact) {
    const TemporaryFolder folder;
    const auto tree = builtTree(clutter(8, 200), folder.file("w"), {.leafTriangles = 60});
    const MovingBody body(torusMesh(0.2, 0.08, 10, 6));
    Random random(6);
    int contacts = 0;
    for (int i = 0; i < 150; ++i) {
        MovingSphere sphere = randomSphere(random);
        sphere.radius = body.nodes[0].radius;
        const Pose pose{Matrix3::Identity(), sphere.centre - body.nodes[0].centre};
        const auto first = *predict(*tree, body, pose, sphere.screw);
        if (!first) continue;
        ++contacts;
        bool isHeld = false;
        for (const CandidateLeaf& candidate : sphereTree(*tree, sphere)) {
            const LeafPointer leaf = tree->leaf(candidate.leaf).value();
            for (const TimeInterval& t : sphereLeaf(*leaf, sphere, candidate.interval)) {
                isHeld |= t.begin <= first->contact.time + 1e-9 && first->contact.time <= t.end + 1e-9;
            }
        }
        EXPECT_TRUE(isHeld) << i;
    }
    EXPECT_GT(contacts, 50);
}

TEST(SphereLeaf, MergesIntervalsThatOverlap) {
    Leaf leaf;
    for (float x : {1.F, 1.5F, 5.F}) leaf.spheres.push_back({{x, 0, 0}, 0.5F});
    const MovingSphere sphere{Vec3::Zero(), 0.5, {Vec3::Zero(), Vec3::UnitX(), 0, 10}};
    const auto list = sphereLeaf(leaf, sphere, {0, 1});
    ASSERT_EQ(list.size(), 2u);
    EXPECT_NEAR(list[0].begin, 0, 1e-12);
    EXPECT_NEAR(list[0].end, 0.25, 1e-12);
    EXPECT_NEAR(list[1].begin, 0.4, 1e-12);
    EXPECT_NEAR(list[1].end, 0.6, 1e-12);
}

}  // namespace
}  // namespace ricochet::mktree::test
