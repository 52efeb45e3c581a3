#include "demos/app/precision.h"

#include "demos/app/this_process.h"

#include <array>
#include <filesystem>

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
    const fs::path self = programFile();
    for (const std::string& name : namesFor(self.stem().string(), precision)) {
        const fs::path sibling = (self.parent_path() / name).concat(self.extension().string());
        if (sibling != self) becomeProgram(sibling, argv);
    }
    return tl::unexpected("this program is for " + std::string(kPrecision) + " Bullet, and the one for " +
                          precision + " is not in " + self.parent_path().string());
}

}  // namespace ricochet::app
