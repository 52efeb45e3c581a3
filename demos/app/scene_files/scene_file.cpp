#include "demos/app/scene_files/scene_file.h"

#include "demos/app/run_options.h"
#include "demos/app/scene_files/urdf.h"
#include "demos/mesh_files/file_bytes.h"
#include "plugin/nearest_name.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <span>
#include <vector>

namespace ricochet::app {
namespace {

/// Options of scenes that the table lists, and of what is printed and written: a file has none of them.
constexpr const char* kNotInFiles[] = {"variant",  "bodies",     "triangles",  "in-memory", "moving", "help",
                                       "json",     "csv",        "html",       "hash",      "frames", "every",
                                       "progress", "save-scene", "broad-only", "joints",    "target"};
/// What the bodies of a scene in the table have of these, its file has.
constexpr const char* kInBodies[] = {"seed", "noise", "friction", "restitution", "sleep"};

bool contains(std::span<const char* const> names, const std::string& name) {
    return std::ranges::any_of(names, [&](const char* each) { return name == each; });
}

std::string nameOf(const CLI::Option& option) {
    return option.get_lnames().empty() ? "" : option.get_lnames().front();
}

bool isOptionOfRun(const CLI::App& app, const std::string& name) {
    const CLI::App* const program = app.get_parent();
    return program && program->get_subcommand("run")->get_option_no_throw("--" + name);
}

}  // namespace

bool isSceneFile(const std::string& scene) { return scene.ends_with(".json") || scene.ends_with(".urdf"); }

Result<std::shared_ptr<const scenes::SceneDescription>> readSceneFile(const std::string& path,
                                                                      const JointOptions& joints) {
    return bytesOfFile(path).and_then([&](const std::string& text) {
        return path.ends_with(".urdf") ? readRobot(path, text, joints) : readScene(path, text);
    });
}

std::vector<scenes::DescribedOption> optionsOfRun(const CLI::App& app, bool isOfFile) {
    std::vector<scenes::DescribedOption> options;
    for (const CLI::Option* option : app.get_options()) {
        const std::string name = nameOf(*option);
        if (name.empty() || option->count() == 0 || contains(kNotInFiles, name)) continue;
        if (!isOfFile && contains(kInBodies, name)) continue;
        options.push_back({name, option->results().back()});
    }
    return options;
}

Result<void> takeSceneFile(CLI::App& app, RunOptions& options, const std::string& without) {
    if (!options.scene.ends_with(".urdf") && (options.joints != "held" || !options.targets.empty())) {
        return tl::unexpected(std::string("--joints and --target are for robots in URDF"));
    }
    if (!isSceneFile(options.scene)) return {};
    auto description = readSceneFile(options.scene, {options.joints == "held", options.targets});
    if (!description) return tl::unexpected(description.error());
    options.description = *description;
    std::vector<std::string> known;
    for (const CLI::Option* option : app.get_options()) {
        if (const std::string name = nameOf(*option); !name.empty() && !contains(kNotInFiles, name))
            known.push_back(name);
    }
    for (const auto& [name, value] : options.description->options) {
        const std::string where = options.scene + ": run: ";
        if (std::ranges::find(known, name) == known.end()) {
            if (isOptionOfRun(app, name)) continue;
            return tl::unexpected(where + "there is no option '" + name + "'; " + nearestNames(name, known));
        }
        CLI::Option& option = *app.get_option("--" + name);
        if (option.count() > 0 || name == without) continue;
        try {
            option.add_result(value);
            option.run_callback();
        } catch (const CLI::ParseError& error) {
            return tl::unexpected(where + error.what());
        }
    }
    return {};
}

}  // namespace ricochet::app
