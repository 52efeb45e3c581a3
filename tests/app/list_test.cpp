#include "plugin/backends.h"
#include "tests/app/program_outcome.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

namespace ricochet::app {
namespace {

using testing::HasSubstr;

std::string pageOfParameters() {
    std::ifstream file("docs/parameters.md");
    return {std::istreambuf_iterator<char>(file), {}};
}

TEST(List, DescribesTheParametersOfANarrowPhase) {
    const Outcome outcome = runWith({"list", "obb-tree"});
    EXPECT_EQ(outcome.exitCode, 0);
    EXPECT_THAT(outcome.out, HasSubstr("obb-tree  binary tree"));
    for (const ParameterInfo& info : findBackend("obb-tree")->parameters) {
        EXPECT_THAT(outcome.out, HasSubstr(info.name));
        EXPECT_THAT(outcome.out, HasSubstr(info.about));
    }
    EXPECT_THAT(runWith({"list", "pipes"}).out, HasSubstr("pipes  "));
    EXPECT_THAT(runWith({"list", "dbvt"}).out, HasSubstr("dbvt  "));
    EXPECT_THAT(runWith({"list", "sweep-and-prune"}).out, HasSubstr("automatic, from-scratch, lists"));
    EXPECT_EQ(
        runWith({"list", "nosuch"}).error,
        "ricochet: there is no scene, narrow phase or broad phase 'nosuch'; `ricochet list` lists them\n");
}

TEST(List, ThePageOfParametersIsWhatTheProgramPrints) {
    const std::string page = pageOfParameters(), printed = runWith({"list", "--markdown"}).out;
    ASSERT_FALSE(printed.empty());
    EXPECT_THAT(page, testing::EndsWith(printed))
        << "docs/parameters.md ends with the output of `ricochet list --markdown`";
}

}  // namespace
}  // namespace ricochet::app
