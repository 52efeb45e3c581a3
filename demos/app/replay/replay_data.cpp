#include "demos/app/replay/replay_data.h"

#include "demos/app/output_file.h"
#include "demos/app/quantities.h"
#include "demos/app/replay/assets.h"
#include "demos/app/replay/gltf_file.h"
#include "demos/app/replay/page_text.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <meshoptimizer.h>
#include <span>
#include <string_view>

namespace ricochet::app {
namespace {

using Json = nlohmann::ordered_json;
using Corner = std::array<float, 3>;

/// As the machine stores it, which is little-endian as the page expects.
template <class Value>
std::string base64(const std::vector<Value>& values) {
    return app::base64(
        std::string_view(reinterpret_cast<const char*>(values.data()), sizeof(Value) * values.size()));
}

struct CoordinateRange {
    Corner min, size;
};

/// Of points given as triples of coordinates.
CoordinateRange rangeOf(std::span<const float> coordinates) {
    Corner min, max;
    min.fill(std::numeric_limits<float>::infinity());
    max.fill(-std::numeric_limits<float>::infinity());
    for (std::size_t i = 0; i < coordinates.size(); ++i) {
        min[i % 3] = std::min(min[i % 3], coordinates[i]);
        max[i % 3] = std::max(max[i % 3], coordinates[i]);
    }
    if (coordinates.empty()) return {{0, 0, 0}, {0, 0, 0}};
    return {min, {max[0] - min[0], max[1] - min[1], max[2] - min[2]}};
}

/// 16 bits per coordinate, across the box.
std::vector<std::uint16_t> quantised(std::span<const float> coordinates, const CoordinateRange& box) {
    std::vector<std::uint16_t> result;
    for (std::size_t i = 0; i < coordinates.size(); ++i) {
        const float size = box.size[i % 3], share = size > 0 ? (coordinates[i] - box.min[i % 3]) / size : 0;
        result.push_back(static_cast<std::uint16_t>(std::lround(65535 * share)));
    }
    return result;
}

/// A mesh of at most `kMostPageFaces`: edges are collapsed while that changes the shape little, else vertices
/// in a cell of a grid are one.
ReplayMesh simplified(const ReplayMesh& mesh) {
    constexpr float kError = 0.01f;  // over the mesh's size
    const unsigned* const indices = mesh.faces.front().data();
    const float* const coordinates = mesh.vertices.front().data();
    const std::size_t count = 3 * mesh.faces.size(), vertices = mesh.vertices.size();
    std::vector<unsigned> left(count);
    left.resize(meshopt_simplify(left.data(), indices, count, coordinates, vertices, sizeof(Corner),
                                 3 * kMostPageFaces, kError));
    if (left.size() > 3 * kMostPageFaces) {
        left.resize(count);
        left.resize(meshopt_simplifySloppy(left.data(), indices, count, coordinates, vertices, sizeof(Corner),
                                           3 * kMostPageFaces, 1));
    }
    ReplayMesh result;
    result.vertices.resize(vertices);
    result.vertices.resize(meshopt_optimizeVertexFetch(result.vertices.data(), left.data(), left.size(),
                                                       coordinates, vertices, sizeof(Corner)));
    for (std::size_t i = 0; i + 2 < left.size(); i += 3)
        result.faces.push_back({left[i], left[i + 1], left[i + 2]});
    return result;
}

/// 16-bit coordinates in the mesh's box, and vertex indices.
Json meshJson(const ReplayMesh& whole) {
    const ReplayMesh mesh = whole.faces.size() > kMostPageFaces ? simplified(whole) : whole;
    const std::span<const float> coordinates(mesh.vertices.front().data(), 3 * mesh.vertices.size());
    const CoordinateRange box = rangeOf(coordinates);
    std::vector<std::uint32_t> wide;
    for (const auto& face : mesh.faces) wide.insert(wide.end(), face.begin(), face.end());
    const bool isWide = mesh.vertices.size() > 65536;
    return {{"vertices", base64(quantised(coordinates, box))},
            {"faces", isWide ? base64(wide) : base64(std::vector<std::uint16_t>(wide.begin(), wide.end()))},
            {"wide", isWide},
            {"min", box.min},
            {"size", box.size}};
}

Json runJson(const ReplayRun& run) {
    Json bodies = Json::array(), series = Json::array(), numbers = Json::array();
    for (const ReplayBody& body : run.bodies) {
        bodies.push_back({{"mesh", body.mesh}, {"moves", body.moves}, {"lost", body.isLost}});
    }
    Json forms = Json::array();
    for (const ReplayForms& each : run.forms) {
        const CoordinateRange formBox = rangeOf(each.vertices);
        forms.push_back({{"body", each.body},
                         {"every", each.every},
                         {"frames", each.frames},
                         {"vertices", base64(quantised(each.vertices, formBox))},
                         {"min", formBox.min},
                         {"size", formBox.size}});
    }
    for (const ReplaySeries& each : run.series) {
        Json values = Json::array();
        for (const float value : each.values) {
            char text[32];
            std::snprintf(text, sizeof text, "%.4g", double(value));
            values.push_back(std::isfinite(value) ? Json::parse(text) : Json(nullptr));
        }
        series.push_back({{"name", each.name}, {"unit", each.unit}, {"values", values}});
    }
    for (const auto& [name, value] : run.numbers) numbers.push_back({name, value});
    const CoordinateRange box = rangeOf(run.contactPoints);
    float size = 0;
    for (const float s : rangeOf(run.positions).size) size = std::max(size, s);
    return {{"name", run.name},
            {"numbers", numbers},
            {"frameSeconds", run.frameSeconds},
            {"seconds", run.seconds},
            {"frames", run.frames},
            {"bodies", bodies},
            {"forms", forms},
            {"positions", base64(run.positions)},
            {"rotations", base64(run.rotations)},
            {"contacts",
             {{"first", base64(run.contactBegin)},
              {"points", base64(quantised(run.contactPoints, box))},
              {"normals", base64(run.contactNormals)},
              {"min", box.min},
              {"size", box.size},
              {"length", run.contactLength}}},
            {"series", series}};
}

/// What a page leaves out.
std::string aboutText(const std::vector<ReplayRun>& runs, const ReplayMeshes& meshes) {
    std::string text = "Drag to turn, wheel to zoom, right button to move. Click a chart to go to a time.";
    const auto isCoarser = [](const ReplayMesh& mesh) { return mesh.faces.size() > kMostPageFaces; };
    if (std::any_of(meshes.begin(), meshes.end(), isCoarser)) {
        text += " Meshes above " + countText(kMostPageFaces) +
                " triangles are drawn with fewer; the run was computed with all.";
    }
    for (const ReplayRun& run : runs) {
        if (run.isUnformed)
            text += " " + run.name + ": bodies whose triangles change are shown as they start.";
        if (run.every == 1) continue;
        text += " " + run.name + ": every " + std::to_string(run.every) + "th step is shown.";
    }
    return text;
}

}  // namespace

std::size_t ReplayMeshes::add(ReplayMesh mesh) {
    const auto known = std::find(meshes_.begin(), meshes_.end(), mesh);
    if (known != meshes_.end()) return static_cast<std::size_t>(known - meshes_.begin());
    meshes_.push_back(std::move(mesh));
    return meshes_.size() - 1;
}

void addReplayFiles(CLI::App& app, ReplayFiles& files) {
    app.add_option("--html", files.html,
                   "file for a page that shows the run in any browser, without a network")
        ->check(kWritable);
    app.add_option("--record", files.gltf, "file .glb for the run as an animation in binary glTF")
        ->check(kWritable);
}

Result<void> checkReplay(const std::string& html) {
    if (html.empty() || !kThree.empty()) return {};
    return tl::unexpected(
        std::string("--html: three.js and uPlot were absent when this program was built; "
                    "run third_party/install with a network, configure and build again"));
}

static Result<void> writePage(const std::string& html, const std::string& title,
                              const std::vector<ReplayRun>& runs, const ReplayMeshes& meshes) {
    if (html.empty()) return {};
    Json data = {{"title", title},
                 {"about", aboutText(runs, meshes)},
                 {"meshes", Json::array()},
                 {"runs", Json::array()}};
    for (const ReplayMesh& mesh : meshes) data["meshes"].push_back(meshJson(mesh));
    for (const ReplayRun& run : runs) data["runs"].push_back(runJson(run));

    std::string page(kPageTemplate);
    fill(page, "HEAD", kPageHead);
    fill(page, "CHART_STYLE", kChartStyle);
    fill(page, "LICENSES", std::string(kThreeLicence) + "\n" + std::string(kChartLicence));
    fill(page, "THREE", kThree);
    fill(page, "CONTROLS", kOrbitControls);
    fill(page, "CHARTS", kChartScript);
    fill(page, "REPLAY", kReplayScript);
    fill(page, "DATA", scriptText(data));
    return writeFile(html, page);
}

Result<void> writeReplay(const ReplayFiles& files, const std::string& title,
                         const std::vector<ReplayRun>& runs, const ReplayMeshes& meshes) {
    return writePage(files.html, title, runs, meshes).and_then([&] {
        return writeGltf(files.gltf, runs, meshes);
    });
}

}  // namespace ricochet::app
