// docs/papers.md: every name, file and test on the page exists.

#include "tests/lab/papers_page.h"

#include "demos/app/broad_phases.h"
#include "demos/app/names.h"
#include "demos/app/narrow_phases.h"
#include "demos/app/program.h"
#include "demos/lab/reproduce/selection.h"
#include "plugin/backends.h"
#include "tests/lab/lab_outcome.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <sstream>

namespace ricochet::lab {
namespace {

namespace fs = std::filesystem;
using testing::IsEmpty;
using Words = std::vector<std::string>;

const fs::path kSources = RICOCHET_SOURCE_DIR;
constexpr std::size_t kMostWithoutName = 5;

std::vector<PageRow> rows() {
    std::vector<int> broken;
    return rowsOfPage(kSources / "docs/papers.md", broken);
}

Words wordsOf(const std::string& text) {
    std::istringstream stream(text);
    Words words;
    for (std::string word; stream >> word;) words.push_back(word);
    return words;
}

/// Empty, or why the text selects no narrow phase and no contact method; whether it is available on this
/// machine does not matter.
std::string faultOfNarrow(const std::string& text) {
    const auto method = selectRoundMethod(text);
    const auto selected = selectFrom(simulationNarrowPhases(), "narrow phase", text);
    return method || selected ? "" : selected.error();
}

std::string faultOfBroad(const std::string& selection) {
    const auto selected = selectBroadPhase(selection);
    return selected ? "" : selected.error();
}

std::string faultOfScene(const Words& words) {
    const auto& table = scenes::sceneTable();
    const auto scene =
        std::find_if(table.begin(), table.end(), [&](const auto& row) { return words[0] == row.name; });
    if (scene == table.end()) return "there is no scene '" + words[0] + "'";
    const auto option = std::find(words.begin(), words.end(), "--variant");
    if (option == words.end()) return "";
    const auto known = std::find(scene->variants.begin(), scene->variants.end(), *(option + 1));
    return known != scene->variants.end() ? "" : words[0] + " has no variant '" + *(option + 1) + "'";
}

/// What `--help` prints after these words; each is asked for once.
/// Which program has a subcommand: `ricochet`, else the laboratory.
const Program& programOf(const std::string& subcommand) {
    static const std::string help = runWith({"--help"}).out;
    const bool isHere = help.find("\n  " + subcommand + " ") != std::string::npos;
    return isHere ? ricochetProgram() : labProgram();
}

const std::string& helpOf(const std::string& subcommand) {
    static std::map<std::string, std::string> cache;
    const auto [entry, isNew] = cache.try_emplace(subcommand);
    if (isNew) {
        Words words = wordsOf(subcommand);
        words.emplace_back("--help");
        entry->second = outcomeOf(programOf(words.front()), words).out;
    }
    return entry->second;
}

bool isCommand(const std::string& word) {
    static const std::string all = runWith({"--help"}).out + runLab({"--help"}).out;
    return all.find("\n  " + word + " ") != std::string::npos;
}

/// Whether the option is in the help, and its value in the list of values if there is one.
std::string faultOfOption(const std::string& subcommand, const std::string& option,
                          const std::string& value) {
    const std::string& help = helpOf(subcommand);
    std::size_t at = help.find(option);
    while (at != std::string::npos && std::isalnum(static_cast<unsigned char>(help[at + option.size()]))) {
        at = help.find(option, at + 1);
    }
    if (at == std::string::npos) return "'" + subcommand + "' has no option " + option;
    const std::size_t line = help.find('\n', at), open = help.find(":{", at);
    if (value.empty() || open == std::string::npos || open > line) return "";
    const std::string list = std::string(",").append(help, open + 2, help.find('}', open) - open - 2) + ",";
    return list.find("," + value + ",") != std::string::npos ? "" : option + " does not take " + value;
}

std::string faultOfOptions(const std::string& subcommand, const Words& words) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (!words[i].starts_with("-")) continue;
        const bool hasValue = i + 1 < words.size() && !words[i + 1].starts_with("-");
        const std::string value = hasValue ? words[i + 1] : "";
        std::string fault = faultOfOption(subcommand, words[i], value);
        if (fault.empty() && words[i] == "--narrow") fault = faultOfNarrow(value);
        if (fault.empty() && words[i] == "--broad") fault = faultOfBroad(value);
        if (!fault.empty()) return fault;
    }
    return "";
}

bool isScene(const std::string& subcommand) {
    return subcommand == "run" || subcommand == "compare" || subcommand == "intersections";
}

