#include "demos/baselines/answer.h"

#include <gtest/gtest.h>

namespace ricochet::baselines {
namespace {

TEST(Answer, ExactCountsAreEqualAtEachPose) {
    EXPECT_FALSE(contradiction({3, 0, 5}, Answer::exact, {3, 0, 5}));
    const auto found = contradiction({3, 0, 5}, Answer::exact, {3, 1, 4});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->pose, 1u);
    EXPECT_EQ(found->exact, 0u);
    EXPECT_EQ(found->other, 1u);
}

TEST(Answer, FirstIsOneIfThereIsAny) {
    EXPECT_FALSE(contradiction({3, 0}, Answer::first, {1, 0}));
    EXPECT_TRUE(contradiction({3, 0}, Answer::first, {3, 0}));
    EXPECT_TRUE(contradiction({3, 0}, Answer::first, {0, 0}));
    EXPECT_TRUE(contradiction({3, 0}, Answer::first, {1, 1}));
}

TEST(Answer, SomeAreBetweenOneAndAll) {
    EXPECT_FALSE(contradiction({3, 3, 0}, Answer::candidates, {1, 5, 2}));
    EXPECT_TRUE(contradiction({3}, Answer::candidates, {0}));
}

TEST(Answer, RoundedOnesMayDifferByAFractionOfAllPairs) {
    EXPECT_FALSE(contradiction({1000, 1000}, Answer::rounded, {1001, 1001}));
    const auto found = contradiction({1000, 1000}, Answer::rounded, {1003, 1000});
    ASSERT_TRUE(found);
    EXPECT_FALSE(found->pose);
    EXPECT_EQ(found->other, 2003u);
    EXPECT_FALSE(contradiction({1000}, Answer::roundedToFloat, {1010}));
    EXPECT_TRUE(contradiction({1000}, Answer::roundedToFloat, {989}));
    EXPECT_TRUE(contradiction({0}, Answer::rounded, {1}));
}

TEST(Answer, OthersAreNotCompared) { EXPECT_FALSE(contradiction({3}, Answer::other, {900})); }

TEST(Answer, PosesDoneByOneOnlyAreIgnored) {
    EXPECT_FALSE(contradiction({3, 4, 5}, Answer::exact, {3}));
    EXPECT_FALSE(contradiction({3, 4, 5}, Answer::rounded, {3}));
}

}  // namespace
}  // namespace ricochet::baselines
