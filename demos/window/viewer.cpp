#include "demos/window/viewer.h"

#include <ricochet/debug_draw.h>

#include <chrono>
#include <cmath>
#include <imgui.h>

namespace ricochet::window {
namespace {

using Clock = std::chrono::steady_clock;

constexpr btScalar kNormalLength = btScalar(0.25);  // over the typical size
constexpr btScalar kImpulseLength =
    btScalar(1.0);                     // over the typical size, for the impulse of its weight in a step
constexpr double kLongestPause = 0.1;  // seconds that a frame counts for at most

btVector3 vectorOf(const Eigen::Vector3f& v) { return {v.x(), v.y(), v.z()}; }

double secondsSince(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

bool isPressed(ImGuiKey_ key) { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key)); }

}  // namespace

Viewer::Viewer(GlfwWindow& window, Painter& painter, Session& session)
    : window_(window), painter_(painter), session_(session) {
    shown_.isFine = !window.isSoftware();
    bodies_.update(session_.bodies(), false, painter_);
    viewAll();
    shown_.isCut = isHidden();
}

void Viewer::viewAll() {
    camera_.frame(bodies_.framing(painter_), float(window_.width()) / float(window_.height()));
    if (const btRigidBody* const body = session_.onlyMover())
        followed_ = body->getWorldTransform().getOrigin();
}

/// The only body that moves stays where it is in the picture.
void Viewer::follow() {
    const btRigidBody* const body = session_.onlyMover();
    if (!body || session_.drag.body()) return;
    const btVector3 now = body->getWorldTransform().getOrigin(), moved = now - followed_;
    if (std::isfinite(moved.length2()))
        camera_.follow({float(moved.x()), float(moved.y()), float(moved.z())});
    followed_ = now;
}

tl::expected<Viewed, std::string> Viewer::run(int frames, const std::string& screenshot) {
    auto last = Clock::now();
    for (int frame = 1; !window_.isClosed(); ++frame) {
        window_.beginFrame();
        takeKeys();
        takeMouse();
        if (frames == 0) session_.play(std::min(secondsSince(last), kLongestPause));
        if (frames > 0 && !session_.isPaused) session_.step();
        last = Clock::now();
        follow();
        const int covered = panel_.draw(session_, shown_, window_.height());
        if (auto drawn = draw(covered); !drawn) return tl::unexpected(drawn.error());
        const bool isLast = frame == frames;
        if (auto shown = window_.endFrame(isLast ? screenshot : ""); !shown)
            return tl::unexpected(shown.error());
        viewed_.frameSeconds.push_back(secondsSince(last));
        if (isLast) break;
    }
    session_.drag.release();
    return viewed_;
}

void Viewer::takeKeys() {
    const ImGuiIO& io = ImGui::GetIO();
    if (isPressed(ImGuiKey_Escape)) window_.close();
    if (isPressed(ImGuiKey_RightArrow)) session_.goTo(session_.moment() + 1);
    if (isPressed(ImGuiKey_LeftArrow) && session_.moment() > 0) {
        session_.isPaused = true;
        session_.goTo(session_.moment() - 1);
    }
    for (const ImWchar letter : io.InputQueueCharacters) {
        const auto flip = [&](char key, bool& value) { value ^= letter == ImWchar(key); };
        flip(' ', session_.isPaused);
        flip('c', shown_.contacts);
        flip('i', shown_.impulses);
        flip('f', shown_.facePairs);
        flip('e', shown_.edges);
        flip('b', shown_.boxes);
        flip('j', shown_.joints);
        flip('r', shown_.regions);
        flip('p', shown_.broadPhase);
        flip('g', shown_.isCut);
        flip('l', shown_.isFine);
        if (letter == '.') session_.step();
        if (letter == 'v') viewAll();
        if (letter == 't') {
            const PixelRay ray = mouseRay();
            const btVector3 direction = vectorOf(ray.direction);
            session_.throwBody(vectorOf(ray.from) + 4 * session_.typicalSize() * direction, direction);
        }
    }
}

