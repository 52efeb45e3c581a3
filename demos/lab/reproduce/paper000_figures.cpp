// Figures 3.5, 3.8, 3.11 and 3.12 of paper 000: the objects of chapter 3's experiments. Ours are procedural.

#include "demos/lab/reproduce/experiment.h"
#include "demos/lab/reproduce/paper000_motions.h"
#include "demos/scenes/collision_models.h"
#include "demos/view/offscreen_renderer.h"

#include <algorithm>
#include <map>

namespace ricochet::lab::paper000 {
namespace {

constexpr int kFigureCycles = 72;
constexpr float kNear = 0.65f;  // of the camera's distance
constexpr std::array<view::Colour, 4> kBodyColours = {
    {{0.85f, 0.37f, 0.25f}, {0.25f, 0.55f, 0.80f}, {0.93f, 0.72f, 0.25f}, {0.40f, 0.68f, 0.42f}}};
constexpr view::Colour kOther = {0.72f, 0.72f, 0.70f};  // of many bodies, those that do not collide

/// Bodies at an instant, and the side from which they are seen.
struct FigureOfBodies {
    const char* name;
    std::vector<SharedMesh> meshes;
    std::vector<Pose> poses;
    view::Point direction;     ///< from the bodies to the camera
    float distance = 1;        ///< of the camera, over that at which the bodies certainly fill the picture
    std::size_t coloured = 4;  ///< the first ones, each in a colour of its own
};

view::Point pointOf(const Vec3& v) {
    return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

view::DrawnMesh drawnMesh(const Mesh& mesh) {
    view::DrawnMesh drawn;
    for (const Vec3& v : mesh.vertices()) drawn.vertices.push_back(pointOf(v));
    for (const Face& f : mesh.faces()) drawn.faces.push_back({f[0], f[1], f[2]});
    return drawn;
}

view::DrawnBody bodyAt(std::size_t mesh, const Pose& pose, const view::Colour& colour) {
    view::DrawnBody body{mesh};
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) {
            body.rotation[static_cast<std::size_t>(3 * row + column)] =
                static_cast<float>(pose.rotation(row, column));
        }
    }
    body.translation = pointOf(pose.translation);
    body.colour = colour;
    return body;
}

Result<void> draw(const FigureOfBodies& figure, Report& report) {
    const auto renderer = view::OffscreenRenderer::create();
    if (!renderer) return tl::unexpected(renderer.error());
    std::map<SharedMesh, std::size_t> meshes;
    std::vector<view::DrawnBody> bodies;
    for (std::size_t i = 0; i < figure.poses.size(); ++i) {
        const SharedMesh& mesh = figure.meshes[i];
        if (!meshes.contains(mesh)) meshes[mesh] = (*renderer)->addMesh(drawnMesh(*mesh));
        const view::Colour& colour = i < figure.coloured ? kBodyColours[i % kBodyColours.size()] : kOther;
        bodies.push_back(bodyAt(meshes[mesh], figure.poses[i], colour));
    }
    view::Camera camera = (*renderer)->framing(bodies, figure.direction);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        camera.eye[axis] = camera.target[axis] + figure.distance * (camera.eye[axis] - camera.target[axis]);
    }
    const auto drawn = (*renderer)->draw(bodies, camera, report.picturePath(figure.name));
    if (!drawn) return tl::unexpected(drawn.error());
    return {};
}

/// In two rows, the coarser ones above.
FigureOfBodies spheresInRows() {
    constexpr Real kSpacing = 2.4;
    constexpr int kInRow = 5;
    FigureOfBodies figure{"figure-3.5", {}, {}, {0, 0.15f, 1}, 1, 10};
    for (const int triangles : {8, 24, 48, 80, 168, 224, 360, 528, 960, 3968}) {
        const int i = static_cast<int>(figure.poses.size());
        figure.meshes.push_back(sphere(triangles));
        figure.poses.push_back({Matrix3::Identity(), kSpacing * Vec3(i % kInRow, -(i / kInRow), 0)});
    }
    return figure;
}

/// At a cycle of a run.
FigureOfBodies atCycle(const char* name, const Run& run, int cycle, std::size_t coloured = 4) {
    return {name, run.meshes, run.posesAt(cycle), {0.3f, 0.35f, 1}, kNear, coloured};
}

FigureOfBodies oneShuttle() {
    const Run run = shuttles(2, 1);
    return {"figure-3.12", {run.meshes.front()}, {Pose{}}, {0.6f, 0.5f, 1}, kNear};
}

}  // namespace

Result<void> runFigures(Effort, Report& report) {
    if (report.picturePath("figure-3.5").empty()) return {};
    const Run four = fourObjects(kFigureCycles), fifteen = shuttles(15, kFigureCycles);
    const FigureOfBodies figures[] = {spheresInRows(),
                                      atCycle("figure-3.8-shuttles", fifteen, kFigureCycles, 2),
                                      atCycle("figure-3.11-first", four, 0),
                                      atCycle("figure-3.11-last", four, kFigureCycles), oneShuttle()};
    for (const FigureOfBodies& figure : figures) {
        if (const auto drawn = draw(figure, report); !drawn) return drawn;
    }
    const TextTable beside = {
        {"figure", "the paper's text", "drawn here"},
        {"3.5", "\"some of the spheres which were used\", 8 to 3,968 triangles",
         "10 of the 14, by latitude and longitude"},
        {"3.8", "15 identical space shuttles, many of whose boxes overlap; two interfere at the last cycle",
         "the last cycle; the two are coloured"},
        {"3.11", "a sphere (120 faces), a space shuttle (528), a chair (146) and a Venus head (1816)",
         "the first and the last cycle; our shuttle, chair and head are procedural, with these numbers of "
         "faces"},
        {"3.12", "the space shuttle, 528 triangular patches", "ours, procedural"}};
    report.say("figures of chapter 3", beside, Alignment::left);
    return {};
}

}  // namespace ricochet::lab::paper000
