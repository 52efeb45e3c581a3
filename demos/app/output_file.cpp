#include "demos/app/output_file.h"

#include <fstream>

namespace ricochet::app {

Result<void> writeFile(const std::string& path, const std::string& text) {
    if (path.empty()) return {};
    std::ofstream file(path, std::ios::binary);
    file << text;
    file.close();
    if (!file) return tl::unexpected(path + ": the file cannot be written");
    return {};
}

}  // namespace ricochet::app
