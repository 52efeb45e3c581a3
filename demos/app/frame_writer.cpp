#include "demos/app/frame_writer.h"

#include "demos/app/drawn_scene.h"

#include <cstdio>
#include <map>
#include <tuple>
#include <utility>

namespace ricochet::app {
namespace {

/// The box of all bodies, open upwards; infinite for a scene without static bodies.
std::pair<btVector3, btVector3> surroundingsOf(const scenes::Scene& scene) {
    const btVector3 all(BT_LARGE_FLOAT, BT_LARGE_FLOAT, BT_LARGE_FLOAT);
    btVector3 minimum = all, maximum = -all, min, max;
    bool hasGround = false;
    for (const scenes::SceneBody& body : scene.bodies()) {
        body.body->getAabb(min, max);
        minimum.setMin(min);
        maximum.setMax(max);
        hasGround |= body.body->isStaticOrKinematicObject();
    }
    maximum.setY(all.y());
    return hasGround ? std::pair(minimum, maximum) : std::pair(-all, all);
}

/// Against the gravity of what moves; without gravity, along y.
view::Point upOf(const scenes::Scene& scene) {
    btVector3 gravity(0, 0, 0);
    for (const scenes::SceneBody& body : scene.bodies()) {
        if (moves(body)) gravity += body.body->getGravity();
    }
    return gravity.fuzzyZero() ? view::Camera{}.up : pointOf(-gravity.normalized());
}

bool isIn(const btVector3& min, const btVector3& max, const view::Point& p) {
    return TestPointAgainstAabb2(min, max, btVector3(p[0], p[1], p[2]));
}

}  // namespace

Result<std::unique_ptr<FrameWriter>> FrameWriter::create(const scenes::Scene& scene, int width) {
    auto renderer = view::OffscreenRenderer::create(width, width * 9 / 16);
    if (!renderer) return tl::unexpected(renderer.error());
    return std::unique_ptr<FrameWriter>(new FrameWriter(std::move(*renderer), scene));
}

FrameWriter::FrameWriter(std::unique_ptr<view::OffscreenRenderer> renderer, const scenes::Scene& scene)
    : renderer_(std::move(renderer)), up_(upOf(scene)) {
    std::tie(least_, most_) = surroundingsOf(scene);
    addMeshes(scene);
}

/// A scene may exchange a body's mesh in any step.
void FrameWriter::takeNewMesh(std::size_t i, const std::shared_ptr<const scenes::SceneMesh>& mesh) {
    if (mesh == meshes_[i]) return;
    meshes_[i] = mesh;
    bodies_[i].mesh = renderer_->addMesh(drawnMesh(*mesh));
}

void FrameWriter::addMeshes(const scenes::Scene& scene) {
    std::map<const scenes::SceneMesh*, std::size_t> known;
    for (std::size_t i = 0; i < scene.bodies().size(); ++i) {
        const scenes::SceneBody& body = scene.bodies()[i];
        if (!body.mesh) continue;
        if (!known.count(body.mesh.get())) known[body.mesh.get()] = renderer_->addMesh(drawnMesh(*body.mesh));
        view::DrawnBody drawn;
        drawn.mesh = known[body.mesh.get()];
        drawn.colour = colourOf(body, i);
        drawn.isCut = !moves(body);
        drawn.isMarked = !body.soft && moves(body) && isRound(*body.mesh);
        drawn_.push_back(i);
        // One that collides with nothing is there to be seen.
        moves_.push_back(moves(body) ||
                         body.body->getCollisionShape()->getShapeType() == EMPTY_SHAPE_PROXYTYPE);
        meshes_.push_back(body.mesh);
        bodies_.push_back(drawn);
    }
}

void FrameWriter::place(const scenes::Scene& scene) {
    for (std::size_t i = 0; i < drawn_.size(); ++i) {
        takeNewMesh(i, scene.bodies()[drawn_[i]].mesh);
        setPose(bodies_[i], scene.bodies()[drawn_[i]].body->getWorldTransform());
    }
}

/// A body that leaves the scene's initial box, as through a floor, is not followed.
void FrameWriter::record(const scenes::Scene& scene, int step, double time) {
    place(scene);
    view::Moment moment{bodies_, moves_};
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
        moment.areSubjects[i] = moves_[i] && isIn(least_, most_, bodies_[i].translation);
    }
    recorded_.push_back({step, time});
    moments_.push_back(std::move(moment));
}

view::Camera FrameWriter::withGuides(std::size_t moment, view::Camera camera, std::string caption) const {
    char time[32];
    std::snprintf(time, sizeof time, "%.2f s", recorded_[moment].time);
    camera.guides = view::Guides{renderer_->guideLength(camera), std::move(caption) + time};
    return camera;
}

Result<void> FrameWriter::draw(std::size_t moment, const view::Camera& camera, const std::string& path) {
    return renderer_->draw(moments_[moment].bodies, withGuides(moment, camera, ""), path);
}

view::Image FrameWriter::picture(std::size_t moment, const view::Camera& camera, const std::string& caption) {
    return renderer_->picture(moments_[moment].bodies, withGuides(moment, camera, caption));
}

Result<void> FrameWriter::write(const std::filesystem::path& folder) {
    const std::vector<view::Camera> cameras = this->cameras();
    for (std::size_t i = 0; i < cameras.size(); ++i) {
        char name[32];
        std::snprintf(name, sizeof name, "frame_%06d.png", recorded_[i].step);
        if (auto drawn = draw(i, cameras[i], (folder / name).string()); !drawn) return drawn;
    }
    return {};
}

Result<void> FrameWriter::writeLast(const std::string& path) {
    const std::vector<view::Camera> cameras = view::chooseCameras(*renderer_, {moments_.back()}, up_);
    return draw(moments_.size() - 1, cameras.front(), path);
}

std::vector<view::VisiblePart> FrameWriter::visibleMoving() const {
    const std::vector<view::Camera> cameras = this->cameras();
    std::vector<view::VisiblePart> sums;
    for (std::size_t i = 0; i < cameras.size(); ++i) {
        const std::vector<view::VisiblePart> parts = renderer_->visibleParts(moments_[i].bodies, cameras[i]);
        sums.push_back(view::together(parts, [this](std::size_t body) { return moves_[body]; }));
    }
    return sums;
}

}  // namespace ricochet::app
