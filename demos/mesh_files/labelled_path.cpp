#include "demos/mesh_files/labelled_path.h"

#include <cstdlib>

namespace ricochet {

std::filesystem::path labelledPath(const std::string& name) {
    const char* folder = std::getenv("RICOCHET_DATA_DIR");
    return std::filesystem::path(folder ? folder : "../shared/data") / name;
}

}  // namespace ricochet
