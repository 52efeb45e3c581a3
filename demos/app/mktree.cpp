// Builds and describes a static world of any size in a file.

#include "algorithms/mktree/mktree.h"

#include "algorithms/mktree/build.h"
#include "demos/app/commands.h"
#include "demos/app/json_text.h"
#include "demos/app/mktree_query.h"
#include "demos/app/number_checks.h"
#include "demos/app/object_stream.h"
#include "demos/app/output_file.h"
#include "demos/app/tanker_objects.h"
#include "demos/app/this_process.h"
#include "demos/mesh_files/file_bytes.h"
#include "demos/mesh_files/read_mesh.h"
#include "plugin/clocks.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>

namespace ricochet::app {
namespace {

struct MkTreeOptions {
    std::vector<std::string> files;
    std::string stream, out, world, rule = "sah", json;
    std::optional<std::int64_t> tanker;
    std::string variant;
    std::optional<Index> leafTriangles, leafBlocks;
    double minimumShare = mktree::BuildSettings{}.minimumShare;
    bool noSplitTrees = false, polyhedra = false, checks = false;
    MkTreeQuestions questions;
};

/// The surfaces of several mesh files; one file at a time is in memory.
mktree::ObjectStream objectsOfFiles(const std::vector<std::string>& files) {
    return [&files, file = std::size_t{0}, objects = std::vector<mktree::WorldObject>(),
            next = std::size_t{0}](mktree::WorldObject& object) mutable -> Result<bool> {
        while (next == objects.size()) {
            if (file == files.size()) return false;
            const auto mesh = readMesh(files[file]);
            if (!mesh) return tl::unexpected(mesh.error());
            objects = mktree::objectsOf(**mesh, static_cast<Index>(file++));
            next = 0;
        }
        object = std::move(objects[next++]);
        return true;
    };
}

void showProgress(std::string_view step, std::uint64_t done, std::uint64_t all) {
    if (!isErrorOnTerminal()) return;
    std::cerr << '\r' << step << ": " << done;
    if (all > 0) std::cerr << " of " << all;
    std::cerr << " triangles" << (done == all ? "\n" : "") << std::flush;
}

/// The objects of mesh files, of a generator's stream, or of a tanker. `file`: source of the stream.
Result<mktree::ObjectStream> objectsFor(const MkTreeOptions& options, std::ifstream& file) {
    const int sources = int(!options.files.empty()) + int(options.tanker.has_value()) +
                        int(!options.stream.empty()) + int(!options.variant.empty());
    if (sources != 1) {
        return tl::unexpected(
            std::string("exactly one of mesh files, --stream, --tanker and --variant is required"));
    }
    if (options.tanker) return tankerObjects(*options.tanker);
    if (!options.variant.empty()) {
        const scenes::TankerVariant& ship = *std::ranges::find_if(
            scenes::kTankerVariants, [&](const auto& each) { return options.variant == each.name; });
        return tankerObjects(ship.polygons, 1, ship.structure);
    }
    if (options.stream.empty()) return objectsOfFiles(options.files);
    if (options.stream == "-") return objectsIn(std::cin, "standard input");
    Result<std::ifstream> opened = openedFile(options.stream);
    if (!opened) return tl::unexpected(opened.error());
    file = std::move(*opened);
    return objectsIn(file, options.stream);
}

/// A limit in blocks alone, as in the paper, is the only one.
mktree::BuildSettings settingsFrom(const MkTreeOptions& options) {
    mktree::BuildSettings settings;
    if (options.leafBlocks) settings.leafTriangles = mktree::kMostLeafTriangles;
    settings.leafTriangles = options.leafTriangles.value_or(settings.leafTriangles);
    settings.leafBlocks = options.leafBlocks.value_or(0);
    settings.rule = options.rule == "sah" ? mktree::SplitRule::surfaceArea : mktree::SplitRule::leastOverlap;
    settings.minimumShare = options.minimumShare;
    settings.splitTrees = !options.noSplitTrees;
    settings.polyhedra = options.polyhedra;
    settings.parts =
        options.files.empty() && options.stream.empty() ? std::vector<std::string>{"tanker"} : options.files;
    settings.progress = showProgress;
    return settings;
}

Result<int> runBuild(const MkTreeOptions& options) {
    std::ifstream file;
    const auto objects = objectsFor(options, file);
    if (!objects) return tl::unexpected(objects.error());
    const double begin = threadMicroseconds();
    const auto report = mktree::build(*objects, options.out, settingsFrom(options));
    if (!report) return tl::unexpected(report.error());
    const double microseconds = threadMicroseconds() - begin;
    const auto triangles = static_cast<double>(std::max<std::uint64_t>(report->triangles, 1));
    std::cout << options.out << ": " << report->triangles << " triangles of " << report->objects
              << " objects in " << report->leaves << " leaves\n"
              << static_cast<double>(report->fileBytes) / triangles << " bytes and "
              << microseconds / triangles << " us of CPU time per triangle\n";
    return EXIT_SUCCESS;
}

const char* nameOf(mktree::WorldInside inside) {
    constexpr std::array kNames = {"none", "closed", "closed but for cracks"};
    return kNames[static_cast<std::size_t>(inside)];
}

nlohmann::ordered_json describeTree(const mktree::MkTree& tree) {
    const mktree::Directory& d = tree.directory();
    std::size_t overlaps = 0;
    for (const mktree::Node& node : d.nodes) overlaps += node.hasSplitTree();
    const Aabb box = tree.box();
    return {{"file", tree.path()},
            {"parts", d.parts.size()},
            {"triangles", d.triangles},
            {"fragments", d.fragments},
            {"levels", d.deepestLevel()},
            {"inner_nodes", d.nodes.size() - d.leaves.size()},
            {"leaves", d.leaves.size()},
            {"leaf_triangles", d.leafTriangles},
            {"leaf_blocks_max", d.mostBlocks()},
            {"rule", d.rule == mktree::SplitRule::surfaceArea ? "sah" : "paper"},
            {"inside", nameOf(d.inside)},
            {"blocks", d.blocks},
            {"directory_bytes", d.bytes()},
            {"split_trees", overlaps},
            {"split_levels_mean", d.meanSplitLevel()},
            {"split_cells_mixed", d.mixedCells()},
            {"box_min", {box.min.x(), box.min.y(), box.min.z()}},
            {"box_max", {box.max.x(), box.max.y(), box.max.z()}}};
}

Result<int> runInfo(const MkTreeOptions& options) {
    const auto tree = mktree::MkTree::open(options.world);
    if (!tree) return tl::unexpected(tree.error());
    const nlohmann::ordered_json summary = describeTree(**tree);
    for (const auto& [key, value] : summary.items()) std::cout << key << ": " << value << '\n';
    if (options.checks) {
        if (const auto good = mktree::checkLeaves(**tree); !good) return tl::unexpected(good.error());
        std::cout << "all leaves are intact\n";
    }
    return writeFile(options.json, jsonText(summary, 2) + "\n").map([] { return EXIT_SUCCESS; });
}

}  // namespace

Subcommand addMkTree(CLI::App& program) {
    const auto options = std::make_shared<MkTreeOptions>();
    CLI::App* app = program.add_subcommand("mktree", "a static world of any size, stored in a file");
    app->require_subcommand(1);
    CLI::App* build = app->add_subcommand("build", "builds a world from mesh files");
    build->add_option("FILES", options->files, "mesh files; each is a part of the world")->default_str("");
    build->add_option("--stream", options->stream,
                      "instead of mesh files: a file of objects from a generator, or - for standard input");
    build
        ->add_option("--tanker", options->tanker,
                     "instead of mesh files: an oil tanker with about this many triangles")
        ->check(kPositive);
    std::vector<std::string> variants;
    for (const scenes::TankerVariant& ship : scenes::kTankerVariants) variants.emplace_back(ship.name);
    build
        ->add_option("--variant", options->variant,
                     "instead of mesh files: one of the nine tankers of paper 003")
        ->check(CLI::IsMember(variants));
    build->add_option("-o,--out", options->out, "the file")->required();
    build->add_option("--rule", options->rule, "the rule by which nodes are divided: sah, or the paper's")
        ->check(CLI::IsMember({"sah", "paper"}));
    build->add_option("--share", options->minimumShare,
                      "paper's rule: at least this share of a node's objects in each child; 0: none, as the "
                      "paper words it");
    build->add_option("--leaf", options->leafTriangles, "greatest number of triangles per leaf")
        ->default_str("200");
    build
        ->add_option("--leaf-blocks", options->leafBlocks,
                     "greatest number of blocks of 512 bytes per leaf (the paper's: 20), instead of or "
                     "besides that of triangles")
        ->check(kPositive);
    build->add_flag("--no-split-trees", options->noSplitTrees, "do not build SplitTrees over the overlaps");
    build->add_flag("--polyhedra", options->polyhedra, "build a bounding polyhedron for each object");
    CLI::App* info = app->add_subcommand("info", "shows the contents of a world");
    info->add_option("FILE", options->world, "an MKtree")->required();
    info->add_option("--json", options->json, "file for the numbers")->check(kWritable);
    info->add_flag("--check", options->checks, "reads all leaves");
    CLI::App* query = addMkTreeQuery(*app, options->questions);
    return {app, [options, build, query](char**) {
                if (query->parsed()) return runMkTreeQuery(options->questions);
                return build->parsed() ? runBuild(*options) : runInfo(*options);
            }};
}

}  // namespace ricochet::app
