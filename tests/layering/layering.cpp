#include "tests/layering/layering.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <optional>
#include <regex>

namespace ricochet::layering {
namespace {

namespace fs = std::filesystem;

/// How the includes of each group begin.
const std::map<std::string, std::vector<std::string>>& groups() {
    static const std::map<std::string, std::vector<std::string>> table = {
        {"maths", {"Eigen/", "hwy/", "tl/expected.hpp"}},
        {"Bullet", {"bt", "LinearMath/", "BulletCollision/", "BulletDynamics/", "BulletSoftBody/"}},
        {"OpenGL", {"epoxy/", "EGL/"}},
        {"files", {"fstream", "filesystem", "iostream", "cstdio"}},
        {"anything", {""}},
    };
    return table;
}

bool beginsWith(const std::string& text, const std::string& start) { return text.rfind(start, 0) == 0; }

/// Standard headers have neither a folder nor an ending; those of files and consoles are a group apart.
bool isPlainStandardHeader(const std::string& include) {
    const std::vector<std::string>& files = groups().at("files");
    return include.find_first_of("/.") == std::string::npos &&
           std::find(files.begin(), files.end(), include) == files.end();
}

std::vector<std::string> beginnings(const std::string& allowed, const std::string& file) {
    if (allowed == "own folder") return {fs::path(file).parent_path().generic_string() + "/"};
    const auto group = groups().find(allowed);
    return group == groups().end() ? std::vector{allowed} : group->second;
}

bool mayInclude(const Rule& rule, const std::string& file, const std::string& include) {
    if (isPlainStandardHeader(include)) return true;
    for (const std::string& allowed : rule.mayInclude) {
        for (const std::string& start : beginnings(allowed, file)) {
            if (beginsWith(include, start)) return true;
        }
    }
    return false;
}

/// The rule of the innermost folder in which the file lies.
const Rule* ruleFor(const std::string& file) {
    const Rule* innermost = nullptr;
    for (const Rule& rule : rules()) {
        const bool liesIn = file == rule.folder || beginsWith(file, rule.folder + "/");
        if (liesIn && (!innermost || rule.folder.size() > innermost->folder.size())) innermost = &rule;
    }
    return innermost;
}

/// What is compiled into programs without run-time type information (adapters/function_table.h).
bool isOfTheLibrary(const std::string& file) {
    return beginsWith(file, "algorithms/") || beginsWith(file, "adapters/") || beginsWith(file, "plugin/");
}

std::optional<std::string> violationIn(const std::string& line, const Rule& rule, const std::string& file) {
    static const std::regex include(R"(^\s*#\s*include\s*[<"]([^>"]+)[>"].*)");
    static const std::regex disabled(R"(^\s*#\s*if\s+0\b.*)");
    static const std::regex typeInformation(R"(\b(dynamic_cast|dynamic_pointer_cast|typeid)\s*[<(])");
    std::smatch match;
    if (std::regex_match(line, match, include) && !mayInclude(rule, file, match[1])) {
        return file + " includes " + match[1].str() + ", which the rule of " + rule.folder +
               " does not allow";
    }
    if (std::regex_match(line, disabled)) return file + " disables code instead of deleting it";
    if (isOfTheLibrary(file) && std::regex_search(line, match, typeInformation))
        return file + " uses run-time type information: " + match[1].str();
    return std::nullopt;
}

void checkFile(const fs::path& root, const fs::path& path, std::vector<std::string>& found) {
    const std::string file = fs::relative(path, root).generic_string();
    const Rule* rule = ruleFor(file);
    if (!rule) {
        found.push_back(file + " has no rule of what it may include");
        return;
    }
    std::ifstream stream(path);
    for (std::string line; std::getline(stream, line);) {
        if (const auto violation = violationIn(line, *rule, file)) found.push_back(*violation);
    }
}

/// Not hidden, no build tree, and not the folder of build trees, in which other projects are built, too.
bool isOurs(const fs::path& root, const fs::path& folder) {
    return folder.filename().string().front() != '.' && folder != root / "build" &&
           !fs::exists(folder / "CMakeCache.txt");
}

bool isSource(const fs::path& file) {
    return file.extension() == ".h" || file.extension() == ".hpp" || file.extension() == ".cpp";
}

using Includes = std::map<std::string, std::vector<std::string>>;  ///< by file, without their endings

/// Which files of a folder include which others of it.
Includes ownIncludes(const fs::path& root, const std::string& folder) {
    const std::regex own("#include \"" + folder + "/(\\w+)\\.h\".*");
    Includes includes;
    for (const auto& entry : fs::directory_iterator(root / folder)) {
        if (!isSource(entry.path())) continue;
        const std::string file = entry.path().stem().string();
        std::vector<std::string>& included = includes[file];
        std::ifstream stream(entry.path());
        std::smatch match;
        for (std::string line; std::getline(stream, line);) {
            if (std::regex_match(line, match, own) && match[1] != file) {
                included.push_back(match[1]);
            }
        }
    }
    return includes;
}

}  // namespace

int floors(const fs::path& root, const std::string& folder) {
    Includes above = ownIncludes(root, folder);  // the files that have no floor yet
    for (int count = 0; true; ++count) {
        if (above.empty()) return count;
        const Includes before = above;
        std::erase_if(above, [&](const auto& each) {
            const auto isBelow = [&](const std::string& file) { return before.count(file) == 0; };
            return std::all_of(each.second.begin(), each.second.end(), isBelow);
        });
        if (above.size() == before.size()) return 0;
    }
}

std::vector<std::string> violations(const fs::path& root) {
    std::vector<std::string> found;
    for (auto entry = fs::recursive_directory_iterator(root); entry != fs::end(entry); ++entry) {
        if (entry->is_directory() && !isOurs(root, entry->path())) entry.disable_recursion_pending();
        if (entry->is_regular_file() && isSource(entry->path())) checkFile(root, entry->path(), found);
    }
    std::sort(found.begin(), found.end());
    return found;
}

}  // namespace ricochet::layering
