#include "algorithms/face_octree/region_search.h"

#include "algorithms/face_octree/collision_pass.h"
#include "algorithms/geometry/close_faces.h"
#include "algorithms/geometry/triangle_box.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace ricochet {
namespace {

/// Below this all faces of a body are listed: their boxes take less time than to choose among them.
constexpr Index kFewFaces = 1024;

Aabb blockAround(const BoxList& boxes, Index begin, Index end) {
    const auto part = [&](const std::vector<Real>& bounds) {
        return Eigen::Map<const Eigen::ArrayXd>(bounds.data() + begin, end - begin);
    };
    Aabb around;
    for (Index axis = 0; axis < 3; ++axis) {
        around.min[axis] = part(boxes.min[axis]).minCoeff();
        around.max[axis] = part(boxes.max[axis]).maxCoeff();
    }
    return around;
}

}  // namespace

void StepBody::listFaces() {
    const Mesh& mesh = body.placed->mesh();
    const bool isSurrounded = regions.contains(body.box.min) && regions.contains(body.box.max);
    if (isSurrounded || mesh.faceCount() <= kFewFaces) {
        faces.resize(mesh.faceCount());
        std::iota(faces.begin(), faces.end(), Index{0});
        boxesOfFaces(mesh, body.vertices, 0, boxes);
    } else {
        const std::span<const Index> near = facesNear(body, regions, scratch);
        faces.assign(near.begin(), near.end());
        boxes.resize(static_cast<Index>(faces.size()));
        for (Index i = 0; i < boxes.count; ++i) boxes.set(i, body.boxOfFace(faces[i]));
    }
    blocks.resize((boxes.count + kBlock - 1) / kBlock);
    for (Index i = 0; i < blocks.count; ++i) {
        blocks.set(i, blockAround(boxes, i * kBlock, std::min((i + 1) * kBlock, boxes.count)));
    }
}

void RegionSearch::list(Index side, const StepBody& body, const Aabb& region, bool exact) {
    sides_[side] = &body;
    const Aabb grownRegion = grownOutward(region, growth_);
    nearBlocks_.resize(std::max(nearBlocks_.size(), std::size_t{body.blocks.count}));
    near_.resize(std::max(near_.size(), std::size_t{body.boxes.count}));
    boxTests_ += body.blocks.count;
    const Index blocks = findOverlapping(body.blocks, grownRegion, nearBlocks_);
    for (Index i = 0; i < blocks;) {
        const Index first = nearBlocks_[i++];
        Index last = first;
        while (i < blocks && nearBlocks_[i] == last + 1) last = nearBlocks_[i++];
        const Index begin = first * StepBody::kBlock;
        const Index end = std::min((last + 1) * StepBody::kBlock, body.boxes.count);
        boxTests_ += end - begin;
        const Index count = findOverlapping(body.boxes, begin, end, grownRegion, near_);
        take(side, std::span(near_).first(count), exact ? &grownRegion : nullptr);
    }
}

/// `touched`: a box that the faces themselves must touch, or null.
void RegionSearch::take(Index side, std::span<const Index> entries, const Aabb* touched) {
    const StepBody& body = *sides_[side];
    for (const Index i : entries) {
        const Index face = body.faces[i];
        if (touched && !intersects(body.body.triangle(face), *touched)) continue;
        parts_.bodies.push_back(side);
        parts_.boxes.push_back(grownOutward(body.boxes[i], growth_));
        faces_.push_back(face);
    }
}

void RegionSearch::run(const FaceOctreeSettings& settings, const StepBody& a, const StepBody& b,
                       const Aabb& region, Real queryDistance, PreparedPairs& out) {
    growth_ = 0.5 * queryDistance;
    boxTests_ = 0;
    parts_.bodies.clear();
    parts_.boxes.clear();
    faces_.clear();
    pairs_.clear();
    list(0, a, region, settings.exactInRegions);
    const std::size_t ofA = faces_.size();
    if (ofA > 0) list(1, b, region, settings.exactInRegions);
    out.counters.boxTests += boxTests_;
    if (ofA == faces_.size()) return;

    SubdivisionRules rules = subdivisionRules(settings);
    if (settings.exactInCells) {
        rules.meets = [this](Index entry, const Aabb& cell) {
            return intersects(triangle(entry), grownOutward(cell, growth_));
        };
    }
    entries_.resize(faces_.size());
    std::iota(entries_.begin(), entries_.end(), Index{0});
    const Vec3 infinity = Vec3::Constant(std::numeric_limits<Real>::infinity());
    subdivision_.begin(parts_, rules);
    const OctreeCell root = subdivision_.push({region, {-infinity, infinity}}, entries_);
    subdivision_.forEachVoxel(root, kNone,
                              [&](const OctreeCell& voxel) { subdivision_.listPairs(voxel, pairs_); });
    out.counters.boxTests += subdivision_.boxTests();
    if (rules.meets) {
        std::sort(pairs_.begin(), pairs_.end());
        pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
    }

    const bool isTested = queryDistance == 0 || settings.exactDistance;
    if (isTested) out.counters.triangleTests += pairs_.size();
    for (const auto& [first, second] : pairs_) {
        if (isTested && !areClose(triangle(first), triangle(second), queryDistance)) continue;
        out.pairs.push_back({faces_[first], faces_[second]});
    }
}

}  // namespace ricochet
