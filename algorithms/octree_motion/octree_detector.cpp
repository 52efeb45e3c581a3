#include "algorithms/octree_motion/octree_detector.h"

#include "algorithms/geometry/close_faces.h"
#include "algorithms/geometry/triangle_box.h"
#include "algorithms/geometry/triangle_triangle.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace ricochet::octree_motion {
namespace {

constexpr Real kInfinity = std::numeric_limits<Real>::infinity();

constexpr Real kFinest = 16 * std::numeric_limits<Real>::epsilon();  // of the largest coordinate

/// Pairs of faces that a thread tests at a time.
constexpr Index kPairsPerTask = 256;
/// After which there may be more pairs than are wanted.
constexpr std::size_t kPairsPerBlock = 64 * kPairsPerTask;

Aabb around(const Aabb& a, const Aabb& b) { return {a.min.cwiseMin(b.min), a.max.cwiseMax(b.max)}; }

}  // namespace

bool OctreeDetector::run(std::span<const MeshInstance> bodies, Real queryDistance,
                         std::vector<CollidingFaces>& out, std::size_t maximum) {
    findPairs(bodies, queryDistance);
    return keepPairs(
        [&](const CollidingFaces& pair) {
            return areClose(bodies_[pair.bodyA].triangle(pair.faceA),
                            bodies_[pair.bodyB].triangle(pair.faceB), queryDistance);
        },
        out, maximum);
}

std::optional<CollidingFaces> OctreeDetector::findFirst(std::span<const MeshInstance> bodies) {
    std::optional<CollidingFaces> first;
    // As many as were visited before: no pair is tested more than once for each doubling.
    Index voxelsPerTest = 1;
    forEachSharedVoxel(bodies, 0, [&](const Aabb& voxel, std::span<const Index> entries) {
        listFaces(voxel, entries);
        if (faces_.voxelCount() < voxelsPerTest) return true;
        voxelsPerTest *= 2;
        first = firstListedPair();
        return !first;
    });
    return first ? first : firstListedPair();
}

void OctreeDetector::run(std::span<const MovingBody> bodies, std::vector<CollidingFaces>& out) {
    std::vector<MeshInstance> now;
    for (const MovingBody& body : bodies) now.push_back(body.at1);
    findPairs(now, 0);
    const auto hull = [&](Index body, Index face) {
        return sweptHull(bodies[body].at0.triangle(face), bodies_[body].triangle(face),
                         bodies[body].deviation);
    };
    keepPairs(
        [&](const CollidingFaces& pair) {
            return mayMeet(hull(pair.bodyA, pair.faceA), hull(pair.bodyB, pair.faceB), 0);
        },
        out);
}

/// Step 4. The order is that of `pairs_` for any number of threads.
bool OctreeDetector::keepPairs(const std::function<bool(const CollidingFaces&)>& isPair,
                               std::vector<CollidingFaces>& out, std::size_t maximum) {
    out.clear();
    isPair_.resize(pairs_.size());
    for (std::size_t first = 0; first < pairs_.size(); first += kPairsPerBlock) {
        const std::size_t count = std::min(kPairsPerBlock, pairs_.size() - first);
        counters_.pairTests += count;
        forEachPart(*executor_, static_cast<Index>(count), kPairsPerTask, [&](Index begin, Index end) {
            for (std::size_t i = first + begin; i < first + end; ++i) isPair_[i] = isPair(pairs_[i]);
        });
        for (std::size_t i = first; i < first + count; ++i) {
            if (isPair_[i]) out.push_back(pairs_[i]);
        }
        if (out.size() > maximum) {
            out.clear();
            return false;
        }
    }
    return true;
}

/// Of the voxels listed since the last call, any pair of faces that intersect, or none.
std::optional<CollidingFaces> OctreeDetector::firstListedPair() {
    faces_.listPairs(pairs_);
    faces_.clear();
    const auto first = std::ranges::find_if(pairs_, [&](const CollidingFaces& pair) {
        ++counters_.pairTests;
        return intersects(bodies_[pair.bodyA].triangle(pair.faceA), bodies_[pair.bodyB].triangle(pair.faceB));
    });
    if (first == pairs_.end()) return std::nullopt;
    return *first;
}

