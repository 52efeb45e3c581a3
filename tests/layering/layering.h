#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ricochet::layering {

/// What the files of one folder may include beside the standard library. The rule of the innermost folder
/// counts.
struct Rule {
    std::string folder;                   ///< from the project's root; or a single file
    std::vector<std::string> mayInclude;  ///< names of groups, or how an include begins
};

/// The dependency rules: the one place where they are written down.
const std::vector<Rule>& rules();

/// One sentence for every include that a rule forbids, for every source without a rule, and for
/// every block that is disabled instead of deleted. Looks at all C++ sources below `root` that do not lie in
/// a hidden folder, a build tree or `root`/build.
std::vector<std::string> violations(const std::filesystem::path& root);

/// The number of floors of one folder: files on a floor include only files of the folder on floors below. A
/// header and its source are one file. 0 if files include each other in a circle.
int floors(const std::filesystem::path& root, const std::string& folder);

}  // namespace ricochet::layering
