#include "demos/app/precision.h"

#include <array>
#include <filesystem>
#include <unistd.h>

namespace ricochet::app {
namespace {

namespace fs = std::filesystem;

/// The program without a precision in its name has the one chosen for the build.
std::array<std::string, 2> namesFor(std::string program, const std::string& precision) {
    const std::string own = std::string("-") + kPrecision;
    if (program.ends_with(own)) program.erase(program.size() - own.size());
    return {program + "-" + precision, program};
}

}  // namespace

Result<void> takePrecision(const std::string& precision, char** argv) {
    if (precision.empty() || precision == kPrecision) return {};
    std::error_code error;
    const fs::path self = fs::read_symlink("/proc/self/exe", error);
    for (const std::string& name : namesFor(self.filename(), precision)) {
        const fs::path sibling = self.parent_path() / name;
        if (sibling != self) execv(sibling.c_str(), argv);
    }
    return tl::unexpected("this program is for " + std::string(kPrecision) + " Bullet, and the one for " +
                          precision + " is not in " + self.parent_path().string());
}

}  // namespace ricochet::app