/// Steps 1 to 3.
void OctreeDetector::findPairs(std::span<const MeshInstance> bodies, Real queryDistance) {
    forEachSharedVoxel(bodies, queryDistance, [&](const Aabb& voxel, std::span<const Index> entries) {
        listFaces(voxel, entries);
        return true;
    });
    faces_.listPairs(pairs_);
}

/// Steps 1 and 2.
void OctreeDetector::forEachSharedVoxel(std::span<const MeshInstance> bodies, Real queryDistance,
                                        const MovedOctrees::Visit& visit) {
    growth_ = 0.5 * queryDistance;
    counters_ = {};
    faces_.clear();
    placeBodies(bodies, growth_, bodies_);
    findOverlapRegions(*executor_, bodies_);
    boxes_.resize(std::max(boxes_.size(), bodies_.size()));
    for (BoxList& ofBody : boxes_) ofBody.resize(0);
    nodes_.place(bodies_, growth_, settings_.optimisations.overlapRegions);
    counters_.movedNodes = nodes_.count();
    counters_.nodeTests = nodes_.tests();
    if (nodes_.count() == 0) return;

    const MoverSettings moved = {settings_.octrees, settings_.test, settings_.optimisations.progressive};
    octrees_.forEachSharedVoxel(bodies_, nodes_, growth_, worldGrid(), moved,
                                [&](const Aabb& voxel, std::span<const Index> entries) {
                                    ++counters_.interferingVoxels;
                                    return visit(voxel, entries);
                                });
    counters_.nodeTests += octrees_.tests();
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
        // Voxels finer than the query distance, or than the rounding of boxes, would not separate more faces.
        const Real largest = grid.box().min.cwiseAbs().cwiseMax(grid.box().max.cwiseAbs()).maxCoeff();
        const Real finest = std::max({voxel, 2 * growth_, kFinest * largest});
        while (grid.level < kMostLevels && grid.voxel() > finest) ++grid.level;
        return grid;
    }
    for (Aabb box = grid.box(); !box.contains(regions.min) || !box.contains(regions.max); box = grid.box()) {
        grid = {grid.min - Vec3::Constant(0.5 * grid.edge), 2 * grid.edge,
                std::min(grid.level + 1, kMostLevels)};
    }
    return grid;
}

/// Step 3: the faces of all bodies that meet the voxel.
void OctreeDetector::listFaces(const Aabb& voxel, std::span<const Index> entries) {
    const BodyParts& parts = nodes_.parts();
    faces_.startVoxel();
    while (!entries.empty()) {
        const std::size_t own = endOfFirstBody(parts, entries);
        listFaces(parts.bodies[entries.front()], entries.first(own), voxel);
        entries = entries.subspan(own);
    }
}

/// The faces of the body that meet the voxel, among all faces or (1.3.4) among those of the nodes in it.
void OctreeDetector::listFaces(Index index, std::span<const Index> entries, const Aabb& voxel) {
    const PlacedBody& body = bodies_[index];
    const Aabb box = grownOutward(voxel, growth_);
    if (!settings_.optimisations.facesOfNodes) return listAllFaces(index, box);
    lastList_.resize(std::max(lastList_.size(), std::size_t{body.placed->mesh().faceCount()}));
    ++lists_;
    for (const Index entry : entries) {
        for (const Index face : modelOf(body).facesOf(nodes_.node(entry))) {
            if (std::exchange(lastList_[face], lists_) == lists_) continue;
            ++counters_.faceTests;
            const Triangle triangle = body.triangle(face);
            if (overlaps(ricochet::boxOf(triangle), box) && intersects(triangle, box))
                faces_.add(index, face);
        }
    }
}

/// Boxes of all faces are computed once per run.
void OctreeDetector::listAllFaces(Index index, const Aabb& box) {
    const PlacedBody& body = bodies_[index];
    const Mesh& mesh = body.placed->mesh();
    if (boxes_[index].count == 0) boxesOfFaces(mesh, body.vertices, 0, boxes_[index]);
    counters_.faceTests += mesh.faceCount();
    known_.resize(std::max(known_.size(), std::size_t{mesh.faceCount()}));
    const Index count = findOverlapping(boxes_[index], box, known_);
    for (const Index face : std::span(known_).first(count)) {
        if (intersects(body.triangle(face), box)) faces_.add(index, face);
    }
}

}  // namespace ricochet::octree_motion
