#include "demos/app/replay/gltf_file.h"

namespace ricochet::app {

Result<void> writeGltf(const std::string& path, const std::vector<ReplayRun>&, const ReplayMeshes&) {
    if (path.empty()) return {};
    return tl::unexpected<std::string>(
        "--record: this program was built without animations (RICOCHET_PLAIN_PROGRAM)");
}

}  // namespace ricochet::app
