#include "algorithms/stencil/detector.h"
#include "algorithms/stencil/interval_test.h"
#include "tests/stencil/scenes.h"
#include "tests/support/build_kind.h"

#include <gmock/gmock.h>

namespace ricochet::stencil {
namespace {

using namespace ricochet::test;
using testing::HasSubstr;

/// Pairs of all kinds of scene in turn, so that neighbouring slices have different meshes.
class StencilBatch : public testing::Test {
protected:
    void SetUp() override {
        auto made = Detector::create();
        ASSERT_TRUE(made) << made.error();
        detector_ = *made;
        for (const Case& c : stencilScenes()) {
            spreads_.push_back(c.spread);
            for (const SharedMesh& mesh : {c.a, c.b}) meshes_.push_back(*detector_->upload(mesh));
        }
    }

    std::vector<DetectorQuery> queries(std::size_t count, int pixels, unsigned seed = 71) const {
        Random random(seed);
        std::vector<DetectorQuery> made;
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t scene = i % spreads_.size();
            const auto [poseA, poseB] = randomPoses(random, spreads_[scene]);
            made.push_back({meshes_[2 * scene].get(), poseA, meshes_[2 * scene + 1].get(), poseB,
                            randomView(random, poseA, poseB, 1.8, pixels)});
        }
        return made;
    }

    CollisionMap truthOf(const DetectorQuery& q, Real growth) const {
        const View view = withDepthRange(q.view, q.a->mesh(), q.poseA, q.b->mesh(), q.poseB, growth);
        return intervalMap(q.a->mesh(), q.poseA, q.b->mesh(), q.poseB, view, growth);
    }

    std::shared_ptr<Detector> detector_;
    std::vector<std::shared_ptr<const DrawnMesh>> meshes_;
    std::vector<Real> spreads_;
};

int differing(const CollisionMap& found, const CollisionMap& truth) {
    int count = 0;
    for (std::size_t i = 0; i < truth.cases.size(); ++i) {
        count += isCollision(found.cases[i]) != isCollision(truth.cases[i]);
    }
    return count;
}

TEST_F(StencilBatch, MapsAgreeWithTheIntervalTest) {
    const auto asked = queries(kIsSlowBuild ? 7 : 37, 64);
    for (const DetectorSettings& settings :
         {DetectorSettings{}, DetectorSettings{.method = Method::simplified},
          DetectorSettings{.undecided = Undecided::blending}, DetectorSettings{.growth = 0.03},
          DetectorSettings{.drawsBothAtOnce = false, .firstCapacity = 1}}) {
        const auto answers = detector_->detect(asked, settings);
        ASSERT_TRUE(answers) << answers.error();
        ASSERT_EQ(answers->size(), asked.size());
        HitRate hits;
        int listed = 0;
        for (std::size_t i = 0; i < asked.size(); ++i) {
            const Answer& answer = (*answers)[i];
            const CollisionMap truth = truthOf(asked[i], settings.growth);
            EXPECT_EQ(differing(answer.map, truth), 0) << i;
            const bool collides = std::any_of(truth.cases.begin(), truth.cases.end(), isCollision);
            EXPECT_EQ(answer.collides, collides) << i;
            hits.count(collides);
            listed += answer.usedLists || answer.usedBlending;
        }
        EXPECT_TRUE(kIsSlowBuild || hits.isBetween(0.25, 0.75)) << hits.value();
        EXPECT_GT(listed, 0);
        EXPECT_TRUE(kIsSlowBuild || listed < static_cast<int>(asked.size()));
    }
}

TEST_F(StencilBatch, AnswersAreThoseOfSingleCalls) {
    const auto asked = queries(kIsSlowBuild ? 6 : 30, 32);
    const auto answers = detector_->detect(asked, {.wholeMap = false});
    ASSERT_TRUE(answers) << answers.error();
    for (std::size_t i = 0; i < asked.size(); ++i) {
        const DetectorQuery& q = asked[i];
        const auto single = detector_->detect(*q.a, q.poseA, *q.b, q.poseB, q.view);
        ASSERT_TRUE(single) << single.error();
        EXPECT_EQ((*answers)[i].collides, single->collides) << i;
        EXPECT_TRUE((*answers)[i].map.cases.empty());
    }
}

TEST_F(StencilBatch, ImagesAreReusedOnlyWhileNoSolidAHasMoved) {
    auto asked = queries(9, 32);
    for (int step = 0; step < 4; ++step) {
        // B moves; in the third step one of the A's, too.
        for (DetectorQuery& q : asked) q.poseB.translation.x() += 0.05;
        if (step == 2) asked[4].poseA.translation.y() += 0.1;
        const auto answers = detector_->detect(asked, {});
        ASSERT_TRUE(answers) << answers.error();
        for (std::size_t i = 0; i < asked.size(); ++i) {
            EXPECT_EQ(differing((*answers)[i].map, truthOf(asked[i], 0)), 0) << step << ", " << i;
        }
    }
}

TEST_F(StencilBatch, MoreThanFitInTheImagesAreDrawnInParts) {
    const auto asked = queries(Detector::kMostPixelsAtOnce / (1024 * 1024) + 1, 1024);
    const auto answers = detector_->detect(asked, {.wholeMap = false});
    ASSERT_TRUE(answers) << answers.error();
    ASSERT_EQ(answers->size(), asked.size());
    for (const std::size_t i : {std::size_t{0}, asked.size() - 1}) {
        const DetectorQuery& q = asked[i];
        EXPECT_EQ((*answers)[i].collides, detector_->detect(*q.a, q.poseA, *q.b, q.poseB, q.view)->collides);
    }
}

TEST_F(StencilBatch, ViewsOfDifferentSizesAreRefusedAndNoneIsNone) {
    auto asked = queries(3, 32);
    EXPECT_TRUE(detector_->detect(std::span<const DetectorQuery>(), {})->empty());
    asked[2].view.pixels = 64;
    const auto answers = detector_->detect(asked, {});
    ASSERT_FALSE(answers);
    EXPECT_THAT(answers.error(), HasSubstr("Views of 32 and of 64 pixels per side"));
    asked[2].view.pixels = 33;
    EXPECT_THAT(detector_->detect(asked, {}).error(), HasSubstr("must be a power of two"));
}

}  // namespace
}  // namespace ricochet::stencil
