// Figure 12: the six models, and beside each its sampling: the axes of the shells from the nearest to the
// farthest distance.

#include "algorithms/spherical_field/field.h"
#include "demos/lab/reproduce/experiment.h"
#include "demos/lab/reproduce/paper004_models.h"
#include "demos/view/offscreen_renderer.h"

namespace ricochet::lab::paper004 {
namespace {

constexpr int kSamplesLevel = 3;  // 8 x 8 samples a side
constexpr Real kColumn = 2.1;     // sides of the unit box, between two models
constexpr Real kRow = 1.5;
constexpr Real kSamplingScale = 0.7;  // of the model
constexpr Real kThickness = 0.006;    // sides of the unit box, of an axis as drawn

constexpr view::Colour kColours[] = {{0.55f, 0.35f, 0.25f}, {0.35f, 0.35f, 0.42f}, {0.30f, 0.55f, 0.25f},
                                     {0.80f, 0.30f, 0.25f}, {0.45f, 0.65f, 0.55f}, {0.85f, 0.80f, 0.70f}};
constexpr view::Colour kAxisColour = {0.20f, 0.35f, 0.75f};

view::Point pointOf(const Vec3& v) {
    return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

/// A prism with three sides.
void addStick(const Vec3& from, const Vec3& to, view::DrawnMesh& mesh) {
    const Vec3 along = (to - from).normalized(), u = along.unitOrthogonal(), v = along.cross(u);
    const Vec3 corners[] = {u, -0.5 * u + 0.866 * v, -0.5 * u - 0.866 * v};
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    for (const Vec3& end : {from, to}) {
        for (const Vec3& corner : corners) mesh.vertices.push_back(pointOf(end + kThickness * corner));
    }
    for (std::uint32_t i = 0; i < 3; ++i) {
        const std::uint32_t a = first + i, b = first + (i + 1) % 3;
        mesh.faces.push_back({a, b, b + 3});
        mesh.faces.push_back({a, b + 3, a + 3});
    }
}

view::DrawnMesh drawn(const Mesh& mesh) {
    view::DrawnMesh result;
    for (const Vec3& vertex : mesh.vertices()) result.vertices.push_back(pointOf(vertex));
    result.faces = mesh.faces();
    return result;
}

/// The axis of each shell, clipped to it.
view::DrawnMesh drawnSampling(const Mesh& mesh) {
    const auto field = spherical_field::buildField(
        mesh, {.level = kSamplesLevel, .sampling = spherical_field::Sampling::rayCasting});
    const auto shells = field.shells.reconstruct(field.level).back();
    view::DrawnMesh result;
    for (std::size_t i = 0; i < shells.size(); ++i) {
        if (shells[i].isEmpty()) continue;
        const Vec3& axis = spherical_field::axesOf(field.level)[i];
        // A shell of a single layer is as thin as a point; it is drawn as thick as a stick.
        const Real lower = shells[i].lower, upper = std::max(shells[i].upper, lower + kThickness);
        addStick(kSamplingScale * (field.sphere.centre + lower * axis),
                 kSamplingScale * (field.sphere.centre + upper * axis), result);
    }
    return result;
}

/// Two rows of three; each model has its sampling on its left.
std::vector<view::DrawnBody> arranged(const std::vector<CollisionModel>& models,
                                      view::OffscreenRenderer& renderer) {
    std::vector<view::DrawnBody> bodies;
    for (std::size_t i = 0; i < models.size(); ++i) {
        const Vec3 place(kColumn * Real(i % 3), -kRow * Real(i / 3), 0);
        view::DrawnBody model{renderer.addMesh(drawn(*models[i].mesh))};
        model.translation = pointOf(place);
        model.colour = kColours[i];
        view::DrawnBody sampling{renderer.addMesh(drawnSampling(*models[i].mesh))};
        sampling.translation = pointOf(place + Vec3(-0.9, -0.2, 0));
        sampling.colour = kAxisColour;
        bodies.push_back(model);
        bodies.push_back(sampling);
    }
    return bodies;
}

}  // namespace

Result<void> runFigure12(Effort, Report& report) {
    const auto all = models();
    if (!all) return tl::unexpected(all.error());
    report.say("models of figure 12", tableOf(*all), Alignment::left);
    const std::string file = report.picturePath("figure12");
    if (file.empty()) return {};
    const auto renderer = view::OffscreenRenderer::create(1500, 900);
    if (!renderer) return tl::unexpected(renderer.error());
    const auto bodies = arranged(*all, **renderer);
    const auto picture = (*renderer)->draw(bodies, (*renderer)->framing(bodies, {0.15f, 0.25f, 1}), file);
    if (!picture) return tl::unexpected(picture.error());
    report.say(
        "Figure 12: the models, and on the left of each the axes of its shells at 8 x 8 samples, from the "
        "nearest to the farthest distance");
    return {};
}

}  // namespace ricochet::lab::paper004
