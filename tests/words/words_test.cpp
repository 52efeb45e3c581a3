#include "tests/words/words.h"

#include "tests/words/table.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>

namespace ricochet::words {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Words, NamesAndPagesUseTheFieldsTerms) { EXPECT_THAT(violations(RICOCHET_SOURCE_DIR), IsEmpty()); }

TEST(Words, EachWordOfTheTableIsFound) {
    for (const Row& row : rows()) {
        for (const std::string& phrase : row.not_) {
            const std::string claim = "It has a " + phrase + " here.\n";
            const std::string name = "int " + phrase.substr(0, phrase.find(' ')) + "_" +
                                     phrase.substr(phrase.find(' ') + 1) + "Of;";
            EXPECT_THAT(violationsIn("a.cpp", "// " + claim), IsEmpty()) << "a comment is free";
            if (row.where == Where::namesAndPages) {
                EXPECT_THAT(violationsIn("a.md", claim), testing::Contains(HasSubstr(phrase + "; say: ")));
            }
            EXPECT_THAT(violationsIn("a.cpp", name), testing::Contains(HasSubstr("; say: " + row.but)));
        }
    }
}

TEST(Words, AreFoundInEveryFormOfIdentifiers) {
    for (const std::string name :
         {"rim", "Rim", "kRim", "rim_", "isNearRim", "rim_speed", "RIM_SPEED", "HTTPRim", "rim2"}) {
        EXPECT_THAT(violationsIn("a.h", "int x = 0;\nint " + name + " = 1;\n"),
                    ElementsAre(HasSubstr("a.h:2: rim; say: ")))
            << name;
    }
}

TEST(Words, InsideOtherWordsAreIgnored) {
    EXPECT_THAT(violationsIn("a.cpp", "auto primitive = trim(away, always, guardian, HighwayTest, foreach);"),
                IsEmpty());
}

TEST(Words, APhraseIsFoundAcrossLinesAndCapitals) {
    EXPECT_THAT(violationsIn("a.md", "On the far\nside."), ElementsAre(HasSubstr("a.md:1: far side")));
    EXPECT_THAT(violationsIn("a.cpp", "int dropFarSides;"), ElementsAre(HasSubstr("far sides")));
    EXPECT_THAT(violationsIn("a.cpp", "areFar(side);"), IsEmpty());
}

TEST(Words, OrdinaryEnglishIsFreeInSentencesAndInTestsNames) {
    EXPECT_THAT(violationsIn("a.md", "Who wanted it that way? It is kept somewhere."), IsEmpty());
    EXPECT_THAT(violationsIn("a.md", "Within a millimetre."), IsEmpty());
    EXPECT_THAT(violationsIn("a.cpp", "f(\"within 1 mm\");  // within 1 mm"), IsEmpty());
    EXPECT_THAT(violationsIn("a.cpp", "TEST_F(Suite, StaysWithinItsBox) {}"), IsEmpty());
    EXPECT_THAT(violationsIn("a.cpp", "f(1'000, within);"), ElementsAre(HasSubstr("within")));
    EXPECT_THAT(violationsIn("a.md", "`areWithin` asks."), ElementsAre(HasSubstr("within")));
}

TEST(Words, ExceptionsHoldInTheirPhraseOnly) {
    for (const Exception& exception : exceptions()) {
        EXPECT_THAT(violationsIn("a.md", exception.phrase), IsEmpty()) << exception.phrase;
        EXPECT_FALSE(exception.reason.empty());
    }
    EXPECT_THAT(violationsIn("a.cpp", "std::lock_guard lock(mutex_); std::advance(i, 1);"), IsEmpty());
    EXPECT_THAT(violationsIn("a.cpp", "guard(lock);"), ElementsAre(HasSubstr("guard; say: fattened AABB")));
}

TEST(Words, FileNamesAreChecked) {
    EXPECT_THAT(violationsIn("algorithms/tip_contacts.cpp", ""), ElementsAre(HasSubstr("tip; say: ")));
}

/// Text of one file in a temporary tree.
std::vector<std::string> violationsOf(const std::string& file) {
    std::string name = (fs::temp_directory_path() / "words-XXXXXX").string();
    EXPECT_NE(mkdtemp(name.data()), nullptr);
    const fs::path root = name;
    fs::create_directories((root / file).parent_path());
    std::ofstream(root / file) << "a tally\n";
    const std::vector<std::string> found = violations(root);
    fs::remove_all(root);
    return found;
}

TEST(Words, AllTextIsChecked) {
    for (const char* file : {"README.md", "docs/page.md", "CMakeLists.txt", "tests/run", ".ci/run",
                             "tests/bench/results/rows.csv", "cmake/steps.sh", "plugin/a.h"}) {
        EXPECT_THAT(violationsOf(file),
                    ElementsAre(file + std::string(":1: tally; say: statistics counter")));
    }
}

TEST(Words, PicturesDataAndBuildTreesAreNotChecked) {
    for (const char* file : {"docs/picture.svg", "build/release/log.txt", ".git/index", "out/report.json",
                             "tests/ground_truth/twins/pairs.txt"}) {
        EXPECT_THAT(violationsOf(file), IsEmpty()) << file;
    }
}

}  // namespace
}  // namespace ricochet::words
