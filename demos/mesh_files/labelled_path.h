#pragma once

#include <filesystem>
#include <string>

namespace ricochet {

/// Where a file of the labelled data is, or would be: in the folder that the environment variable
/// RICOCHET_DATA_DIR names, `../shared/data` beside the project otherwise.
std::filesystem::path labelledPath(const std::string& name);

}  // namespace ricochet
