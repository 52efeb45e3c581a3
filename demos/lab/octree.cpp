// The octree of a mesh, or of a DF text: numbers, text, picture.

#include "algorithms/octree_motion/df_text.h"
#include "algorithms/octree_motion/mesh_octree.h"
#include "demos/app/octree_cubes.h"
#include "demos/app/output_file.h"
#include "demos/lab/commands.h"
#include "demos/mesh_files/file_bytes.h"
#include "demos/mesh_files/read_mesh.h"
#include "demos/view/offscreen_renderer.h"

#include <CLI/CLI.hpp>

#include <array>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>

namespace ricochet::lab {
namespace {

using octree_motion::Cell;
using octree_motion::DfReader;
using octree_motion::Grid;
using octree_motion::gridAround;
using octree_motion::LinearOctree;
using octree_motion::NodeCounts;
using octree_motion::VoxelRule;

constexpr std::size_t kMostPrinted = 4096;   // symbols
constexpr std::size_t kMostDrawn = 200'000;  // cubes of 12 triangles

struct OctreeOptions {
    std::string file, df, picture;
    int level = 5;
    std::string contents = "solid", rule = "touch";
};

/// An octree and its root.
struct Built {
    Grid grid;
    LinearOctree octree;
};

bool isDfText(const std::string& file) { return file.ends_with(".df"); }

/// Reads in pieces, since a text may not fit into memory.
Result<Built> readDf(const OctreeOptions& options) {
    const Grid grid = {.level = options.level};
    if (const auto checked = octree_motion::check(grid); !checked) return tl::unexpected(checked.error());
    Result<std::ifstream> stream = openedFile(options.file);
    if (!stream) return tl::unexpected(stream.error());
    DfReader reader(options.level);
    std::array<char, 1 << 16> piece;
    while (*stream) {
        stream->read(piece.data(), piece.size());
        const auto read = reader.read({piece.data(), static_cast<std::size_t>(stream->gcount())});
        if (!read) return tl::unexpected(options.file + ": " + read.error());
    }
    auto octree = reader.finish();
    if (!octree) return tl::unexpected(options.file + ": " + octree.error());
    return Built{grid, std::move(*octree)};
}

Result<Built> build(const OctreeOptions& options) {
    // Checked before the mesh is read.
    if (const auto checked = octree_motion::check({.level = options.level}); !checked) {
        return tl::unexpected("--level: " + checked.error());
    }
    const auto mesh = readMesh(options.file);
    if (!mesh) return tl::unexpected(mesh.error());
    const Grid grid = gridAround((*mesh)->box(), options.level);
    const VoxelRule rule = options.rule == "touch" ? VoxelRule::touch : VoxelRule::centre;
    auto octree =
        options.contents == "faces" ? octreeOfFaces(**mesh, grid) : octreeOfSolid(**mesh, grid, rule);
    if (!octree) return tl::unexpected(options.file + ": " + octree.error());
    return Built{grid, std::move(*octree)};
}

void printOctree(const Built& built) {
    const NodeCounts counts = countNodes(built.octree, built.grid.level);
    std::cout << "root of edge " << built.grid.edge << ", level " << built.grid.level << ", voxels of "
              << built.grid.voxel() << '\n'
              << "nodes: " << built.octree.size() << ", grey " << counts.grey << ", black " << counts.black
              << ", white " << counts.white << "; " << counts.blackVoxels << " black voxels\n"
              << "memory: " << built.octree.bytes() << " bytes\n";
    if (built.grid.level <= octree_motion::kMostCompactedLevels) {
        std::cout << "compacted: " << compacted(built.octree, built.grid).cubes.size() << " cubes\n";
    }
}

void printDf(const Built& built) {
    if (built.octree.size() <= kMostPrinted) {
        std::cout << "DF: " << dfText(built.octree) << '\n';
    } else {
        std::cout << "DF: " << built.octree.size() << " symbols; --df FILE writes them\n";
    }
}

view::DrawnMesh drawnCubes(const scenes::SceneMesh& mesh) {
    view::DrawnMesh drawn;
    for (const btVector3& v : mesh.vertices)
        drawn.vertices.push_back({float(v.x()), float(v.y()), float(v.z())});
    for (const auto& f : mesh.faces) {
        drawn.faces.push_back({std::uint32_t(f[0]), std::uint32_t(f[1]), std::uint32_t(f[2])});
    }
    return drawn;
}

constexpr view::Colour kSizeColours[] = {{0.93f, 0.72f, 0.25f}, {0.85f, 0.37f, 0.25f}, {0.25f, 0.55f, 0.80f},
                                         {0.40f, 0.68f, 0.42f}, {0.60f, 0.42f, 0.70f}, {0.25f, 0.68f, 0.68f}};

/// Draws the black nodes, coloured by size.
Result<void> drawBlackNodes(const Built& built, const std::string& path) {
    const std::vector<Cell> black = blackCells(built.octree, built.grid.level);
    if (black.size() > kMostDrawn) {
        return tl::unexpected("--picture: " + std::to_string(black.size()) +
                              " black nodes exceed the limit of " + std::to_string(kMostDrawn) +
                              "; choose a smaller --level");
    }
    if (black.empty()) return tl::unexpected(std::string("--picture: the octree has no black node"));
    auto renderer = view::OffscreenRenderer::create();
    if (!renderer) return tl::unexpected(renderer.error());
    std::map<int, std::vector<Cell>> bySize;
    for (const Cell& cell : black) bySize[cell.edge].push_back(cell);
    std::vector<view::DrawnBody> bodies;
    for (const auto& [edge, cells] : bySize) {
        view::DrawnBody body;
        body.mesh = (*renderer)->addMesh(drawnCubes(meshOfCubes(cells, built.grid)));
        body.colour = kSizeColours[bodies.size() % std::size(kSizeColours)];
        bodies.push_back(body);
    }
    return (*renderer)->draw(bodies, (*renderer)->framing(bodies, {0.55f, 0.6f, 1.0f}), path);
}

Result<int> runOctree(const OctreeOptions& options) {
    const auto built = isDfText(options.file) ? readDf(options) : build(options);
    if (!built) return tl::unexpected(built.error());
    printOctree(*built);
    if (options.df.empty()) printDf(*built);
    Result<void> done;
    if (!options.df.empty()) done = writeFile(options.df, dfText(built->octree) + '\n');
    if (done && !options.picture.empty()) done = drawBlackNodes(*built, options.picture);
    return done.map([] { return EXIT_SUCCESS; });
}

}  // namespace

Subcommand addOctree(CLI::App& program) {
    const auto options = std::make_shared<OctreeOptions>();
    CLI::App* app = program.add_subcommand("octree", "the linear octree of a mesh: DF text, nodes, picture");
    app->add_option("MESH", options->file, "mesh file; or a DF text, whose name ends in .df")->required();
    app->add_option("--level", options->level, "halvings from the root to a voxel, 1 to 10");
    app->add_option("--contents", options->contents, "solid: of a closed mesh; faces: its surface only")
        ->check(CLI::IsMember({"solid", "faces"}));
    app->add_option("--rule", options->rule,
                    "a voxel is black if it touches the solid, or if its centre is inside")
        ->check(CLI::IsMember({"touch", "centre"}));
    app->add_option("--df", options->df, "file for the DF text")->check(kWritable);
    app->add_option("--picture", options->picture, "PNG file of the black nodes")
        ->check(kPng)
        ->check(kWritable);
    return {app, [options](char**) { return runOctree(*options); }};
}

}  // namespace ricochet::lab
