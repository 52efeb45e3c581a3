// Figures 1 to 4 of paper 003: views of an oil tanker. Ours is procedural; objects are coloured by their
// form.

#include "demos/lab/reproduce/experiment.h"
#include "demos/lab/reproduce/paper003_tankers.h"
#include "demos/view/offscreen_renderer.h"

#include <algorithm>

namespace ricochet::lab::paper003 {
namespace {

enum Kind : std::size_t { hull, plate, rod, fitting, vessel, kKinds };
constexpr std::array<view::Colour, kKinds> kColours = {{{0.62f, 0.24f, 0.20f},
                                                        {0.70f, 0.73f, 0.75f},
                                                        {0.32f, 0.60f, 0.42f},
                                                        {0.90f, 0.66f, 0.22f},
                                                        {0.36f, 0.52f, 0.74f}}};

view::Point pointOf(const Vec3& v) {
    return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

Kind kindOf(const Aabb& box, const Aabb& ship) {
    Vec3 size = box.size();
    std::sort(size.begin(), size.end());
    // The outermost plates; stiffeners stand on their outer side.
    constexpr Real kStiffener = 0.3;
    for (int axis : {0, 1, 2}) {
        const bool isOutermost =
            box.min[axis] <= ship.min[axis] + kStiffener || box.max[axis] >= ship.max[axis] - kStiffener;
        if (isOutermost && box.size()[axis] < 0.1 && size[1] > 1) return hull;
    }
    if (size[0] < 0.1 && size[1] > 1) return plate;
    if (size[2] > 4 * size[1]) return rod;
    return size[2] < 1 ? fitting : vessel;
}

/// One mesh a kind.
struct Ship {
    std::array<view::DrawnMesh, kKinds> meshes;
    Aabb box;
};

Result<Ship> drawnShip(std::int64_t triangles) {
    std::vector<mktree::WorldObject> objects;
    const mktree::ObjectStream stream = tankerObjects(triangles);
    Ship ship;
    for (mktree::WorldObject object;;) {
        const auto more = stream(object);
        if (!more) return tl::unexpected(more.error());
        if (!*more) break;
        for (const Vec3& v : object.vertices) ship.box.include(v);
        objects.push_back(object);
    }
    for (const mktree::WorldObject& object : objects) {
        Aabb box;
        for (const Vec3& v : object.vertices) box.include(v);
        view::DrawnMesh& mesh = ship.meshes[kindOf(box, ship.box)];
        const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
        for (const Vec3& v : object.vertices) mesh.vertices.push_back(pointOf(v));
        for (const Face& f : object.faces) mesh.faces.push_back({f[0] + first, f[1] + first, f[2] + first});
    }
    return ship;
}

struct Figure {
    const char* name;
    view::Camera camera;
};

std::vector<Figure> figuresOf(const view::OffscreenRenderer& renderer, const Aabb& ship,
                              std::span<const view::DrawnBody> bodies) {
    constexpr Real kBay = scenes::Tanker::kBay, kCorridor = scenes::Tanker::kCorridorAt;
    const auto point = [](Real x, Real y, Real z) { return pointOf(Vec3(x, y, z)); };
    // Cut open along its middle.
    const view::Cutaway opened{point(0, 0, kCorridor), {0, 0, 1}};
    view::Camera general = renderer.framing(bodies, {0.25f, 0.35f, 1.0f});
    general.cutaway = opened;
    const view::Camera outside = renderer.framing(bodies, {-0.6f, 0.3f, 0.8f});
    // Along a corridor, at eye level.
    const Real eye = ship.min.y() + 1.7;
    view::Camera inside;
    inside.eye = point(ship.min.x() + 0.4, eye, kCorridor);
    inside.target = point(ship.max.x(), eye - 0.3, kCorridor);
    inside.fieldOfView = 70;
    view::Camera detail;
    detail.eye = point(1.9 * kBay, ship.min.y() + 0.8 * kBay, kCorridor + 1.1 * kBay);
    detail.target = point(1.4 * kBay, ship.min.y() + 0.4 * kBay, kCorridor - 0.3 * kBay);
    detail.fieldOfView = 50;
    detail.cutaway = opened;
    return {{"figure1", general}, {"figure2", inside}, {"figure3", outside}, {"figure4", detail}};
}

}  // namespace

Result<void> runFigures(Effort, Report& report) {
    const auto ship = drawnShip(scenes::kTankerVariants[0].polygons);
    if (!ship) return tl::unexpected(ship.error());
    if (report.picturePath("figure1").empty()) return {};
    const auto renderer = view::OffscreenRenderer::create();
    if (!renderer) return tl::unexpected(renderer.error());
    std::vector<view::DrawnBody> bodies;
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
        if (ship->meshes[kind].faces.empty()) continue;
        view::DrawnBody body{(*renderer)->addMesh(ship->meshes[kind])};
        body.colour = kColours[kind];
        body.isCut = true;
        bodies.push_back(body);
    }
    for (const Figure& figure : figuresOf(**renderer, ship->box, bodies)) {
        const auto drawn = (*renderer)->draw(bodies, figure.camera, report.picturePath(figure.name));
        if (!drawn) return tl::unexpected(drawn.error());
    }
    report.say("Figures 1 to 4: a general, an inside, an external and a detailed view of tanker ALL");
    return {};
}

}  // namespace ricochet::lab::paper003