PixelRay Viewer::mouseRay() const {
    const ImVec2 at = ImGui::GetIO().MousePos;
    const bool isInside = ImGui::IsMousePosValid(&at);
    return camera_.rayThrough(isInside ? at.x : 0.5f * float(window_.width()),
                              isInside ? at.y : 0.5f * float(window_.height()), window_.width(),
                              window_.height());
}

void Viewer::beginDrag(const PixelRay& ray) {
    if (!session_.drag.pick(session_.world(), vectorOf(ray.from), vectorOf(ray.direction))) return;
    dragStart_ = session_.drag.heldPoint();
}

void Viewer::takeMouse() {
    const ImGuiIO& io = ImGui::GetIO();
    const PixelRay ray = mouseRay();
    if (!io.WantCaptureMouse && ImGui::IsMouseClicked(0)) beginDrag(ray);
    if (session_.drag.body()) {
        session_.drag.moveTo(vectorOf(ray.from), vectorOf(ray.direction));
        if (ImGui::IsMouseDown(0)) return;
        viewed_.dragged += double((session_.drag.heldPoint() - dragStart_).length());
        ++viewed_.drags;
        session_.drag.release();
    }
    if (io.WantCaptureMouse) return;
    if (ImGui::IsMouseDown(0)) camera_.turn(io.MouseDelta.x, io.MouseDelta.y);
    if (ImGui::IsMouseDown(1)) camera_.pan(io.MouseDelta.x, io.MouseDelta.y, window_.height());
    camera_.zoom(io.MouseWheel);
}

/// Whether something that stands hides the first body that moves.
bool Viewer::isHidden() {
    const btVector3 eye = vectorOf(view::toVector(camera_.camera().eye));
    for (const scenes::SceneBody& each : session_.bodies()) {
        if (each.body->isStaticOrKinematicObject()) continue;
        btCollisionWorld::ClosestRayResultCallback ray(eye, each.body->getWorldTransform().getOrigin());
        session_.world().rayTest(ray.m_rayFromWorld, ray.m_rayToWorld, ray);
        return ray.hasHit() && ray.m_collisionObject->isStaticOrKinematicObject();
    }
    return false;
}

void Viewer::collectLines() {
    const btScalar size = session_.typicalSize();
    drawer_.restart(kNormalLength * size);
    int modes = btIDebugDraw::DBG_NoDebug;
    if (shown_.boxes) modes |= btIDebugDraw::DBG_DrawAabb;
    if (shown_.joints) modes |= btIDebugDraw::DBG_DrawConstraints;
    btDiscreteDynamicsWorld& world = session_.world();
    drawer_.setDebugMode(modes);
    world.setDebugDrawer(&drawer_);
    if (modes != btIDebugDraw::DBG_NoDebug) world.debugDrawWorld();
    world.setDebugDrawer(nullptr);
    DebugDrawing what{.contacts = shown_.contacts,
                      .facePairs = shown_.facePairs,
                      .treeDepth = shown_.treeDepth,
                      .regions = shown_.regions,
                      .broadPhase = shown_.broadPhase};
    if (shown_.impulses) what.metresPerImpulse = kImpulseLength * size / session_.typicalImpulse();
    debugDraw(world, drawer_, what);
    if (session_.drag.body())
        drawer_.drawLine(session_.drag.heldPoint(), session_.drag.target(), btVector3(1, 1, 1));
}

tl::expected<void, std::string> Viewer::draw(int covered) {
    bodies_.update(session_.bodies(), shown_.isCut, painter_);
    collectLines();
    view::Camera camera = camera_.camera();
    if (shown_.isCut) {
        const Eigen::Vector3f towards = view::toVector(camera.eye) - view::toVector(camera.target);
        camera.cutaway = view::Cutaway{camera.target, {towards.x(), 0, towards.z()}};
    }
    return painter_.draw({.bodies = bodies_.all(),
                          .lines = drawer_.lines,
                          .points = drawer_.points,
                          .camera = camera,
                          .hasEdges = shown_.edges,
                          .isFine = shown_.isFine,
                          .covered = covered},
                         window_.width(), window_.height());
}

}  // namespace ricochet::window
