#pragma once

#include "demos/app/replay/replay_data.h"

namespace ricochet::app {

/// Writes runs as one animation in binary glTF: each mesh once, a node a body, several runs side by side
/// along x, each below a node of its name. Fails with an error message for a run in which a body deforms.
/// Does nothing without a name.
Result<void> writeGltf(const std::string& path, const std::vector<ReplayRun>& runs,
                       const ReplayMeshes& meshes);

}  // namespace ricochet::app
