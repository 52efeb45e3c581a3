#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace ricochet::sources {

/// Calls visit(name, text) for every file below `root` that is not in a hidden folder other than `.ci`, in a
/// build tree or in `root`/out; `name` is relative to `root`.
void forEachFile(const std::filesystem::path& root,
                 const std::function<void(const std::string& name, const std::string& text)>& visit);

}  // namespace ricochet::sources
