// Names that the other subcommands accept.

#include "demos/app/broad_phases.h"
#include "demos/app/names.h"
#include "demos/app/narrow_phases.h"
#include "demos/app/subcommand.h"
#include "demos/scenes/box_cloud.h"
#include "plugin/backends.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <string_view>

namespace ricochet::app {
namespace {

std::string variantsOf(const scenes::SceneEntry& scene) {
    std::string names;
    for (const char* variant : scene.variants) names.append(names.empty() ? "" : ", ").append(variant);
    const bool isCloud = findByName(scenes::boxCloudTable(), scene.name) != nullptr;
    return (names.empty() ? "" : " (variants: " + names + ")") + (isCloud ? " (also with --broad-only)" : "");
}

template <class Row>
std::string variantsOf(const Row&) {
    return "";
}

template <class Row>
void print(const char* title, const std::vector<Row>& table) {
    std::size_t width = 0;
    for (const Row& row : table) width = std::max(width, std::string_view(row.name).size());
    std::cout << title << '\n';
    for (const Row& row : table) {
        std::cout << "  " << std::left << std::setw(static_cast<int>(width)) << row.name << "  " << row.about
                  << variantsOf(row) << '\n';
    }
}

}  // namespace

Subcommand addList(CLI::App& program) {
    CLI::App* app = program.add_subcommand("list", "scenes, narrow phases and broad phases");
    return {app, [](char**) -> Result<int> {
                print("scenes", scenes::sceneTable());
                print("narrow phases", simulationNarrowPhases());
                print("contact methods", contactMethodTable());
                print("broad phases", broadPhases());
                return EXIT_SUCCESS;
            }};
}

}  // namespace ricochet::app
