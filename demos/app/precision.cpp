#include "demos/app/precision.h"

#include <array>
#include <filesystem>
#include <unistd.h>

namespace ricochet::app {
namespace {

namespace fs = std::filesystem;

/// `ricochet` has the precision chosen for the build; the other program has its precision in the name.
std::array<std::string, 2> namesFor(const std::string& precision) {
    return {"ricochet-" + precision, "ricochet"};
}

}  // namespace

Result<void> takePrecision(const std::string& precision, char** argv) {
    if (precision.empty() || precision == kPrecision) return {};
    std::error_code error;
    const fs::path self = fs::read_symlink("/proc/self/exe", error);
    for (const std::string& name : namesFor(precision)) {
        const fs::path sibling = self.parent_path() / name;
        if (sibling != self) execv(sibling.c_str(), argv);
    }
    return tl::unexpected("this program is for " + std::string(kPrecision) + " Bullet, and the one for " +
                          precision + " is not in " + self.parent_path().string());
}

}  // namespace ricochet::app
