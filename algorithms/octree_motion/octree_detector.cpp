#include "algorithms/octree_motion/octree_detector.h"

#include "algorithms/geometry/box_box.h"
#include "algorithms/geometry/close_faces.h"
#include "algorithms/geometry/triangle_box.h"

#include <algorithm>
#include <limits>
#include <numbers>
#include <numeric>

namespace ricochet::octree_motion {
namespace {

constexpr Real kInfinity = std::numeric_limits<Real>::infinity();

/// Relative to coordinates: far above the rounding error of a placed cube.
constexpr Real kPlaceError = 1e-13;

const DetectorModel& modelOf(const PlacedBody& body) {
    return static_cast<const DetectorModel&>(*body.placed->model);
}

Lanes<Real> lanes(const Vec3& v) { return {v.x(), v.y(), v.z(), 0}; }

/// The error bound that `areApart` needs for a matrix that is only approximately a rotation.
Real doubtOf(const Matrix3& r) {
    Matrix3 cofactors;
    for (int i = 0; i < 3; ++i) cofactors.col(i) = r.col((i + 1) % 3).cross(r.col((i + 2) % 3));
    const Matrix3 one = Matrix3::Identity();
    return (r.transpose() * r - one).cwiseAbs().maxCoeff() +
           (cofactors.transpose() * r - one).cwiseAbs().maxCoeff() + kPlaceError;
}

Aabb around(const Aabb& a, const Aabb& b) { return {a.min.cwiseMin(b.min), a.max.cwiseMax(b.max)}; }

}  // namespace

void OctreeDetector::run(std::span<const Placed> bodies, Real queryDistance,
                         std::vector<CollidingFaces>& out) {
    findPairs(bodies, queryDistance);
    out.clear();
    for (const CollidingFaces& pair : pairs_) {
        const Triangle a = bodies_[pair.bodyA].triangle(pair.faceA);
        const Triangle b = bodies_[pair.bodyB].triangle(pair.faceB);
        if (areClose(a, b, queryDistance)) out.push_back(pair);
    }
}

void OctreeDetector::run(std::span<const MovingBody> bodies, std::vector<CollidingFaces>& out) {
    std::vector<Placed> now;
    for (const MovingBody& body : bodies) now.push_back(body.at1);
    findPairs(now, 0);
    const auto hull = [&](Index body, Index face) {
        return sweptHull(bodies[body].at0.triangle(face), bodies_[body].triangle(face),
                         bodies[body].deviation);
    };
    out.clear();
    for (const CollidingFaces& pair : pairs_) {
        if (mayMeet(hull(pair.bodyA, pair.faceA), hull(pair.bodyB, pair.faceB), 0)) out.push_back(pair);
    }
}

/// Steps 1 to 3.
void OctreeDetector::findPairs(std::span<const Placed> bodies, Real queryDistance) {
    growth_ = 0.5 * queryDistance;
    counters_ = {};
    pairs_.clear();
    parts_.bodies.clear();
    parts_.boxes.clear();
    nodes_.clear();
    turns_.clear();
    placeBodies(bodies, growth_, bodies_);
    findOverlapRegions(*makeSerialExecutor(), bodies_);
    for (Index body = 0; body < bodies_.size(); ++body) placeNodes(body);
    entries_.resize(nodes_.size());
    std::iota(entries_.begin(), entries_.end(), Index{0});
    counters_.movedNodes = nodes_.size();
    if (countPairs(parts_, entries_) == 0) return;

    const Grid world = worldGrid();
    const SubdivisionRules rules = {
        static_cast<Index>(world.level), 0,
        [this](Index entry, const Aabb& cell) { return meets(nodes_[entry], parts_.bodies[entry], cell); },
        settings_.optimisations.progressive ? SplitWhere::bodiesMeet : SplitWhere::partsAre};
    subdivision_.begin(parts_, rules);
    const OctreeCell root = {world.box(), {Vec3::Constant(-kInfinity), Vec3::Constant(kInfinity)}};
    subdivision_.forEachVoxel(subdivision_.push(root, entries_), kNone,
                              [&](const OctreeCell& voxel) { listPairs(voxel); });
    std::sort(pairs_.begin(), pairs_.end());
    pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
    counters_.pairTests = pairs_.size();
}

/// The body's black nodes, or (1.3.2) those that meet one of its overlap regions.
void OctreeDetector::placeNodes(Index index) {
    const PlacedBody& body = bodies_[index];
    const Pose& pose = body.placed->pose;
    turns_.push_back({pose.rotation, doubtOf(pose.rotation)});
    if (body.regions.empty()) return;
    const DetectorModel& model = modelOf(body);
    const Matrix3 extent = pose.rotation.cwiseAbs();
    for (Index i = 0; i < model.nodeCount(); ++i) {
        const Cell& cell = model.nodes[i];
        const PlacedNode node = {place(pose, centreOf(model.grid, cell)),
                                 0.5 * cell.edge * model.grid.voxel(), i};
        const Vec3 halfExtent = extent * Vec3::Constant(node.half);
        const Real doubt =
            growth_ + kPlaceError * (node.centre.cwiseAbs().maxCoeff() + halfExtent.maxCoeff());
        const Aabb box = grownOutward({node.centre - halfExtent, node.centre + halfExtent}, doubt);
        const auto isIn = [&](const Aabb& region) {
            return overlaps(box, region) && meets(node, index, region);
        };
        if (settings_.optimisations.overlapRegions &&
            std::none_of(body.regions.begin(), body.regions.end(), isIn)) {
            continue;
        }
        nodes_.push_back(node);
        parts_.bodies.push_back(index);
        parts_.boxes.push_back(box);
    }
}

/// Whether the cube, grown by half of the distance, may meet a box; false is a proof.
bool OctreeDetector::meets(const PlacedNode& node, Index body, const Aabb& box) {
    ++counters_.nodeTests;
    const auto& [rotation, doubt] = turns_[body];
    const Vec3 centre = node.centre - box.centre(), half = 0.5 * box.size();
    const Real rounding = kPlaceError * (node.centre.cwiseAbs().maxCoeff() + box.max.cwiseAbs().maxCoeff() +
                                         box.min.cwiseAbs().maxCoeff() + node.half);
    // The cube's inscribed or circumscribed sphere decides most cases.
    const Real distance = (centre.cwiseAbs() - half).cwiseMax(0).squaredNorm();
    if (distance <= node.half * node.half) return true;
    const Real halfExtent = std::numbers::sqrt3 * (1 + 3 * doubt) * node.half + growth_ + rounding;
    if (distance > halfExtent * halfExtent) return false;
    const BoxInBox<Real> cube = {{lanes(rotation.col(0)), lanes(rotation.col(1)), lanes(rotation.col(2))},
                                 lanes(centre)};
    return !areApart(lanes(half), lanes(Vec3::Constant(node.half)), cube, {doubt, growth_ + rounding});
}

Grid OctreeDetector::worldGrid() const {
    Aabb regions;
    Real voxel = kInfinity;
    for (const PlacedBody& body : bodies_) {
        for (const Aabb& region : body.regions) regions = around(regions, region);
        if (!body.regions.empty()) voxel = std::min(voxel, modelOf(body).grid.voxel());
    }
    Grid grid = settings_.world.value_or(gridAround(regions, 1, /*margin*/ 1e-9));
    if (!settings_.world) {
        // Voxels finer than the query distance would not separate more faces.
        const Real finest = std::max(voxel, 2 * growth_);
        while (grid.level < kMostLevels && grid.voxel() > finest) ++grid.level;
        return grid;
    }
    for (Aabb box = grid.box(); !box.contains(regions.min) || !box.contains(regions.max); box = grid.box()) {
        grid = {grid.min - Vec3::Constant(0.5 * grid.edge), 2 * grid.edge, grid.level + 1};
    }
    return grid;
}

/// Step 3: all pairs of faces of two bodies that meet the voxel.
void OctreeDetector::listPairs(const OctreeCell& voxel) {
    const std::span<const Index> entries = subdivision_.entriesOf(voxel);
    if (countPairs(parts_, entries) == 0) return;
    ++counters_.interferingVoxels;
    std::vector<Index> bodies;
    for (std::size_t begin = 0; begin < entries.size();) {
        const std::size_t own = endOfFirstBody(parts_, entries.subspan(begin));
        if (bodies.size() == facesInVoxel_.size()) facesInVoxel_.emplace_back();
        const Index body = parts_.bodies[entries[begin]];
        takeFaces(body, entries.subspan(begin, own), voxel.box, facesInVoxel_[bodies.size()]);
        bodies.push_back(body);
        begin += own;
    }
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        for (std::size_t j = i + 1; j < bodies.size(); ++j) {
            for (const Index a : facesInVoxel_[i]) {
                for (const Index b : facesInVoxel_[j]) pairs_.push_back({bodies[i], bodies[j], a, b});
            }
        }
    }
}

/// The faces of the body that meet the voxel, among all faces or (1.3.4) among those of the nodes in it.
void OctreeDetector::takeFaces(Index index, std::span<const Index> entries, const Aabb& voxel,
                               std::vector<Index>& faces) {
    const PlacedBody& body = bodies_[index];
    const Aabb box = grownOutward(voxel, growth_);
    faces.clear();
    const auto take = [&](Index face) {
        ++counters_.faceTests;
        const Triangle triangle = body.triangle(face);
        if (overlaps(ricochet::boxOf(triangle), box) && intersects(triangle, box)) faces.push_back(face);
    };
    if (!settings_.optimisations.facesOfNodes) {
        for (Index face = 0; face < modelOf(body).mesh().faceCount(); ++face) take(face);
        return;
    }
    known_.clear();
    for (const Index entry : entries) {
        const auto ofNode = modelOf(body).facesOf(nodes_[entry].node);
        known_.insert(known_.end(), ofNode.begin(), ofNode.end());
    }
    std::sort(known_.begin(), known_.end());
    known_.erase(std::unique(known_.begin(), known_.end()), known_.end());
    for (const Index face : known_) take(face);
}

}  // namespace ricochet::octree_motion