/// Empty, or why this is not a command of the program. In capitals: what a user fills in.
std::string faultOfCommand(Words words) {
    std::string subcommand = words.front();
    words.erase(words.begin());
    if (!isCommand(subcommand)) return "there is no subcommand '" + subcommand + "'";
    if (subcommand == "mktree" && !words.empty()) {
        subcommand += " " + words.front();
        words.erase(words.begin());
    }
    if (isScene(subcommand) && !words.empty() && !words.front().starts_with("-")) {
        if (std::string fault = faultOfScene(words); !fault.empty()) return fault;
    }
    if (subcommand == "reproduce") {
        const auto end =
            std::find_if(words.begin(), words.end(), [](const auto& w) { return w.starts_with("-"); });
        const auto selected = selectExperiments({words.begin(), end});
        if (!selected) return selected.error();
    }
    return faultOfOptions(subcommand, words);
}

/// Checks a text in the column of names: options of `run`, a command, or a narrow phase or contact method.
std::string faultOfName(const std::string& name) {
    const Words words = wordsOf(name);
    if (words.front().starts_with("--")) return faultOfOptions("run", words);
    return isCommand(words.front()) ? faultOfCommand(words) : faultOfNarrow(name);
}

bool hasNoName(const PageRow& row) { return row.name.starts_with("none: "); }

/// One failure each, so that none is left out.
void reportAll(const std::vector<std::string>& faults) {
    for (const std::string& fault : faults) ADD_FAILURE() << fault;
}

std::string at(const PageRow& row, const std::string& fault) {
    return "docs/papers.md:" + std::to_string(row.line) + ": " + fault;
}

TEST(PapersPage, HasRowsOfEightCellsOnAllPapers) {
    std::vector<int> broken;
    const auto all = rowsOfPage(kSources / "docs/papers.md", broken);
    EXPECT_THAT(broken, IsEmpty());
    EXPECT_GE(all.size(), 110u);
    for (const PageRow& row : all) {
        for (const std::string* cell : {&row.what, &row.section, &row.holds, &row.difference}) {
            EXPECT_FALSE(cell->empty()) << at(row, "an empty cell");
        }
    }
}

TEST(PapersPage, EachNameCanBeChosen) {
    std::vector<std::string> faults;
    for (const PageRow& row : rows()) {
        if (hasNoName(row)) continue;
        const auto names = quoted(row.name);
        if (names.empty()) faults.push_back(at(row, "no name"));
        for (const std::string& name : names) {
            if (const std::string fault = faultOfName(name); !fault.empty()) faults.push_back(at(row, fault));
        }
    }
    reportAll(faults);
}

TEST(PapersPage, FewRowsHaveAReasonInsteadOfAName) {
    const auto all = rows();
    const auto without = static_cast<std::size_t>(std::count_if(all.begin(), all.end(), hasNoName));
    EXPECT_LE(without, kMostWithoutName);
}

TEST(PapersPage, EachFileExists) {
    std::vector<std::string> faults;
    for (const PageRow& row : rows()) {
        if (quoted(row.file).empty() && !hasNoName(row)) faults.push_back(at(row, "no file"));
        for (const std::string& file : quoted(row.file)) {
            const bool exists = fs::exists(kSources / file) || fs::exists(kSources / (file + ".h")) ||
                                fs::exists(kSources / (file + ".cpp"));
            if (!exists) faults.push_back(at(row, "there is no " + file));
        }
    }
    reportAll(faults);
}

TEST(PapersPage, EachTestExists) {
    const std::set<std::string> known = namesOfTests(kSources / "tests");
    std::vector<std::string> faults;
    for (const PageRow& row : rows()) {
        if (quoted(row.test).empty() && !hasNoName(row)) faults.push_back(at(row, "no test"));
        for (const std::string& test : quoted(row.test)) {
            if (!known.contains(test)) faults.push_back(at(row, "there is no test " + test));
        }
    }
    reportAll(faults);
}

TEST(PapersPage, EachCommandExists) {
    std::vector<std::string> faults;
    for (const PageRow& row : rows()) {
        for (const std::string& command : quoted(row.command)) {
            const std::string fault = faultOfCommand(wordsOf(command));
            if (!fault.empty()) faults.push_back(at(row, fault));
        }
    }
    reportAll(faults);
}

TEST(PapersPage, UnknownNamesAreFound) {
    EXPECT_NE(faultOfName("obb-forest"), "");
    EXPECT_NE(faultOfName("--broad sweep-and-loose"), "");
    EXPECT_NE(faultOfName("run moon"), "");
    EXPECT_NE(faultOfName("run octree-tumble --variant sofa"), "");
    EXPECT_NE(faultOfName("mktree build --rule nobody"), "");
    EXPECT_NE(faultOfName("mktree build --nothing"), "");
    EXPECT_NE(faultOfName("reproduce paper000 nothing"), "");
    EXPECT_EQ(faultOfName("obb-tree"), "");
    EXPECT_EQ(faultOfName("mktree build --rule paper"), "");
}

}  // namespace
}  // namespace ricochet::lab
