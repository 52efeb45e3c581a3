#include "tests/app/program_outcome.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace ricochet::app {
namespace {

using testing::HasSubstr;

TEST(ManPage, HasEverySubcommandAndItsOptions) {
    const Outcome outcome = runWith({"--man"});
    ASSERT_EQ(outcome.exitCode, 0) << outcome.error;
    EXPECT_THAT(outcome.out, testing::StartsWith(".TH RICOCHET 1 "));
    for (const char* section : {"NAME", "SYNOPSIS", "SUBCOMMANDS", "EXIT STATUS"}) {
        EXPECT_THAT(outcome.out, HasSubstr(std::string("\n.SH ") + section + "\n"));
    }
    for (const char* line : {".SS \"ricochet run SCENE [OPTION]...\"", ".SS \"ricochet mktree build ",
                             ".B \\-\\-save\\-scene TEXT"}) {
        EXPECT_THAT(outcome.out, HasSubstr(line));
    }
    EXPECT_THAT(outcome.out, testing::Not(HasSubstr("bash\\-completion")));
}

/// A line of text that begins with a dot would be a command.
TEST(ManPage, HasOnlyCommandsThatManKnows) {
    std::istringstream page(runWith({"--man"}).out);
    for (std::string line; std::getline(page, line);) {
        if (!line.starts_with('.') && !line.starts_with('\'')) continue;
        EXPECT_THAT(line.substr(0, 3), testing::AnyOf(".TH", ".SH", ".SS", ".TP", ".B ")) << line;
    }
}

TEST(BashCompletion, HasSubcommandsOptionsAndValues) {
    const std::string text = runWith({"--bash-completion"}).out;
    EXPECT_THAT(text, HasSubstr("complete -o default -F _ricochet ricochet\n"));
    EXPECT_THAT(text, HasSubstr("'') words='list run drop compare "));
    EXPECT_THAT(text, HasSubstr("'run --joints') words='held free' ;;"));
    EXPECT_THAT(text, HasSubstr("mktree) words='build "));
}

}  // namespace
}  // namespace ricochet::app
