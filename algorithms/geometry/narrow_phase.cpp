#include "algorithms/geometry/narrow_phase.h"

#include <algorithm>

namespace ricochet {
namespace {

/// How far apart two corners are, one of each mesh: no less than the meshes.
Real anyDistance(const Placed& a, const Placed& b) { return (a.triangle(0)[0] - b.triangle(0)[0]).norm(); }

std::optional<ClosestFaces> nearest(const Placed& a, const Placed& b, const FacePairs& pairs) {
    std::optional<ClosestFaces> best;
    for (const FacePair& pair : pairs) {
        const ClosestPoints points = closestPoints(a.triangle(pair.faceA), b.triangle(pair.faceB));
        if (!best || points.distanceSquared < best->points.distanceSquared) best = {pair, points};
    }
    return best;
}

}  // namespace

std::optional<FacePair> NarrowPhase::findFirstPair(const Placed& a, const Placed& b,
                                                   PairMemory& memory) const {
    FacePairs pairs;
    findFacePairs(a, b, 0, memory, pairs);
    if (pairs.empty()) return std::nullopt;
    return pairs.front();
}

// Looks ever farther, so that little more is measured than what is near.
std::optional<ClosestFaces> NarrowPhase::findClosestPair(const Placed& a, const Placed& b, Real upTo,
                                                         PairMemory& memory) const {
    constexpr Real kFirstLook = 1.0 / 256;  // of a distance that is surely enough
    constexpr Real kGrowth = 4;
    const Real enough = std::min(upTo, (1 + 1e-12) * anyDistance(a, b));
    FacePairs pairs;
    for (Real queryDistance = kFirstLook * enough;;
         queryDistance = std::min(kGrowth * queryDistance, enough)) {
        findFacePairs(a, b, queryDistance, memory, pairs);
        const auto best = nearest(a, b, pairs);
        if (best && best->points.distanceSquared <= queryDistance * queryDistance) return best;
        if (queryDistance >= enough) return std::nullopt;
    }
}

void NarrowPhase::findFaces(const Model& model, const Aabb& box, std::vector<Index>& out) const {
    out.clear();
    const Mesh& mesh = model.mesh();
    for (Index face = 0; face < mesh.faceCount(); ++face) {
        if (overlaps(boxOf(mesh.triangle(face)), box)) out.push_back(face);
    }
}

}  // namespace ricochet
