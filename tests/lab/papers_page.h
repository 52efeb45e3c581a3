#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace ricochet::lab {

/// A row of a table of docs/papers.md; cells without the blanks around them.
struct PageRow {
    int line;
    std::string what, section, file, name, test, command, holds, difference;
};

/// All rows but titles. A row with another number of cells is left out and has its line in `broken`.
std::vector<PageRow> rowsOfPage(const std::filesystem::path& page, std::vector<int>& broken);

/// The texts in backticks.
std::vector<std::string> quoted(const std::string& cell);

/// "Suite.Name" of each test under a folder; tests of the program that CMake adds are "Program.Name".
std::set<std::string> namesOfTests(const std::filesystem::path& folder);

}  // namespace ricochet::lab
