#include "demos/app/own_library.h"

#include "demos/app/this_process.h"

namespace ricochet::app {

Result<std::filesystem::path> findOwnLibrary(const std::string& name) {
    namespace fs = std::filesystem;
    std::error_code error;
    const fs::path folder = programFile().parent_path();
    const fs::path installed = (folder / RICOCHET_LIBRARIES_FROM_PROGRAM / "ricochet").lexically_normal();
    for (const fs::path& place : {folder, installed}) {
        if (fs::exists(place / name, error)) return place / name;
    }
    return tl::unexpected(name + " is neither in " + folder.string() + " nor in " + installed.string());
}

}  // namespace ricochet::app
