// The convex hull of a mesh; its features are red if the model has them, too, and green if only the hull
// does: Lin, Manocha, Cohen, Gottschalk, Collision Detection: Algorithms and Applications, 1996, 4.1.

#include "algorithms/closest_features/feature_colours.h"
#include "demos/app/output_file.h"
#include "demos/lab/commands.h"
#include "demos/mesh_files/read_mesh.h"
#include "demos/view/offscreen_renderer.h"
#include "plugin/clocks.h"

#include <CLI/CLI.hpp>

#include <iostream>
#include <memory>

namespace ricochet::lab {
namespace {

struct HullOptions {
    std::string file, out;
};

constexpr view::Colour kRed = {0.85f, 0.25f, 0.2f}, kGreen = {0.3f, 0.7f, 0.35f};

void printCount(const char* kind, const IndexLists& features) {
    Index red = 0;
    for (Index i = 0; i < features.size(); ++i) red += !features[i].empty();
    std::cout << kind << ": " << features.size() << ", red " << red << ", green " << features.size() - red
              << '\n';
}

void printHull(const Mesh& mesh, const Polytope& hull, const FeatureColours& colours, double microseconds) {
    constexpr const char* kDimensionNames[] = {"a point", "a segment", "flat", "a body"};
    std::cout << mesh.faceCount() << " triangles, " << mesh.vertexCount() << " vertices; the hull is "
              << kDimensionNames[hull.dimension] << '\n';
    printCount("vertices", colours.vertices);
    printCount("edges", colours.edges);
    printCount("faces", colours.faces);
    std::cout << "red faces consist of " << colours.faces.items.size() << " triangles; coloured in "
              << 1e-3 * microseconds << " ms\n";
}

/// The hull's faces of one colour, as triangle fans.
view::DrawnMesh drawnFaces(const Polytope& hull, const FeatureColours& colours, bool isRed) {
    view::DrawnMesh drawn;
    for (Index f = 0; f < hull.faces.size(); ++f) {
        if (colours.isRed({PolytopePart::face, f}) != isRed) continue;
        const auto first = static_cast<std::uint32_t>(drawn.vertices.size());
        for (const Index e : hull.sidesOf(f)) {
            const Polytope::Edge& edge = hull.edges[e];
            const Vec3& p = hull.vertices[edge.left == f ? edge.tail : edge.head];
            drawn.vertices.push_back({float(p.x()), float(p.y()), float(p.z())});
        }
        for (std::uint32_t k = 1; k + 1 < hull.faces[f].count; ++k) {
            drawn.faces.push_back({first, first + k, first + k + 1});
        }
    }
    return drawn;
}

Result<void> drawHull(const Polytope& hull, const FeatureColours& colours, const std::string& file) {
    if (hull.faces.empty()) return tl::unexpected(std::string("--out: a hull without faces has no picture"));
    auto renderer = view::OffscreenRenderer::create();
    if (!renderer) return tl::unexpected(renderer.error());
    std::vector<view::DrawnBody> bodies;
    for (const bool isRed : {true, false}) {
        const view::DrawnMesh mesh = drawnFaces(hull, colours, isRed);
        if (mesh.faces.empty()) continue;
        view::DrawnBody body;
        body.mesh = (*renderer)->addMesh(mesh);
        body.colour = isRed ? kRed : kGreen;
        bodies.push_back(body);
    }
    return (*renderer)->draw(bodies, (*renderer)->framing(bodies, {0.55f, 0.6f, 1.0f}), file);
}

Result<int> runHull(const HullOptions& options) {
    const auto mesh = readMesh(options.file);
    if (!mesh) return tl::unexpected(mesh.error());
    const auto hull = buildPolytope((*mesh)->vertices());
    if (!hull) return tl::unexpected(options.file + ": " + hull.error());
    const double start = threadMicroseconds();
    const FeatureColours colours = colourFeatures(*hull, **mesh);
    printHull(**mesh, *hull, colours, threadMicroseconds() - start);
    if (options.out.empty()) return EXIT_SUCCESS;
    return drawHull(*hull, colours, options.out).map([] { return EXIT_SUCCESS; });
}

}  // namespace

Subcommand addHull(CLI::App& program) {
    const auto options = std::make_shared<HullOptions>();
    CLI::App* app = program.add_subcommand(
        "hull", "the convex hull of a mesh: features of the model in red, its own in green");
    app->add_option("MESH", options->file, "mesh file")->required();
    app->add_option("--out", options->out, "PNG file: the hull, its faces red and green")
        ->check(kPng)
        ->check(kWritable);
    return {app, [options](char**) { return runHull(*options); }};
}

}  // namespace ricochet::lab
