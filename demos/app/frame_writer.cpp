#include "demos/app/frame_writer.h"

#include <cstdio>
#include <map>
#include <tuple>
#include <utility>

namespace ricochet::app {
namespace {

constexpr view::Point kDirection = {0.55f, 0.6f, 1.0f};  // from the bodies to the camera
constexpr float kSurroundings = 1.3f;   // camera distance over that at which moving bodies fill the picture
constexpr btScalar kEnclosingSize = 6;  // size of an enclosing body over that of the enclosed ones

constexpr view::Colour kStanding = {0.72f, 0.72f, 0.70f};
constexpr view::Colour kMoving[] = {{0.85f, 0.37f, 0.25f}, {0.25f, 0.55f, 0.80f}, {0.93f, 0.72f, 0.25f},
                                    {0.40f, 0.68f, 0.42f}, {0.60f, 0.42f, 0.70f}, {0.25f, 0.68f, 0.68f}};

view::Point pointOf(const btVector3& v) {
    return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

btVector3 vectorOf(const view::Point& p) { return {p[0], p[1], p[2]}; }

view::DrawnMesh drawnMesh(const scenes::SceneMesh& mesh) {
    view::DrawnMesh drawn;
    for (const btVector3& v : mesh.vertices) drawn.vertices.push_back(pointOf(v));
    for (const auto& f : mesh.faces) {
        drawn.faces.push_back({static_cast<std::uint32_t>(f[0]), static_cast<std::uint32_t>(f[1]),
                               static_cast<std::uint32_t>(f[2])});
    }
    return drawn;
}

/// The box of all bodies; infinite for a scene without static bodies.
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
    return hasGround ? std::pair(minimum, maximum) : std::pair(-all, all);
}

/// Whether the body's box contains the centres of all moving bodies, and is much larger than each of them.
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

bool isIn(const btVector3& min, const btVector3& max, const view::Point& p) {
    return TestPointAgainstAabb2(min, max, btVector3(p[0], p[1], p[2]));
}

}  // namespace

Result<std::unique_ptr<FrameWriter>> FrameWriter::create(const std::filesystem::path& folder,
                                                         const scenes::Scene& scene) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) return tl::unexpected(folder.string() + ": the folder cannot be created");
    auto renderer = view::OffscreenRenderer::create();
    if (!renderer) return tl::unexpected(renderer.error());
    return std::unique_ptr<FrameWriter>(new FrameWriter(folder, std::move(*renderer), scene));
}

FrameWriter::FrameWriter(const std::filesystem::path& folder,
                         std::unique_ptr<view::OffscreenRenderer> renderer, const scenes::Scene& scene)
    : folder_(folder), renderer_(std::move(renderer)) {
    std::tie(least_, most_) = surroundingsOf(scene);
    addMeshes(scene);
    openWhatEncloses(scene);
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
        drawn.colour = body.body->isStaticOrKinematicObject() ? kStanding : kMoving[i % std::size(kMoving)];
        drawn_.push_back(i);
        moves_.push_back(!body.body->isStaticOrKinematicObject());
        meshes_.push_back(body.mesh);
        bodies_.push_back(drawn);
    }
}

/// A static body around all moving ones would hide them: its half towards the camera is cut away.
void FrameWriter::openWhatEncloses(const scenes::Scene& scene) {
    for (std::size_t i = 0; i < drawn_.size(); ++i) {
        const btRigidBody& body = *scene.bodies()[drawn_[i]].body;
        if (!body.isStaticOrKinematicObject() || !enclosesAllThatMoves(body, scene)) continue;
        bodies_[i].isCut = true;
        btVector3 min, max;
        body.getAabb(min, max);
        cutaway_ = view::Cutaway{pointOf((min + max) / 2), {0, 0, 1}};
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

void FrameWriter::record(const scenes::Scene& scene, int step) {
    place(scene);
    frames_.push_back({step, bodies_});
}

void FrameWriter::addMovers(const Frame& frame, std::vector<view::DrawnBody>& movers) const {
    for (std::size_t i = 0; i < frame.bodies.size(); ++i) {
        const view::DrawnBody& body = frame.bodies[i];
        if (moves_[i] && isIn(least_, most_, body.translation)) movers.push_back(body);
    }
}

view::Camera FrameWriter::cameraFor(const std::vector<view::DrawnBody>& bodies, float distance) const {
    view::Camera camera = renderer_->framing(bodies, kDirection);
    for (int axis = 0; axis < 3; ++axis) {
        camera.eye[axis] = camera.target[axis] + distance * (camera.eye[axis] - camera.target[axis]);
    }
    camera.cutaway = cutaway_;
    return camera;
}

/// From the last picture to the first: each shows all bodies that move from then on, so that over the
/// pictures the camera only approaches. A body that leaves the scene's initial box, as through a floor, is
/// not followed.
Result<void> FrameWriter::write() {
    std::vector<view::DrawnBody> movers;
    for (auto frame = frames_.rbegin(); frame != frames_.rend(); ++frame) {
        addMovers(*frame, movers);
        const view::Camera camera = cameraFor(movers.empty() ? frame->bodies : movers, kSurroundings);
        char name[32];
        std::snprintf(name, sizeof name, "frame_%06d.png", frame->step);
        auto drawn = renderer_->draw(frame->bodies, camera, (folder_ / name).string());
        if (!drawn) return drawn;
    }
    return {};
}

/// Static bodies between the camera and a moving one are cut away in front of it.
void FrameWriter::openWhatHides(const scenes::Scene& scene, view::Camera& camera) {
    const btTransform eye(btQuaternion::getIdentity(), vectorOf(camera.eye));
    for (std::size_t moving = 0; moving < drawn_.size(); ++moving) {
        if (!moves_[moving]) continue;
        const btRigidBody& body = *scene.bodies()[drawn_[moving]].body;
        const btTransform centre(btQuaternion::getIdentity(), body.getCenterOfMassPosition());
        btVector3 min, max;
        body.getAabb(min, max);
        for (std::size_t standing = 0; standing < drawn_.size(); ++standing) {
            btRigidBody& other = *scene.bodies()[drawn_[standing]].body;
            if (moves_[standing]) continue;
            btCollisionWorld::ClosestRayResultCallback ray(eye.getOrigin(), centre.getOrigin());
            btCollisionWorld::rayTestSingle(eye, centre, &other, other.getCollisionShape(),
                                            other.getWorldTransform(), ray);
            if (!ray.hasHit()) continue;
            const btVector3 outwards(kDirection[0], 0, kDirection[2]);
            bodies_[standing].isCut = true;
            camera.cutaway =
                view::Cutaway{pointOf(centre.getOrigin() + (max - min).length() / 2 * outwards.normalized()),
                              pointOf(outwards)};
        }
    }
}

Result<void> FrameWriter::drawNow(const scenes::Scene& scene, const std::string& path) {
    place(scene);
    std::vector<view::DrawnBody> movers;
    addMovers({0, bodies_}, movers);
    view::Camera camera = cameraFor(movers.empty() ? bodies_ : movers, 1);
    openWhatHides(scene, camera);
    return renderer_->draw(bodies_, camera, path);
}

}  // namespace ricochet::app
