#include "tests/lab/papers_page.h"

#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>

namespace ricochet::lab {
namespace {

std::string trimmed(const std::string& text) {
    const std::size_t first = text.find_first_not_of(' ');
    if (first == std::string::npos) return "";
    return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

/// The line is "| a | b |".
std::vector<std::string> cellsOf(const std::string& line) {
    std::vector<std::string> cells;
    std::istringstream text(line.substr(1));
    for (std::string cell; std::getline(text, cell, '|');) cells.push_back(trimmed(cell));
    return cells;
}

bool isTitle(const std::vector<std::string>& cells) {
    return cells.front() == "what" || cells.front().starts_with("---");
}

std::string textOfFile(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Adds each match as "SUITE.NAME", the pattern's two groups.
void addMatches(const std::string& text, const std::regex& pattern, std::set<std::string>& names) {
    for (std::sregex_iterator match(text.begin(), text.end(), pattern), end; match != end; ++match) {
        names.insert((*match)[1].str() + "." + (*match)[2].str());
    }
}

/// Adds each match as "Program.NAME", the pattern's group.
void addProgramTests(const std::string& text, const std::regex& pattern, std::set<std::string>& names) {
    for (std::sregex_iterator match(text.begin(), text.end(), pattern), end; match != end; ++match) {
        names.insert("Program." + (*match)[1].str());
    }
}

}  // namespace

std::vector<PageRow> rowsOfPage(const std::filesystem::path& page, std::vector<int>& broken) {
    std::vector<PageRow> rows;
    std::ifstream file(page);
    int number = 0;
    for (std::string line; std::getline(file, line);) {
        ++number;
        if (!line.starts_with("|")) continue;
        const auto cells = cellsOf(line);
        if (isTitle(cells)) continue;
        if (cells.size() != 8) {
            broken.push_back(number);
            continue;
        }
        rows.push_back(
            {number, cells[0], cells[1], cells[2], cells[3], cells[4], cells[5], cells[6], cells[7]});
    }
    return rows;
}

std::vector<std::string> quoted(const std::string& cell) {
    std::vector<std::string> texts;
    std::istringstream text(cell);
    std::string part;
    for (bool isInside = false; std::getline(text, part, '`'); isInside = !isInside) {
        if (isInside) texts.push_back(part);
    }
    return texts;
}

std::set<std::string> namesOfTests(const std::filesystem::path& folder) {
    const std::regex inCode(R"(TEST(?:_F|_P)?\(\s*(\w+),\s*(\w+)\))"), says(R"((?:program|lab)_says\((\w+))"),
        added(R"(NAME Program\.(\w+))");
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.path().extension() == ".cpp") addMatches(textOfFile(entry.path()), inCode, names);
        if (entry.path().filename() != "CMakeLists.txt") continue;
        addProgramTests(textOfFile(entry.path()), says, names);
        addProgramTests(textOfFile(entry.path()), added, names);
    }
    return names;
}

}  // namespace ricochet::lab
