#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ricochet::words {

/// One line for every word of the table's left column in a name, or on a page, of a text that is called
/// `file`, by its name too: "file:line: word; say: …".
std::vector<std::string> violationsIn(const std::string& file, const std::string& text);

/// Those of all sources, scripts, tables and pages below `root`, but for build trees, hidden folders other
/// than `.ci`, labelled data, what others wrote, and this test, which names the words.
std::vector<std::string> violations(const std::filesystem::path& root);

}  // namespace ricochet::words
