#include "demos/app/frame_writer.h"

#include <cmath>
#include <cstdio>
#include <map>

namespace ricochet::app {
namespace {

constexpr view::Point kDirection = {0.55f, 0.6f, 1.0f};  // from the bodies to the camera
constexpr float kFarthest = 8;          // times as far as where all that moves fills the picture
constexpr float kOpen = 0.75f;          // of the distance, where the front half of all is cut away
constexpr btScalar kEnclosingSize = 6;  // times as large as a body: what it may be lost in

constexpr view::Colour kStanding = {0.72f, 0.72f, 0.70f};
constexpr view::Colour kMoving[] = {{0.85f, 0.37f, 0.25f}, {0.25f, 0.55f, 0.80f}, {0.93f, 0.72f, 0.25f},
                                    {0.40f, 0.68f, 0.42f}, {0.60f, 0.42f, 0.70f}, {0.25f, 0.68f, 0.68f}};

view::Point pointOf(const btVector3& v) {
    return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

view::DrawnMesh drawnMesh(const scenes::SceneMesh& mesh) {
    view::DrawnMesh drawn;
    for (const btVector3& v : mesh.vertices) drawn.vertices.push_back(pointOf(v));
    for (const auto& f : mesh.faces) {
        drawn.faces.push_back({static_cast<std::uint32_t>(f[0]), static_cast<std::uint32_t>(f[1]),
                               static_cast<std::uint32_t>(f[2])});
    }
    return drawn;
}

/// Whether the body's box holds the centres of all bodies that move, which are small beside it on every side.
bool enclosesAllThatMoves(const btRigidBody& body, const scenes::Scene& scene) {
    btVector3 min, max, otherMin, otherMax;
    body.getAabb(min, max);
    for (const scenes::SceneBody& other : scene.bodies()) {
        if (other.body->isStaticOrKinematicObject()) continue;
        other.body->getAabb(otherMin, otherMax);
        const bool isHeld = TestPointAgainstAabb2(min, max, other.body->getWorldTransform().getOrigin());
        const btVector3 spare = (max - min) - kEnclosingSize * (otherMax - otherMin);
        if (!isHeld || spare[spare.minAxis()] < 0) return false;
    }
    return true;
}

float distanceOf(const view::Camera& camera) {
    return std::hypot(camera.eye[0] - camera.target[0], camera.eye[1] - camera.target[1],
                      camera.eye[2] - camera.target[2]);
}

/// The camera so many times as far from what it looks at.
view::Camera farther(view::Camera camera, float times) {
    for (int axis = 0; axis < 3; ++axis) {
        camera.eye[axis] = camera.target[axis] + times * (camera.eye[axis] - camera.target[axis]);
    }
    return camera;
}

}  // namespace

Result<std::unique_ptr<FrameWriter>> FrameWriter::create(const std::filesystem::path& folder,
                                                         const scenes::Scene& scene) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) return tl::unexpected(folder.string() + ": the folder cannot be made");
    auto renderer = view::OffscreenRenderer::create();
    if (!renderer) return tl::unexpected(renderer.error());
    return std::unique_ptr<FrameWriter>(new FrameWriter(folder, std::move(*renderer), scene));
}

FrameWriter::FrameWriter(const std::filesystem::path& folder,
                         std::unique_ptr<view::OffscreenRenderer> renderer, const scenes::Scene& scene)
    : folder_(folder), renderer_(std::move(renderer)) {
    addMeshes(scene);
    place(scene);
    camera_ = renderer_->framing(bodies_, kDirection);
    openWhatEncloses(scene);
    comeNearer(scene);
}

/// The front of what was cut open need not be seen; and on a floor that is very large bodies would be lost.
void FrameWriter::comeNearer(const scenes::Scene& scene) {
    if (camera_.cutaway) {
        camera_ = farther(camera_, kOpen);
        return;
    }
    std::vector<view::DrawnBody> movers;
    for (std::size_t i = 0; i < drawn_.size(); ++i) {
        if (!scene.bodies()[drawn_[i]].body->isStaticOrKinematicObject()) movers.push_back(bodies_[i]);
    }
    if (movers.empty()) return;
    const view::Camera near = renderer_->framing(movers, kDirection);
    if (distanceOf(camera_) > kFarthest * distanceOf(near)) camera_ = farther(near, kFarthest);
}

/// A scene may give a body another mesh at any step.
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
        drawn.colour = body.body->isStaticOrKinematicObject() ? kStanding : kMoving[i % std::size(kMoving)];
        drawn_.push_back(i);
        meshes_.push_back(body.mesh);
        bodies_.push_back(drawn);
    }
}

/// What stands round all that moves would hide it: the half towards the camera is cut away.
void FrameWriter::openWhatEncloses(const scenes::Scene& scene) {
    for (std::size_t i = 0; i < drawn_.size(); ++i) {
        const btRigidBody& body = *scene.bodies()[drawn_[i]].body;
        if (!body.isStaticOrKinematicObject() || !enclosesAllThatMoves(body, scene)) continue;
        bodies_[i].isCut = true;
        btVector3 min, max;
        body.getAabb(min, max);
        camera_.cutaway = view::Cutaway{pointOf((min + max) / 2), {0, 0, 1}};
    }
}

void FrameWriter::place(const scenes::Scene& scene) {
    for (std::size_t i = 0; i < drawn_.size(); ++i) {
        takeNewMesh(i, scene.bodies()[drawn_[i]].mesh);
        const btTransform& pose = scene.bodies()[drawn_[i]].body->getWorldTransform();
        for (int row = 0; row < 3; ++row) {
            for (int column = 0; column < 3; ++column) {
                bodies_[i].rotation[3 * row + column] = static_cast<float>(pose.getBasis()[row][column]);
            }
        }
        bodies_[i].translation = pointOf(pose.getOrigin());
    }
}

Result<void> FrameWriter::write(const scenes::Scene& scene, int step) {
    char name[32];
    std::snprintf(name, sizeof name, "frame_%06d.png", step);
    place(scene);
    return renderer_->draw(bodies_, camera_, (folder_ / name).string());
}

}  // namespace ricochet::app
