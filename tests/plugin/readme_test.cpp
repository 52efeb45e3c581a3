#include <gtest/gtest.h>

#include <cctype>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace {

std::string contentOf(const std::string& path) {
    std::ifstream file(path);
    std::ostringstream content;
    content << file.rdbuf();
    return content.str();
}

/// The texts between each ```cpp and the ``` that ends it.
std::vector<std::string> examples(const std::string& text) {
    const std::string opening = "```cpp\n";
    std::vector<std::string> found;
    for (std::size_t at = text.find(opening); at != std::string::npos; at = text.find(opening, at)) {
        at += opening.size();
        found.push_back(text.substr(at, text.find("```", at) - at));
    }
    return found;
}

/// Without spaces and line ends, which formatters of code choose.
std::string withoutSpaces(std::string text) {
    std::erase_if(text, [](unsigned char c) { return std::isspace(c); });
    return text;
}

TEST(Readme, ShowsTheExampleThatIsCompiled) {
    const std::vector<std::string> all = examples(contentOf("README.md"));
    ASSERT_FALSE(all.empty());
    EXPECT_NE(contentOf("tests/plugin/readme_example.cpp").find(all.front()), std::string::npos);
}

TEST(Pages, ShowWhatIsCompiled) {
    const std::string compiled = withoutSpaces(contentOf("tests/plugin/pages_test.cpp"));
    for (const char* page : {"docs/port-a-bullet-game.md", "docs/tesseract.md", "docs/godot.md"}) {
        const std::vector<std::string> all = examples(contentOf(page));
        EXPECT_GE(all.size(), 2u) << page;
        for (const std::string& example : all) {
            EXPECT_NE(compiled.find(withoutSpaces(example)), std::string::npos) << page << ": " << example;
        }
    }
}

}  // namespace
