#include "algorithms/mktree/paper_pipeline.h"

#include "algorithms/mktree/bounding_polyhedron.h"
#include "tests/mktree/oracle.h"
#include "tests/support/build_kind.h"

namespace ricochet::mktree::test {
namespace {

const PaperSettings kVariants[] = {{}, {.usesPolyhedra = true}, {.stopsInOrderOfTime = true}};

class PaperPipeline : public testing::Test {
protected:
    TemporaryFolder folder;
    Objects objects = clutter(21, 120);
    std::shared_ptr<const MkTree> tree =
        builtTree(objects, folder.file("w"), {.leafTriangles = 60, .polyhedra = true});
    std::shared_ptr<Mesh> mesh = torusMesh(0.2, 0.08, 10, 6);
    MovingBody body{mesh};
};

TEST_F(PaperPipeline, EachVariantAgreesWithTheTraversal) {
    constexpr int kScrews = ricochet::test::kIsSlowBuild ? 40 : 120;
    Random random(11);
    int hits = 0, starts = 0;
    for (int i = 0; i < kScrews; ++i) {
        const Pose pose{random.rotation(), random.point(5)};
        const ScrewMotion screw = randomScrew(random, i, pose.translation);
        const auto truth = *predict(*tree, body, pose, screw);
        for (const PaperSettings& settings : kVariants) {
            const auto found = predictByPaper(*tree, body, pose, screw, settings);
            ASSERT_TRUE(found) << found.error();
            ASSERT_EQ(found->has_value(), truth.has_value()) << i;
            if (!truth) continue;
            EXPECT_NEAR((*found)->contact.time, truth->contact.time, 1e-12) << i;
            EXPECT_EQ((*found)->startsInContact, truth->startsInContact);
        }
        hits += truth.has_value();
        starts += truth && truth->startsInContact;
    }
    EXPECT_GT(hits, 0.3 * kScrews);
    EXPECT_LT(hits, 0.9 * kScrews);
    EXPECT_GT(starts, 0);
}

TEST_F(PaperPipeline, AgreesWithDenseSamplesAndBisection) {
    const WholeWorld world = whole(objects);
    const BruteWorld brute(*world.mesh);
    Random random(12);
    int contacts = 0;
    constexpr int kScrews = ricochet::test::kIsSlowBuild ? 20 : 60;
    for (int i = 0; i < kScrews; ++i) {
        const Pose pose{random.rotation(), random.point(5)};
        const ScrewMotion screw = randomScrew(random, i, pose.translation);
        const Truth truth = sampled(brute, *mesh, pose, screw, 300);
        if (!truth.time) continue;
        ++contacts;
        for (const PaperSettings& settings : kVariants) {
            const auto found = *predictByPaper(*tree, body, pose, screw, settings);
            ASSERT_TRUE(found) << i;
            EXPECT_LE(found->contact.time, *truth.time + 1e-12) << i;
        }
    }
    EXPECT_GT(contacts, kScrews / 4);
}

TEST_F(PaperPipeline, EachStepReducesTheCandidates) {
    Random random(13);
    PaperCounters all, polyhedra, ordered;
    for (int i = 0; i < (ricochet::test::kIsSlowBuild ? 20 : 60); ++i) {
        const Pose pose{random.rotation(), random.point(5)};
        const ScrewMotion screw = randomScrew(random, i, pose.translation);
        ASSERT_TRUE(predictByPaper(*tree, body, pose, screw, kVariants[0], &all));
        ASSERT_TRUE(predictByPaper(*tree, body, pose, screw, kVariants[1], &polyhedra));
        ASSERT_TRUE(predictByPaper(*tree, body, pose, screw, kVariants[2], &ordered));
    }
    EXPECT_LT(all.leaves, all.candidates);
    EXPECT_GE(all.intervals, all.leaves);
    EXPECT_EQ(all.objects, 0u);
    EXPECT_GT(polyhedra.objectsApart, 0u);
    EXPECT_LT(polyhedra.objectsApart, polyhedra.objects);
    EXPECT_LT(ordered.facePairs, all.facePairs / 2);
    EXPECT_LT(ordered.blocksRead, all.blocksRead);
}

TEST_F(PaperPipeline, EndsAtTheRequestedTime) {
    Random random(14);
    int cut = 0;
    for (int i = 0; i < 60; ++i) {
        const Pose pose{random.rotation(), random.point(5)};
        const ScrewMotion screw = randomScrew(random, i, pose.translation);
        const auto whole = *predictByPaper(*tree, body, pose, screw);
        if (!whole || whole->startsInContact) continue;
        ++cut;
        PaperSettings settings;
        settings.end = 0.5 * whole->contact.time;
        EXPECT_FALSE(*predictByPaper(*tree, body, pose, screw, settings)) << i;
    }
    EXPECT_GT(cut, 10);
}

TEST(BoundingPolyhedron, IsATightBound) {
    std::vector<Plane> planes;
    for (int axis = 0; axis < 3; ++axis) {
        for (float side : {-1.F, 1.F}) {
            Plane plane{{0, 0, 0}, 2.F};
            plane.normal[static_cast<std::size_t>(axis)] = side;
            planes.push_back(plane);
        }
    }
    const auto cube = boundingPolyhedron(planes, Vec3(0.5, 0, 0));
    ASSERT_TRUE(cube);
    Aabb box;
    for (const StandingTriangle& t : cube->triangles) {
        for (const Vec3& v : t.corners) box.include(v);
    }
    EXPECT_TRUE(box.contains(Vec3(2, 2, 2)) && box.contains(Vec3(-2, -2, -2)));
    EXPECT_LT(box.max.maxCoeff(), 2 + 1e-5);
    EXPECT_TRUE(cube->isSurelyApart(std::vector<Vec3>{Vec3(2.1, 0, 0), Vec3(3, 5, 5)}));
    EXPECT_FALSE(cube->isSurelyApart(std::vector<Vec3>{Vec3(2.1, 0, 0), Vec3(-3, 0, 0)}));
    // Open to one side, or without a volume: none.
    planes.pop_back();
    EXPECT_FALSE(boundingPolyhedron(planes, Vec3::Zero()));
    planes.push_back({{0, 0, 1}, -2.F});
    EXPECT_FALSE(boundingPolyhedron(planes, Vec3(0, 0, -2)));
}

TEST_F(PaperPipeline, BadInputGivesOneSentence) {
    ScrewMotion motion{Vec3::Zero(), Vec3::UnitX(), 1, 1};
    motion.angle = -1;
    EXPECT_FALSE(predictByPaper(*tree, body, {}, motion));
    motion.angle = std::numeric_limits<Real>::quiet_NaN();
    EXPECT_FALSE(predictByPaper(*tree, body, {}, motion));
}

}  // namespace
}  // namespace ricochet::mktree::test
