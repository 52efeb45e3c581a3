#include "tests/ground_truth/twins.h"

#include "tests/support/labelled_data.h"

#include <gtest/gtest.h>

#include <set>
#include <sstream>

namespace ricochet::twins {
namespace {

const std::filesystem::path kFolder = "tests/ground_truth/twins";

std::string textOf(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Twins, GeneratorMakesTheStoredFilesAgain) {
    for (const auto& files : {queryFiles(), meshFiles()}) {
        for (const auto& [name, text] : files) EXPECT_TRUE(text == textOf(kFolder / name)) << name;
    }
    for (const TwinPair& pair : pairs()) {
        EXPECT_TRUE(pairFile(pair) == textOf(kFolder / "meshpairs" / (pair.name + ".txt"))) << pair.name;
    }
}

/// The words of the form by their place in the first line that begins with one.
std::map<int, std::string> formOf(const std::string& text, const std::string& begin) {
    static const std::set<std::string> kWords = {"pair",       "A",           "B",           "trianglesA",
                                                 "trianglesB", "poses",       "pose",        "count",
                                                 "fnv1a64",    "degenerateA", "degenerateB", "kind"};
    std::istringstream words(text.substr(text.find(begin)));
    std::string line, word;
    std::getline(words, line);
    words = std::istringstream(line);
    std::map<int, std::string> form;
    for (int place = 0; words >> word; ++place) {
        if (kWords.contains(word)) form[place] = word;
    }
    return form;
}

TEST(Twins, HaveTheFormOfTheLabelledData) {
    for (const TwinPair& pair : pairs()) {
        const std::string name = "meshpairs/" + pair.name + ".txt";
        const auto real = labelledData(name);
        if (!real) continue;
        for (const char* begin : {"pair ", "pose "}) {
            EXPECT_EQ(formOf(textOf(kFolder / name), begin), formOf(textOf(*real), begin)) << name;
        }
    }
}

}  // namespace
}  // namespace ricochet::twins
