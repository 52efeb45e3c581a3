// Figures 3 to 5 of paper 002: pairs of solids, two jaws, and five teeth in four positions.

#include "demos/app/mesh_solid.h"
#include "demos/lab/reproduce/experiment.h"
#include "demos/lab/reproduce/paper002_scenes.h"
#include "demos/scenes/jaw_mesh.h"
#include "demos/scenes/mesh_generators.h"
#include "demos/view/offscreen_renderer.h"

namespace ricochet::lab::paper002 {
namespace {

constexpr int kWidth = 960, kHeight = 720;                                            // pixels
constexpr view::Colour kDarker{0.55f, 0.58f, 0.62f}, kBrighter{0.93f, 0.90f, 0.82f};  // as in figure 5

view::DrawnMesh drawnMesh(const Mesh& mesh) {
    view::DrawnMesh drawn;
    for (const Vec3& v : mesh.vertices()) {
        const Eigen::Vector3f f = v.cast<float>();
        drawn.vertices.push_back({f.x(), f.y(), f.z()});
    }
    for (Index face = 0; face < mesh.faceCount(); ++face) drawn.faces.push_back(mesh.face(face));
    return drawn;
}

struct PictureBody {
    SharedMesh mesh;
    Pose pose;
    view::Colour colour;
};

Result<void> draw(const std::vector<PictureBody>& shown, const view::Point& from, const std::string& path) {
    // One renderer a picture: its meshes are not needed again.
    const auto renderer = view::OffscreenRenderer::create(kWidth, kHeight);
    if (!renderer) return tl::unexpected(renderer.error());
    std::vector<view::DrawnBody> bodies;
    for (const PictureBody& each : shown) {
        view::DrawnBody body{(*renderer)->addMesh(drawnMesh(*each.mesh))};
        for (std::size_t i = 0; i < 9; ++i) {
            body.rotation[i] =
                static_cast<float>(each.pose.rotation(Eigen::Index(i / 3), Eigen::Index(i % 3)));
        }
        const Eigen::Vector3f at = each.pose.translation.cast<float>();
        body.translation = {at.x(), at.y(), at.z()};
        body.colour = each.colour;
        bodies.push_back(body);
    }
    return (*renderer)->draw(bodies, (*renderer)->framing(bodies, from), path);
}

Result<void> draw(const Scene& scene, const view::Point& from, const std::string& path) {
    return draw({{scene.a, scene.poseA, kDarker}, {scene.b, scene.poseB, kBrighter}}, from, path);
}

/// Both dental arches of the scene `jaws`, half open.
std::vector<PictureBody> jaws(int around, int along) {
    scenes::SceneMesh upper = scenes::dentalArch({.tooth = {around, along}, .shift = 0.5, .isUpper = true});
    scenes::translate(upper, scenes::vertexAt(0, 3, 0));
    return {{meshOf(scenes::dentalArch({.tooth = {around, along}})), {}, kDarker},
            {meshOf(upper), {}, kBrighter}};
}

}  // namespace

Result<void> runPictures(Effort effort, Report& report) {
    if (report.picturePath("figure3a").empty()) return {};
    const Index faces = effort == Effort::trial ? 5'000 : 160'000;
    const int facesPerTooth = effort == Effort::trial ? 2'000 : 22'000;
    const view::Point oblique{0.4f, 0.5f, 1.0f};
    for (const auto& [make, name] : {std::pair(&figure3a, "figure3a"), std::pair(&figure3b, "figure3b"),
                                     std::pair(&figure3c, "figure3c")}) {
        if (const auto drawn = draw(make(faces, 64), oblique, report.picturePath(name)); !drawn) return drawn;
    }
    const int around = effort == Effort::trial ? 24 : 60, along = effort == Effort::trial ? 20 : 48;
    if (const auto drawn = draw(jaws(around, along), {0.3f, 0.25f, 1.0f}, report.picturePath("figure4"));
        !drawn) {
        return drawn;
    }
    for (const auto& [stage, name] : {std::pair(Stage::a, "figure5a"), std::pair(Stage::b, "figure5b"),
                                      std::pair(Stage::c, "figure5c"), std::pair(Stage::d, "figure5d")}) {
        const Scene scene = figure5(stage, Along::closing, 64, facesPerTooth);
        if (const auto drawn = draw(scene, {0.15f, 0.2f, 1.0f}, report.picturePath(name)); !drawn)
            return drawn;
    }
    report.say(
        "Figures 3 to 5: three pairs of solids, two jaws, and five teeth in four positions. Ours are made "
        "by code; `ricochet run complex-solids` has the solids of figure 3.");
    return {};
}

}  // namespace ricochet::lab::paper002
