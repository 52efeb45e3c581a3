#include "algorithms/stencil/buffer_decision.h"

#include <algorithm>

namespace ricochet::stencil {
namespace {

/// Cosine of 10 degrees: while the bodies have turned less against each other, the direction is used again.
constexpr Real kSmallTurn = 0.985;

/// Rotation of A in B's frame.
Matrix3 relativeRotation(const MeshInstance& a, const MeshInstance& b) {
    return b.pose.rotation.inverse() * a.pose.rotation;
}

bool hasTurned(const Matrix3& before, const Matrix3& now) {
    const Real cosine = 0.5 * ((before.transpose() * now).trace() - 1);
    return cosine < kSmallTurn;
}

/// The rectangle of the colliding pixels, and one pixel on each side; as deep as `bounds`.
IntersectionBoxes::MeshInstance regionOf(const CollisionMap& map, const View& view, const Aabb& bounds) {
    int left = map.pixels, right = 0, low = map.pixels, high = 0;
    for (int y = 0; y < map.pixels; ++y) {
        for (int x = 0; x < map.pixels; ++x) {
            if (!isCollision(map.at(x, y))) continue;
            left = std::min(left, x);
            right = std::max(right, x);
            low = std::min(low, y);
            high = std::max(high, y);
        }
    }
    const Eigen::Vector2d pixel = view.size.head<2>() / map.pixels, corner = view.min.head<2>();
    Aabb box = bounds;
    box.min.head<2>() = corner + pixel.cwiseProduct(Eigen::Vector2d(left - 1, low - 1));
    box.max.head<2>() = corner + pixel.cwiseProduct(Eigen::Vector2d(right + 2, high + 2));
    return {box, {view.axes.transpose(), Vec3::Zero()}};
}

}  // namespace

void BufferDecider::recognise(const MeshInstance& a, const MeshInstance& b, DecisionMemory& memory) const {
    const std::array<const CollisionModel*, 2> models = {a.model, b.model};
    for (std::size_t i = 0; i < 2; ++i) {
        DecisionMemory::Known& known = memory.known[i];
        if (known.mesh == models[i]->sharedMesh() && known.revision == models[i]->revision()) continue;
        memory.roles = {};
        memory.directionInB.reset();
        known = {models[i]->sharedMesh(), models[i]->revision(), test_->isConvex(*models[i])};
    }
}

Roles BufferDecider::rolesFor(const MeshInstance& a, const MeshInstance& b, const View& view,
                              DecisionMemory& memory) const {
    if (settings_.roles == RoleChoice::asGiven) return Roles::asGiven;
    if (settings_.roles == RoleChoice::swapped) return Roles::swapped;
    if (!memory.roles.next) {
        memory.roles.next = firstRoles({&a.mesh(), a.pose, memory.known[0].isConvex},
                                       {&b.mesh(), b.pose, memory.known[1].isConvex}, view);
    }
    return *memory.roles.next;
}

Result<Answer> BufferDecider::test(const MeshInstance& a, const MeshInstance& b, const View& view,
                                   Real growth, bool areConvex) const {
    DetectorSettings settings;
    settings.method = settings_.method == Method::basic && !areConvex ? Method::extended : settings_.method;
    settings.examiner = settings_.examiner;
    settings.undecided = settings_.undecided;
    settings.cacheDepths = settings_.cacheDepths;
    settings.growth = growth;
    settings.wholeMap = settings_.examinesOnce;
    auto answer = test_->detect(a, b, view, settings);
    if (!answer || !answer->collides || settings.wholeMap) return answer;
    settings.wholeMap = true;
    auto whole = test_->detect(a, b, view, settings);
    if (!whole) return whole;
    // The first answer stands: it says what the passes cost.
    answer->map = std::move(whole->map);
    answer->usedLists |= whole->usedLists;
    answer->usedBlending |= whole->usedBlending;
    return answer;
}

/// The paper's item buffer: the direction of later views.
Result<void> BufferDecider::look(const MeshInstance& a, const MeshInstance& b, const View& view, Real growth,
                                 DecisionMemory& memory) const {
    if (memory.directionInB && !hasTurned(memory.turnThen, relativeRotation(a, b))) return {};
    const PlacedMesh meshA{&a.mesh(), a.pose}, meshB{&b.mesh(), b.pose};
    auto shown = layers_->layers(meshA, meshB, std::span(&view, 1));
    if (!shown) return tl::unexpected(shown.error());
    const auto normal = meanNormal(piecesOf(std::move(shown->front()), view, growth), view, meshA, meshB);
    if (!normal) return {};
    memory.directionInB = b.pose.rotation.inverse() * *normal;
    memory.turnThen = relativeRotation(a, b);
    return {};
}

Result<BufferDecision> BufferDecider::decide(const MeshInstance& a, const MeshInstance& b, Real growth,
                                             DecisionMemory& memory) const {
    const PlacedMesh meshA{&a.mesh(), a.pose}, meshB{&b.mesh(), b.pose};
    const IntersectionBoxes boxes = intersectionBoxes(meshA, meshB, growth);
    BufferDecision decision;
    if (boxes.isEmpty()) return decision;
    recognise(a, b, memory);
    const Vec3 direction =
        memory.directionInB ? (b.pose.rotation * *memory.directionInB).normalized() : firstGuess(boxes);
    const Matrix3 axes = axesAlong(direction);
    const View view = viewOf(boxes, meshA, meshB, axes, settings_.pixels);
    decision.view = view;
    decision.roles = rolesFor(a, b, view, memory);
    const bool areConvex = memory.known[0].isConvex && memory.known[1].isConvex;
    const auto answer = decision.roles == Roles::asGiven ? test(a, b, view, growth, areConvex)
                                                         : test(b, a, view, growth, areConvex);
    if (!answer) return tl::unexpected(answer.error());
    if (settings_.swapsRoles && areConvex && memory.roles.next) {
        memory.roles.next = rolesAfter(decision.roles, answer->counts);
    }
    decision.collides = answer->collides;
    decision.passes = answer->passes;
    if (!decision.collides) return decision;
    decision.region = regionOf(answer->map, view, boundsAlong(boxes, axes));
    if (settings_.projection == Projection::itemBuffer) {
        if (const auto looked = look(a, b, view, growth, memory); !looked)
            return tl::unexpected(looked.error());
    }
    return decision;
}

}  // namespace ricochet::stencil
