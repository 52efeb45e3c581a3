#include "algorithms/octree_motion/placed_nodes.h"

#include "algorithms/geometry/separating_axes.h"

#include <algorithm>
#include <numbers>

namespace ricochet::octree_motion {
namespace {

/// Relative to coordinates: far above the rounding error of a placed cube.
constexpr Real kPlaceError = 1e-13;

Lanes<Real> lanes(const Vec3& v) { return {v.x(), v.y(), v.z(), 0}; }

Real largest(const Aabb& box) { return box.min.cwiseAbs().cwiseMax(box.max.cwiseAbs()).maxCoeff(); }

/// The error bound that `areApart` needs for a matrix that is only approximately a rotation.
Real rotationDoubt(const Matrix3& r) {
    Matrix3 cofactors;
    for (int i = 0; i < 3; ++i) cofactors.col(i) = r.col((i + 1) % 3).cross(r.col((i + 2) % 3));
    const Matrix3 one = Matrix3::Identity();
    return (r.transpose() * r - one).cwiseAbs().maxCoeff() +
           (cofactors.transpose() * r - one).cwiseAbs().maxCoeff() + kPlaceError;
}

}  // namespace

void PlacedNodes::place(std::span<const PlacedBody> bodies, Real growth, bool onlyInRegions) {
    growth_ = growth;
    tests_ = 0;
    turns_.clear();
    first_.assign(1, 0);
    nodes_.clear();
    parts_.bodies.clear();
    parts_.boxes.clear();
    for (Index body = 0; body < bodies.size(); ++body) {
        placeBody(body, bodies[body], onlyInRegions);
        first_.push_back(count());
    }
}

void PlacedNodes::placeBody(Index index, const PlacedBody& body, bool onlyInRegions) {
    const Pose& pose = body.placed->pose;
    const DetectorModel& model = modelOf(body);
    const Real magnitude = pose.rotation.cwiseAbs().maxCoeff() * largest(model.grid.box()) +
                           pose.translation.cwiseAbs().maxCoeff();
    const Turn turn = {pose.rotation, rotationDoubt(pose.rotation), kPlaceError * magnitude};
    turns_.push_back(turn);
    if (body.regions.empty()) return;
    const Matrix3 extent = pose.rotation.cwiseAbs();
    for (Index i = 0; i < model.nodeCount(); ++i) {
        const Cell& cell = model.nodes[i];
        const PlacedNode node = {transformPoint(pose, centreOf(model.grid, cell)),
                                 0.5 * cell.edge * model.grid.voxel(), i};
        const Vec3 halfExtent = extent * Vec3::Constant(node.half);
        const Aabb box =
            grownOutward({node.centre - halfExtent, node.centre + halfExtent}, growth_ + turn.rounding);
        const auto touches = [&](const Aabb& region) {
            return overlaps(box, region) && meets(node, turn, region);
        };
        if (onlyInRegions && std::none_of(body.regions.begin(), body.regions.end(), touches)) continue;
        nodes_.push_back(node);
        parts_.bodies.push_back(index);
        parts_.boxes.push_back(box);
    }
}

bool PlacedNodes::meets(Index entry, const Aabb& box) {
    return meets(nodes_[entry], turns_[parts_.bodies[entry]], box);
}

bool PlacedNodes::meets(const PlacedNode& node, const Turn& turn, const Aabb& box) {
    ++tests_;
    const Vec3 centre = node.centre - box.centre(), half = 0.5 * box.size();
    const Real rounding = turn.rounding + kPlaceError * largest(box);
    // The cube's inscribed or circumscribed sphere decides most cases.
    const Real distance = (centre.cwiseAbs() - half).cwiseMax(0).squaredNorm();
    if (distance <= node.half * node.half) return true;
    const Real halfExtent = std::numbers::sqrt3 * (1 + 3 * turn.doubt) * node.half + growth_ + rounding;
    if (distance > halfExtent * halfExtent) return false;
    const Matrix3& rotation = turn.rotation;
    const BoxInBox<Real> cube = {{lanes(rotation.col(0)), lanes(rotation.col(1)), lanes(rotation.col(2))},
                                 lanes(centre)};
    return !areApart(lanes(half), lanes(Vec3::Constant(node.half)), cube, {turn.doubt, growth_ + rounding});
}

}  // namespace ricochet::octree_motion
