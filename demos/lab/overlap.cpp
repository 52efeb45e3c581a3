// The overlap of two solids seen along one direction: the collision map of paper 002 in numbers, the distance
// map (its figure 6) as a picture.

#include "algorithms/geometry/mesh_topology.h"
#include "algorithms/stencil/detector.h"
#include "algorithms/stencil/distance_map.h"
#include "demos/app/number_checks.h"
#include "demos/lab/commands.h"
#include "demos/lab/picture.h"
#include "demos/mesh_files/read_mesh.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <iostream>
#include <limits>
#include <memory>

namespace ricochet::lab {
namespace {

using stencil::DistanceMap;
using stencil::PixelCase;
using stencil::View;

struct OverlapOptions {
    std::string fileA, fileB, out;
    std::vector<double> offset = {0, 0, 0}, direction = {0, 0, 1};
    int pixels = 128;
    bool onCpu = false;
};

constexpr const char* kCaseNames[stencil::kPixelCases] = {"A is not there",
                                                          "a: B behind A, or not there",
                                                          "b: B begins in A",
                                                          "c: A in B",
                                                          "d: B in A",
                                                          "e: B ends in A",
                                                          "f: B before A",
                                                          "overlap or touch, of several layers",
                                                          "apart, of several layers",
                                                          "undecided",
                                                          "odd number of layers"};

Vec3 vectorOf(const std::vector<double>& v) { return {v[0], v[1], v[2]}; }

/// A square view along the direction that contains both boxes.
View viewOf(const Vec3& direction, const Mesh& a, const Mesh& b, const Pose& poseB, int pixels) {
    View view;
    const Vec3 forward = direction.normalized();
    const Vec3 right = forward.unitOrthogonal();
    view.axes.row(0) = right;
    view.axes.row(1) = forward.cross(right);
    view.axes.row(2) = forward;
    Aabb seen;
    for (const Vec3& v : a.vertices()) seen.include(view.axes * v);
    for (const Vec3& v : b.vertices()) seen.include(view.axes * transformPoint(poseB, v));
    const Real side = 1.02 * std::max(seen.size().x(), seen.size().y());  // a margin of 1 %
    view.size = Vec3(side, side, 1.02 * seen.size().z());
    view.min = seen.centre() - 0.5 * view.size;
    view.pixels = pixels;
    return view;
}

struct OverlapSolid {
    std::string file;
    std::shared_ptr<const Mesh> mesh;
    Pose pose;

    stencil::PlacedMesh placed() const { return {mesh.get(), pose}; }
};

/// The collision map and the layers behind the picture, from the same renderer.
struct Seen {
    std::string renderer;
    stencil::CollisionMap map;
    bool usedLists = false;
    stencil::PairLayers layers;
};

Result<Seen> withLayers(Seen seen, const stencil::LayerSource& source, const OverlapSolid& a,
                        const OverlapSolid& b, const View& view) {
    auto layers = source.layers(a.placed(), b.placed(), std::span(&view, 1));
    if (!layers) return tl::unexpected(layers.error());
    seen.layers = std::move(layers->front());
    return seen;
}

Result<Seen> drawnByOpenGl(const OverlapSolid& a, const OverlapSolid& b, const View& view) {
    auto started = gl::Thread::start({4, 5});
    if (!started) {
        return tl::unexpected(started.error().message() + " --cpu computes the same without OpenGL.");
    }
    const std::shared_ptr<gl::Thread> thread = std::move(*started);
    const auto detector = stencil::Detector::create({}, thread);
    if (!detector) return tl::unexpected(detector.error());
    const auto drawnA = (*detector)->upload(a.mesh), drawnB = (*detector)->upload(b.mesh);
    if (!drawnA) return tl::unexpected(a.file + ": " + drawnA.error());
    if (!drawnB) return tl::unexpected(b.file + ": " + drawnB.error());
    auto answer = (*detector)->detect(**drawnA, a.pose, **drawnB, b.pose, view);
    if (!answer) return tl::unexpected(answer.error());
    const auto source = stencil::DrawnLayers::create(thread);
    if (!source) return tl::unexpected(source.error());
    return withLayers({thread->description(), std::move(answer->map), answer->usedLists, {}}, **source, a, b,
                      view);
}

Result<Seen> computedByCpu(const OverlapSolid& a, const OverlapSolid& b, const View& view) {
    for (const OverlapSolid* solid : {&a, &b}) {
        const std::string complaint = stencil::validateTopology(buildTopology(*solid->mesh));
        if (!complaint.empty()) return tl::unexpected(solid->file + ": " + complaint);
    }
    if (std::string complaint = view.complaint(); !complaint.empty()) return tl::unexpected(complaint);
    return withLayers(
        {"the CPU, without OpenGL", stencil::intervalMap(*a.mesh, a.pose, *b.mesh, b.pose, view), false, {}},
        stencil::CpuLayers(), a, b, view);
}

void printCases(const Seen& answer) {
    const auto counts = answer.map.histogram();
    std::uint32_t overlapping = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (stencil::isCollision(static_cast<PixelCase>(i))) overlapping += counts[i];
    }
    std::cout << "overlap or touch in " << overlapping << " pixels of " << answer.map.pixels << " x "
              << answer.map.pixels << (answer.usedLists ? ", some by lists of layers" : "") << '\n';
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (counts[i] > 0) std::cout << "  " << counts[i] << "  " << kCaseNames[i] << '\n';
    }
}

