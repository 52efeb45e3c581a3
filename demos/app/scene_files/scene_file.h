#pragma once

#include "algorithms/geometry/types.h"
#include "demos/scenes/scene_description.h"

#include <memory>
#include <string>

namespace CLI {
class App;
}

namespace ricochet::app {

struct JointOptions;
struct RunOptions;

/// Whether the name of a scene is that of a file: it ends in .json or .urdf.
bool isSceneFile(const std::string& scene);

/// A scene in JSON (scene.schema.json), or a robot in URDF. An error message has the line and what was
/// expected there. Files of meshes are found beside it.
Result<std::shared_ptr<const scenes::SceneDescription>> readSceneFile(const std::string& path,
                                                                      const JointOptions& joints);
/// The same from the text of a JSON file. `path`: for messages and for the files of meshes.
Result<std::shared_ptr<const scenes::SceneDescription>> readScene(const std::string& path,
                                                                  const std::string& text);

/// A whole JSON file, which `readScene` reads to the same description.
std::string sceneText(const scenes::SceneDescription& description);

/// If the scene is a file, reads it into `options.description`, and gives the options of `app` that are not
/// on the command line the values that the file has for them; options of `run` that `app` lacks are left out.
/// `without`: an option that keeps its own.
Result<void> takeSceneFile(CLI::App& app, RunOptions& options, const std::string& without = "");

/// The options on the command line of `app`, and of the scene's file, for a new file: without those that a
/// scene of the table has applied to its bodies, unless it is of a file.
std::vector<scenes::DescribedOption> optionsOfRun(const CLI::App& app, bool isOfFile);

}  // namespace ricochet::app
