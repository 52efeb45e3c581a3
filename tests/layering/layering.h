#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ricochet::layering {

/// What the files of one folder may include beside the standard library. The innermost room counts.
struct Room {
    std::string folder;                   ///< from the project's root; or a single file
    std::vector<std::string> mayInclude;  ///< names of groups, or how an include begins
};

/// The dependency rule: the one place where it is written down.
const std::vector<Room>& rooms();

/// One sentence for every include that the rule forbids, for every source that lies in no room, and for
/// every block that is disabled instead of deleted. Looks at all C++ sources below `root` that do not lie in
/// a hidden folder, a build tree or `root`/build.
std::vector<std::string> violations(const std::filesystem::path& root);

}  // namespace ricochet::layering
