#pragma once

#include <filesystem>
#include <string>

namespace ricochet {

/// The path of a file of the labelled data: in the folder that the environment variable
/// RICOCHET_DATA_DIR names, `../shared/data` beside the project otherwise.
std::filesystem::path labelledPath(const std::string& name);

}  // namespace ricochet
