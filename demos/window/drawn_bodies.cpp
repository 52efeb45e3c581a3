#include "demos/window/drawn_bodies.h"

#include <iterator>

namespace ricochet::window {
namespace {

constexpr float kSurroundings = 0.8f;  // of what moves, shown on each side in a much larger scene
constexpr float kMuchLarger = 8;       // than what moves
constexpr view::Colour kStanding = {0.72f, 0.72f, 0.70f};
constexpr view::Colour kMoving[] = {{0.85f, 0.37f, 0.25f}, {0.25f, 0.55f, 0.80f}, {0.93f, 0.72f, 0.25f},
                                    {0.40f, 0.68f, 0.42f}, {0.60f, 0.42f, 0.70f}, {0.25f, 0.68f, 0.68f}};

view::DrawnMesh drawnMesh(const scenes::SceneMesh& mesh) {
    view::DrawnMesh drawn;
    for (const btVector3& v : mesh.vertices)
        drawn.vertices.push_back({float(v.x()), float(v.y()), float(v.z())});
    for (const auto& f : mesh.faces)
        drawn.faces.push_back({std::uint32_t(f[0]), std::uint32_t(f[1]), std::uint32_t(f[2])});
    return drawn;
}

void setPose(view::DrawnBody& body, const btTransform& pose) {
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column)
            body.rotation[std::size_t(3 * row + column)] = float(pose.getBasis()[row][column]);
        body.translation[std::size_t(row)] = float(pose.getOrigin()[row]);
    }
}

}  // namespace

void DrawnBodies::update(const std::vector<scenes::SceneBody>& bodies, bool isCut, Painter& painter) {
    drawn_.clear();
    moves_.clear();
    // a body that deforms has another mesh in each step, and nobody else holds the last one
    std::erase_if(meshes_, [&](const auto& known) {
        if (known.first.use_count() > 1) return false;
        painter.dropMesh(known.second);
        return true;
    });
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const scenes::SceneBody& body = bodies[i];
        if (!body.mesh) continue;
        const auto [known, isNew] = meshes_.emplace(body.mesh, 0);
        if (isNew) known->second = painter.addMesh(drawnMesh(*body.mesh));
        const bool moves = !body.body->isStaticOrKinematicObject();
        view::DrawnBody& drawn = drawn_.emplace_back();
        drawn.mesh = known->second;
        drawn.colour = moves ? kMoving[i % std::size(kMoving)] : kStanding;
        drawn.isCut = isCut && !moves;
        setPose(drawn, body.body->getWorldTransform());
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
