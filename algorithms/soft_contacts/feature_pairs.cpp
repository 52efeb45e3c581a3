#include "algorithms/soft_contacts/feature_pairs.h"

#include "algorithms/geometry/aabb.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace ricochet::soft_contacts {
namespace {

// As the face octree's automatic resolution.
constexpr Index kDeepestLevel = 12;
constexpr std::uint64_t kFewPairs = 4096;

Aabb around(const Aabb& a, const Aabb& b) { return {a.min.cwiseMin(b.min), a.max.cwiseMax(b.max)}; }

bool contains(const Face& face, Index node) { return std::ranges::find(face, node) != face.end(); }

/// Of all nodes. Boxes around paths are small in a frame that moves like that.
Vec3 meanMotion(const SoftBodyStep& a, const SoftBodyStep* b) {
    Vec3 sum = Vec3::Zero();
    std::size_t count = 0;
    for (const SoftBodyStep* const body : {&a, b}) {
        if (!body) continue;
        for (std::size_t i = 0; i < body->from.size(); ++i) sum += body->to[i] - body->from[i];
        count += body->from.size();
    }
    return sum / static_cast<Real>(std::max<std::size_t>(count, 1));
}

/// Metres: bound of twice the error of an end in that frame.
Real rounding(const SoftBodyStep& body, const Vec3& drift) {
    Vec3 largest = drift.cwiseAbs();
    for (const Vec3& x : body.to) largest = largest.cwiseMax(x.cwiseAbs());
    return 4 * std::numeric_limits<Real>::epsilon() * largest.maxCoeff();
}

}  // namespace

void FeaturePairFinder::bound(const SoftBodyStep& body, Real distance, const Vec3& drift, Index firstNode,
                              Side& side) {
    side.elements = &body.elements;
    side.firstNode = firstNode;
    side.box = {};
    side.nodes.resize(body.from.size());
    for (std::size_t i = 0; i < side.nodes.size(); ++i) {
        const Vec3 &from = body.from[i], to = body.to[i] - drift;
        side.nodes[i] = grownOutward({from.cwiseMin(to), from.cwiseMax(to)}, distance / 2);
    }
    side.boxes.resize(body.elements.size());
    for (Index element = 0; element < body.elements.size(); ++element) {
        const auto& [a, b, c] = body.elements.corners[element];
        side.boxes[element] = around(around(side.nodes[a], side.nodes[b]), side.nodes[c]);
        side.box = around(side.box, side.boxes[element]);
    }
}

void FeaturePairFinder::find(const SoftBodyStep& a, const SoftBodyStep& b, Real distance,
                             std::vector<FeaturePair>& out) {
    const Vec3 drift = meanMotion(a, &b);
    bound(a, distance + rounding(a, drift), drift, 0, sides_[0]);
    bound(b, distance + rounding(b, drift), drift, static_cast<Index>(a.from.size()), sides_[1]);
    const Aabb region = intersection(sides_[0].box, sides_[1].box);
    if (region.isEmpty()) return;
    entries_ = {};
    elements_.clear();
    for (Index side = 0; side < 2; ++side) {
        for (Index element = 0; element < sides_[side].elements->size(); ++element) {
            const Aabb& box = sides_[side].boxes[element];
            if (!overlaps(box, region)) continue;
            entries_.bodies.push_back(side);
            entries_.boxes.push_back(box);
            elements_.push_back(element);
        }
    }
    pairs_.clear();
    subdivide(region);
    for (const EntryPair& pair : pairs_)
        append(sides_[0], elements_[pair.first], sides_[1], elements_[pair.second], out);
}

void FeaturePairFinder::findOfItself(const SoftBodyStep& body, Real distance, std::vector<FeaturePair>& out) {
    Side& side = sides_[0];
    const Vec3 drift = meanMotion(body, nullptr);
    bound(body, distance + rounding(body, drift), drift, 0, side);
    entries_.bodies = body.elements.parts;
    entries_.boxes = side.boxes;
    pairs_.clear();
    subdivide(side.box);
    listInsideParts(side);
    for (const EntryPair& pair : pairs_) append(side, pair.first, side, pair.second, out);
}

