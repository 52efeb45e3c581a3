#include "demos/mesh_files/child_answer.h"

#include "tests/support/build_kind.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <unistd.h>

namespace ricochet {
namespace {

constexpr ChildLimits kLimits = {20, 64 << 20};

TEST(ChildAnswer, ReturnsTheChildsResult) {
    const std::string large(3'000'000, 'x');
    EXPECT_EQ(answerOfChild(kLimits, [&] { return large + "y"; }).value(), large + "y");
    EXPECT_EQ(answerOfChild(kLimits, [] { return std::string(); }).value(), "");
}

TEST(ChildAnswer, DoesNotAffectThisProcess) {
    int here = 0;
    EXPECT_TRUE(answerOfChild(kLimits, [&] { return std::to_string(++here); }).has_value());
    EXPECT_EQ(here, 0);
}

TEST(ChildAnswer, ACrashAndAnExceptionGiveOneSentence) {
    EXPECT_EQ(answerOfChild(kLimits,
                            []() -> std::string {
                                raise(SIGSEGV);
                                return "";
                            })
                  .error(),
              "its reader crashed");
    EXPECT_EQ(answerOfChild(kLimits, []() -> std::string { std::abort(); }).error(), "its reader crashed");
    EXPECT_EQ(answerOfChild(kLimits, []() -> std::string { throw std::runtime_error("no"); }).error(),
              "its reader gave up");
}

TEST(ChildAnswer, AnEndlessLoopIsEnded) {
    const ChildLimits limits = {0.2, 64 << 20};
    EXPECT_EQ(answerOfChild(limits,
                            []() -> std::string {
                                for (;;) pause();
                            })
                  .error(),
              "its reader took too long");
}

TEST(ChildAnswer, MemoryIsLimited) {
    if (test::kIsSlowBuild) return;  // sanitizers take all address space
    EXPECT_EQ(answerOfChild(kLimits, [] { return std::string(std::size_t{1} << 30, 'x'); }).error(),
              "its reader ran out of memory");
}

}  // namespace
}  // namespace ricochet
