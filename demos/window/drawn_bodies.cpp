#include "demos/window/drawn_bodies.h"

#include "demos/app/drawn_scene.h"

namespace ricochet::window {
namespace {

constexpr float kSurroundings = 0.8f;  // of what moves, shown on each side in a much larger scene
constexpr float kMuchLarger = 8;       // than what moves

}  // namespace

void DrawnBodies::update(const std::vector<scenes::SceneBody>& bodies, bool isCut, Painter& painter) {
    drawn_.clear();
    moves_.clear();
    // a body that deforms has another mesh in each step, and nobody else holds the last one
    std::erase_if(meshes_, [&](const auto& known) {
        if (known.first.use_count() > 1) return false;
        painter.dropMesh(known.second.number);
        return true;
    });
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const scenes::SceneBody& body = bodies[i];
        if (!body.mesh) continue;
        const auto [known, isNew] = meshes_.try_emplace(body.mesh);
        if (isNew) known->second = {painter.addMesh(app::drawnMesh(*body.mesh)), app::isRound(*body.mesh)};
        const bool moves = app::moves(body);
        view::DrawnBody& drawn = drawn_.emplace_back();
        drawn.mesh = known->second.number;
        drawn.colour = app::colourOf(body, i);
        drawn.isCut = isCut && !moves;
        drawn.isMarked = !body.soft && moves && known->second.isRound;
        app::setPose(drawn, body.body->getWorldTransform());
        moves_.push_back(moves);
    }
}

view::Box DrawnBodies::framing(const Painter& painter) const {
    view::Box moving, standing;
    for (std::size_t i = 0; i < drawn_.size(); ++i)
        (moves_[i] ? moving : standing).extend(painter.boxOf({&drawn_[i], 1}));
    if (moving.isEmpty()) return standing;
    const bool isLarge =
        standing.isEmpty() || standing.diagonal().norm() > kMuchLarger * moving.diagonal().norm();
    if (!isLarge) return moving.extend(standing);
    return {moving.min() - kSurroundings * moving.sizes(), moving.max() + kSurroundings * moving.sizes()};
}

}  // namespace ricochet::window
