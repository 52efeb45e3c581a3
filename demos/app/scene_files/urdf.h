#pragma once

#include "algorithms/geometry/types.h"
#include "demos/scenes/scene_description.h"

#include <memory>
#include <string>
#include <vector>

namespace ricochet::app {

/// What a user says about a robot's joints.
struct JointOptions {
    bool areHeld = true;                    ///< by motors at their targets; else they are free
    std::vector<std::string> targets = {};  ///< NAME=VALUE, radians or metres; 0 without
};

/// A robot in URDF on a floor, with y up. Links that fixed joints connect are one body; its collision meshes
/// are exact meshes. The first link stands if it is called "world" or has no mass. An error message has the
/// line and what was expected there. `path`: for messages and for the files of meshes.
Result<std::shared_ptr<const scenes::SceneDescription>> readRobot(const std::string& path,
                                                                  const std::string& text,
                                                                  const JointOptions& options);

}  // namespace ricochet::app
