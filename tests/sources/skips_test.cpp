// The closed list of what may leave a test out: a new skip fails here until its reason is listed.

#include "tests/sources/sources.h"

#include <gmock/gmock.h>

#include <map>
#include <regex>
#include <string>
#include <vector>

namespace ricochet::sources {
namespace {

/// What this machine or build lacks, and the statements by which tests are skipped for it.
struct Kind {
    const char* lacks;
    std::vector<std::string> skips;  ///< "file: statement"
};

const std::vector<Kind>& kinds() {
    static const std::vector<Kind> table = {
        {"labelled data; RICOCHET_REQUIRE_DATA=1 makes it a failure",
         {"tests/support/labelled_data.h: GTEST_SKIP() << no labelled data << name << (RICOCHET_DATA_DIR)"}},
        {"OpenGL",
         {"tests/app/frames_test.cpp: GTEST_SKIP() << outcome.error",
          "tests/narrow_phase/mesh_pairs_test.cpp: GTEST_SKIP() << kNoOpenGl",
          "tests/narrow_phase/tested.h: GTEST_SKIP() << kNoOpenGl",
          "tests/pictures/pictures_test.cpp: GTEST_SKIP() << writer.error()"}},
        {"OpenGL, or ffmpeg",
         {"tests/app/video_test.cpp: GTEST_SKIP() << missing",
          "tests/app/video_test.cpp: GTEST_SKIP() << missing",
          "tests/app/video_test.cpp: GTEST_SKIP() << missing"}},
        {"threads in Bullet",
         {"tests/threads/threads_test.cpp: GTEST_SKIP() << Bullet was built without threads"}},
        {"Linux", {"tests/geometry/executor_test.cpp: GTEST_SKIP() << whyThreadsCannotBeBound()"}},
        {"a library that is compared with",
         {"tests/baselines/baseline_table_test.cpp: "
          "GTEST_SKIP() << GetParam().name << : not installed when this was built"}},
        {"Xvfb, xdotool or the window",
         {"tests/app/CMakeLists.txt: SKIP_RETURN_CODE 77", "tests/app/in_window: exit 77",
          "tests/app/in_window: exit 77"}},
        {"the right to make files of other users",
         {"tests/preload/CMakeLists.txt: SKIP_RETURN_CODE 77", "tests/preload/CMakeLists.txt: exit 77"}},
        {"what the exit code of a test's program says", {"tests/exits: exit 77"}},
        {"three.js when it was configured, or a browser",
         {"tests/app/CMakeLists.txt: SKIP_RETURN_CODE 77",
          "tests/app/drop_test.cpp: GTEST_SKIP() << outcome.error", "tests/app/in_browser: exit 77",
          "tests/app/in_browser: exit 77", "tests/app/in_browser: exit 77"}},
        {"clang-format 14", {"tests/CMakeLists.txt: SKIP_RETURN_CODE 77", "tests/format/run: exit 77"}},
    };
    return table;
}

/// "file: statement", without quotation marks, of everything by which CTest or GoogleTest leaves a test out.
std::vector<std::string> skipsIn(const std::string& file, const std::string& text) {
    static const std::regex skip(
        R"(GTEST_SKIP\b[^;]*|SKIP_RETURN_CODE \d+|SKIP_REGULAR_EXPRESSION|(exit|return) 77\b|DISABLED( |_)\w+)");
    static const std::regex blanks(R"([\s\\"]+)");
    std::vector<std::string> found;
    const auto has = [&](const char* part) { return text.find(part) != std::string::npos; };
    if (!has("SKIP") && !has("77") && !has("DISABLED")) return found;  // regular expressions are slow
    for (std::sregex_iterator i(text.begin(), text.end(), skip); i != std::sregex_iterator(); ++i) {
        std::string statement = std::regex_replace(i->str(), blanks, " ");
        if (statement.back() == ' ') statement.pop_back();
        found.push_back(file + ": " + statement);
    }
    return found;
}

TEST(Skips, AreThoseOfTheClosedList) {
    std::vector<std::string> allowed, found;
    for (const Kind& kind : kinds()) allowed.insert(allowed.end(), kind.skips.begin(), kind.skips.end());
    forEachFile(RICOCHET_SOURCE_DIR, [&](const std::string& file, const std::string& text) {
        if (file.starts_with("tests/sources/")) return;
        const bool isTest = file.starts_with("tests/") || file.find("CMakeLists.txt") != std::string::npos;
        if (!isTest || file.ends_with(".md") || file.ends_with(".csv")) return;
        const std::vector<std::string> more = skipsIn(file, text);
        found.insert(found.end(), more.begin(), more.end());
    });
    EXPECT_THAT(found, testing::UnorderedElementsAreArray(allowed));
}

TEST(Skips, OfEveryFormAreFound) {
    for (const char* skip : {"GTEST_SKIP()", "GTEST_SKIP() << why", "SKIP_RETURN_CODE 9", "exit 77",
                             "return 77", "DISABLED_Slow", "DISABLED ON", "SKIP_REGULAR_EXPRESSION"}) {
        EXPECT_THAT(skipsIn("a", std::string("b; ") + skip + ";"),
                    testing::ElementsAre(std::string("a: ") + skip));
    }
    EXPECT_THAT(skipsIn("a", "GTEST_SKIP() << \"x\"    \\\n   << y;"),
                testing::ElementsAre("a: GTEST_SKIP() << x << y"));
    EXPECT_THAT(skipsIn("a", "exit 1; exit 770; skip();"), testing::IsEmpty());
}

}  // namespace
}  // namespace ricochet::sources
