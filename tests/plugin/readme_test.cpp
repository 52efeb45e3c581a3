#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

namespace {

std::string contentOf(const std::string& path) {
    std::ifstream file(path);
    std::ostringstream content;
    content << file.rdbuf();
    return content.str();
}

/// The text between the first ```cpp and the ``` that ends it.
std::string firstExample(const std::string& text) {
    const std::string opening = "```cpp\n";
    const std::size_t begin = text.find(opening);
    if (begin == std::string::npos) return {};
    const std::size_t first = begin + opening.size();
    return text.substr(first, text.find("```", first) - first);
}

TEST(Readme, ShowsTheExampleThatIsCompiled) {
    const std::string example = firstExample(contentOf("README.md"));
    ASSERT_FALSE(example.empty());
    EXPECT_NE(contentOf("tests/plugin/readme_example.cpp").find(example), std::string::npos);
}

}  // namespace
