// Names that the other subcommands accept.

#include "algorithms/mktree/prediction_methods.h"
#include "demos/app/broad_phases.h"
#include "demos/app/commands.h"
#include "demos/app/names.h"
#include "demos/app/narrow_phases.h"
#include "demos/app/text_table.h"
#include "demos/scenes/box_cloud.h"
#include "plugin/backends.h"
#include "plugin/continuous_methods.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <memory>
#include <string_view>

namespace ricochet::app {
namespace {

std::string variants(const scenes::SceneEntry& scene) {
    std::string names;
    for (const char* variant : scene.variants) names.append(names.empty() ? "" : ", ").append(variant);
    const bool isCloud = findByName(scenes::boxCloudTable(), scene.name) != nullptr;
    return (names.empty() ? "" : " (variants: " + names + ")") + (isCloud ? " (also with --broad-only)" : "");
}

template <class Row>
std::string variants(const Row&) {
    return "";
}

std::vector<mktree::PredictionMethod> predictionMethods() {
    const auto methods = mktree::predictionMethods();
    return {methods.begin(), methods.end()};
}

std::vector<ContactMethodRow> contactMethods() {
    std::vector<ContactMethodRow> all = roundMethodTable();
    for (const auto& row : convexMethodTable()) all.push_back(row);
    return all;
}

template <class Row>
void print(const char* title, const std::vector<Row>& table) {
    std::size_t width = 0;
    for (const Row& row : table) width = std::max(width, std::string_view(row.name).size());
    std::cout << title << '\n';
    for (const Row& row : table) {
        std::cout << "  " << std::left << std::setw(static_cast<int>(width)) << row.name << "  " << row.about
                  << variants(row) << '\n';
    }
}

/// One line for each.
void printParameters(const std::vector<ParameterInfo>& parameters) {
    if (parameters.empty()) std::cout << "  no parameters\n";
    TextTable table = {{"  parameter", "values", "unit", "default", ""}};
    for (const ParameterInfo& info : parameters) {
        table.push_back({"  " + info.name, info.values, info.unit, info.byDefault, info.about});
    }
    if (table.size() > 1) std::cout << aligned(table, Alignment::left);
}

template <class Row>
bool printOne(const std::vector<Row>& table, const std::string& name) {
    const Row* const row = findByName(table, name);
    if (!row) return false;
    std::cout << row->name << "  " << row->about << variants(*row) << '\n';
    if constexpr (requires { row->parameters; }) printParameters(row->parameters);
    return true;
}

Result<int> listOne(const std::string& name) {
    if (printOne(simulationNarrowPhases(), name) || printOne(contactMethods(), name) ||
        printOne(continuousMethodTable(), name) || printOne(broadPhases(), name) ||
        printOne(scenes::sceneTable(), name) || printOne(predictionMethods(), name)) {
        return EXIT_SUCCESS;
    }
    return tl::unexpected("there is no scene, narrow phase or broad phase '" + name +
                          "'; `ricochet list` lists them");
}

void listAll() {
    print("scenes", scenes::sceneTable());
    print("narrow phases", simulationNarrowPhases());
    print("contact methods", contactMethods());
    print("continuous methods", continuousMethodTable());
    print("broad phases", broadPhases());
    print("prediction methods", predictionMethods());
}

template <class Row>
void printMarkdown(const std::vector<Row>& table, bool listsAll = true) {
    for (const Row& row : table) {
        if (row.parameters.empty() && !listsAll) continue;
        std::cout << "\n## `" << row.name << "`\n\n" << row.about << ".\n";
        if (row.parameters.empty()) continue;
        std::cout << "\n| parameter | values | unit | default | meaning |\n|---|---|---|---|---|\n";
        for (const ParameterInfo& info : row.parameters) {
            std::cout << "| `" << info.name << "` | " << info.values << " | " << info.unit << " | "
                      << info.byDefault << " | " << info.about << " |\n";
        }
    }
}

/// A section for each narrow and broad phase with parameters and for each continuous method, for
/// docs/parameters.md.
void printMarkdown() {
    printMarkdown(simulationNarrowPhases(), /*listsAll*/ false);
    printMarkdown(continuousMethodTable());
    printMarkdown(broadPhases(), /*listsAll*/ false);
}

}  // namespace

Subcommand addList(CLI::App& program) {
    CLI::App* app = program.add_subcommand("list", "scenes, narrow phases and broad phases");
    const auto name = std::make_shared<std::string>();
    const auto isMarkdown = std::make_shared<bool>(false);
    CLI::Option* one =
        app->add_option("NAME", *name, "one of them: a narrow or broad phase with its parameters");
    app->add_flag("--markdown", *isMarkdown, "all parameters as in docs/parameters.md")->excludes(one);
    return {app, [name, isMarkdown](char**) -> Result<int> {
                if (!name->empty()) return listOne(*name);
                *isMarkdown ? printMarkdown() : listAll();
                return EXIT_SUCCESS;
            }};
}

}  // namespace ricochet::app
