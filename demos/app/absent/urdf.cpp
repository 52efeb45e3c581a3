#include "demos/app/scene_files/urdf.h"

namespace ricochet::app {

Result<std::shared_ptr<const scenes::SceneDescription>> readRobot(const std::string& path, const std::string&,
                                                                  const JointOptions&) {
    return tl::unexpected(path + ": this program was built without robots (RICOCHET_PLAIN_PROGRAM)");
}

}  // namespace ricochet::app
