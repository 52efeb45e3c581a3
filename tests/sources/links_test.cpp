// Links between pages: each names a file of the project, and a heading if it names one.

#include "tests/sources/sources.h"

#include <gmock/gmock.h>

#include <cctype>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace ricochet::sources {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

/// A page without what stands in code.
std::string proseOf(const std::string& page) {
    std::istringstream lines(page);
    std::string line, prose;
    bool isCode = false;
    while (std::getline(lines, line)) {
        const std::size_t first = line.find_first_not_of(' ');
        const bool isDelimiter = first != std::string::npos && line.compare(first, 3, "```") == 0;
        if (isDelimiter) isCode = !isCode;
        if (!isCode && !isDelimiter) prose += line + "\n";
    }
    return prose;
}

/// As GitHub names a heading: letters, digits, hyphens and underscores, small; a hyphen for each blank.
std::string anchorOf(const std::string& heading) {
    static const std::regex link(R"(\[([^\]]*)\]\([^)]*\))");
    std::string anchor;
    for (const char c : std::regex_replace(heading, link, "$1")) {
        const auto letter = static_cast<unsigned char>(c);
        if (c == ' ') anchor += '-';
        if (letter >= 0x80 || std::isalnum(letter) || c == '-' || c == '_') {
            anchor += static_cast<char>(letter < 0x80 ? std::tolower(letter) : c);
        }
    }
    return anchor;
}

/// The second of equal headings ends in -1.
std::set<std::string> anchorsIn(const std::string& page) {
    std::istringstream lines(proseOf(page));
    std::map<std::string, int> times;
    std::set<std::string> anchors;
    std::string line;
    while (std::getline(lines, line)) {
        const std::size_t hashes = line.find_first_not_of('#');
        if (hashes == 0 || hashes == std::string::npos || line[hashes] != ' ') continue;
        const std::string anchor = anchorOf(line.substr(hashes + 1));
        const int before = times[anchor]++;
        anchors.insert(before == 0 ? anchor : anchor + "-" + std::to_string(before));
    }
    return anchors;
}

/// Targets in the project, of text and of pictures, in Markdown and in HTML.
std::vector<std::string> targetsIn(const std::string& page) {
    static const std::regex code("`[^`]*`");
    static const std::regex link(R"lit(\]\(([^)\s]+)[^)]*\)|^\[[^\]]+\]: (\S+)|(?:src|href)="([^"]+)")lit",
                                 std::regex::ECMAScript | std::regex::multiline);
    static const std::regex external("[a-z]+:.*");
    const std::string prose = std::regex_replace(proseOf(page), code, "code");
    std::vector<std::string> targets;
    for (std::sregex_iterator i(prose.begin(), prose.end(), link); i != std::sregex_iterator(); ++i) {
        const std::string target = (*i)[1].str() + (*i)[2].str() + (*i)[3].str();
        if (!std::regex_match(target, external)) targets.push_back(target);
    }
    return targets;
}

/// "page: target" of each link to no file or heading.
std::vector<std::string> brokenLinks(const std::set<std::string>& files,
                                     const std::map<std::string, std::string>& pages) {
    std::set<std::string> all = files;
    for (const std::string& file : files) {
        for (fs::path folder = fs::path(file).parent_path(); !folder.empty(); folder = folder.parent_path()) {
            all.insert(folder.generic_string());
        }
    }
    std::vector<std::string> broken;
    for (const auto& [page, text] : pages) {
        for (const std::string& target : targetsIn(text)) {
            const std::size_t hash = std::min(target.find('#'), target.size());
            std::string file = page;
            if (hash > 0) {
                const fs::path path = fs::path(page).parent_path() / target.substr(0, hash);
                file = path.lexically_normal().generic_string();
                if (file.ends_with('/')) file.pop_back();
            }
            const auto other = pages.find(file);
            const bool hasHeading =
                hash == target.size() ||
                (other != pages.end() && anchorsIn(other->second).contains(target.substr(hash + 1)));
            if (!all.contains(file) || !hasHeading) broken.push_back(page + ": " + target);
        }
    }
    return broken;
}

TEST(Links, NameFilesAndHeadings) {
    std::set<std::string> files;
    std::map<std::string, std::string> pages;
    forEachFile(RICOCHET_SOURCE_DIR, [&](const std::string& file, const std::string& text) {
        files.insert(file);
        if (file.ends_with(".md")) pages[file] = text;
    });
    int links = 0;
    for (const auto& [page, text] : pages) links += static_cast<int>(targetsIn(text).size());
    EXPECT_GT(links, 100);
    EXPECT_THAT(brokenLinks(files, pages), IsEmpty());
}

TEST(Links, ToNothingAreFound) {
    const std::map<std::string, std::string> pages = {
        {"README.md", "[a](docs/a.md) [b](docs/b.md) ![c](c.png \"C\") [d](docs/) [e](https://x.org/y)\n"},
        {"docs/a.md",
         "# A: *one*, `two`\n## Same\n## Same\n[1](#a-one-two) [2](#same-1) [3](#same-2) "
         "[4](../README.md#x)\n"
         "`[no](link)`\n```\n[no](link)\n```\n[5](a.md#same)\n[6]: b/../a.md\n<img src=\"d.png\">\n"}};
    EXPECT_THAT(brokenLinks({"README.md", "docs/a.md"}, pages),
                ElementsAre("README.md: docs/b.md", "README.md: c.png", "docs/a.md: #same-2",
                            "docs/a.md: ../README.md#x", "docs/a.md: d.png"));
}

}  // namespace
}  // namespace ricochet::sources