void FeaturePairFinder::subdivide(const Aabb& root) {
    const SubdivisionRules rules{.maxLevel = kDeepestLevel, .fewPairs = kFewPairs};
    all_.resize(entries_.size());
    std::iota(all_.begin(), all_.end(), Index{0});
    subdivision_.begin(entries_, rules);
    const Vec3 unbounded = Vec3::Constant(std::numeric_limits<Real>::infinity());
    const OctreeCell cell = subdivision_.push({.box = root, .owned = {-unbounded, unbounded}}, all_);
    subdivision_.forEachVoxel(cell, kDeepestLevel + 1,
                              [&](const OctreeCell& voxel) { subdivision_.listPairs(voxel, pairs_); });
}

void FeaturePairFinder::listInsideParts(const Side& side) {
    const std::vector<Index>& parts = side.elements->parts;
    for (Index begin = 0; begin < parts.size();) {
        const auto next = std::upper_bound(parts.begin() + begin, parts.end(), parts[begin]);
        const Index end = static_cast<Index>(next - parts.begin());
        ofPart_.resize(end - begin);
        for (Index i = begin; i < end; ++i) ofPart_.set(i - begin, side.boxes[i]);
        found_.resize(std::max<std::size_t>(found_.size(), end - begin));
        for (Index i = begin; i < end; ++i) {
            for (const Index other :
                 std::span(found_).first(findOverlapping(ofPart_, side.boxes[i], found_))) {
                if (begin + other > i) pairs_.push_back({i, begin + other});
            }
        }
        begin = end;
    }
}

void FeaturePairFinder::append(const Side& a, Index elementA, const Side& b, Index elementB,
                               std::vector<FeaturePair>& out) const {
    appendNodes(a, elementA, b, elementB, out);
    appendNodes(b, elementB, a, elementA, out);
    const Face &ofA = a.elements->corners[elementA], &ofB = b.elements->corners[elementB];
    const bool isSame = &a == &b;
    for (Index k = 0; k < 3; ++k) {
        if (!a.elements->ownsEdge(elementA, k)) continue;
        const Index p = ofA[k], q = ofA[(k + 1) % 3];
        const Aabb box = around(a.nodes[p], a.nodes[q]);
        if (!overlaps(box, b.boxes[elementB])) continue;
        for (Index m = 0; m < 3; ++m) {
            if (!b.elements->ownsEdge(elementB, m)) continue;
            const Index r = ofB[m], s = ofB[(m + 1) % 3];
            if (isSame && (p == r || p == s || q == r || q == s)) continue;
            if (!overlaps(box, around(b.nodes[r], b.nodes[s]))) continue;
            out.push_back({FeatureKind::edgeEdge,
                           {a.firstNode + p, a.firstNode + q, b.firstNode + r, b.firstNode + s}});
        }
    }
}

void FeaturePairFinder::appendNodes(const Side& a, Index elementA, const Side& b, Index elementB,
                                    std::vector<FeaturePair>& out) {
    if (!b.elements->areFaces) return;
    const Face &ofA = a.elements->corners[elementA], &ofB = b.elements->corners[elementB];
    const bool isSame = &a == &b;
    for (Index k = 0; k < 3; ++k) {
        if (!a.elements->ownsNode(elementA, k)) continue;
        if (isSame && contains(ofB, ofA[k])) continue;
        if (!overlaps(a.nodes[ofA[k]], b.boxes[elementB])) continue;
        out.push_back(
            {FeatureKind::vertexFace,
             {a.firstNode + ofA[k], b.firstNode + ofB[0], b.firstNode + ofB[1], b.firstNode + ofB[2]}});
    }
}

}  // namespace ricochet::soft_contacts