/// Along the view, metres: least and greatest; both infinite if no pixel has both solids.
std::pair<Real, Real> rangeOf(const DistanceMap& map) {
    Real low = std::numeric_limits<Real>::infinity(), high = -low;
    for (std::size_t i = 0; i < map.distances.size(); ++i) {
        if (const auto distance = map.at(i)) {
            low = std::min(low, *distance);
            high = std::max(high, *distance);
        }
    }
    return {low, high};
}

void printRange(Real low, Real high) {
    std::cout << "along the view: ";
    if (low > high) {
        std::cout << "no pixel shows both\n";
        return;
    }
    if (low < 0) std::cout << "deepest " << -low << " m";
    if (low == 0) std::cout << "they touch";
    if (low > 0) std::cout << "at least " << low << " m apart";
    if (high > 0) std::cout << ", at most " << high << " m apart";
    std::cout << '\n';
}

Result<int> runOverlap(const OverlapOptions& options) {
    const auto meshA = readMesh(options.fileA), meshB = readMesh(options.fileB);
    if (!meshA) return tl::unexpected(meshA.error());
    if (!meshB) return tl::unexpected(meshB.error());
    if (vectorOf(options.direction).isZero()) return tl::unexpected(std::string("--direction is zero"));
    const OverlapSolid a{options.fileA, *meshA, {}},
        b{options.fileB, *meshB, {Matrix3::Identity(), vectorOf(options.offset)}};
    const View view = viewOf(vectorOf(options.direction), *a.mesh, *b.mesh, b.pose, options.pixels);
    const auto seen = options.onCpu ? computedByCpu(a, b, view) : drawnByOpenGl(a, b, view);
    if (!seen) return tl::unexpected(seen.error());
    std::cout << seen->renderer << '\n';
    printCases(*seen);

    const DistanceMap map = stencil::distanceMap(seen->layers, view);
    const auto [low, high] = rangeOf(map);
    printRange(low, high);
    if (options.out.empty()) return EXIT_SUCCESS;
    const Real farthest = low > high ? 1 : std::max({-low, high, 1e-300});
    Picture picture(map.pixels, map.pixels);
    picture.pixels = coloured(map, farthest);
    const auto colour = [&](Real metres) { return stencil::distanceColour(metres / farthest); };
    return writePicture(options.out, besideLegend(picture, colour, -farthest, farthest, "m")).map([] {
        return EXIT_SUCCESS;
    });
}

}  // namespace

Subcommand addOverlap(CLI::App& program) {
    const auto options = std::make_shared<OverlapOptions>();
    CLI::App* app = program.add_subcommand(
        "overlap", "overlap of two closed meshes seen along one direction (OpenGL): numbers, picture");
    app->add_option("A", options->fileA, "mesh file; seen from its near side")->required();
    app->add_option("B", options->fileB, "mesh file")->required();
    app->add_option("--offset", options->offset, "of B, metres: x y z")->expected(3)->check(kFinite);
    app->add_option("--direction", options->direction, "of the view: x y z")->expected(3)->check(kFinite);
    app->add_option("--pixels", options->pixels, "pixels per side: a power of two, 8 to 4096");
    app->add_flag("--cpu", options->onCpu, "without OpenGL: computed by the CPU");
    app->add_option("--out", options->out,
                    "picture of the distance along the view: grey only A, pink only B, red deep, "
                    "yellow touching, green and blue apart; a legend in metres");
    return {app, [options](char**) { return runOverlap(*options); }};
}

}  // namespace ricochet::lab
