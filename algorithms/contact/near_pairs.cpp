#include "algorithms/contact/near_pairs.h"

#include "algorithms/contact/tolerances.h"
#include "algorithms/geometry/closest_points.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ricochet {
namespace {

/// A face as the count sees it, in the world.
struct CountedFace {
    Vec3 firstCorner = Vec3::Zero();
    Vec3 from = Vec3::Zero(), to = Vec3::Zero();  ///< ends of the longest edge
    bool isNeedle = false;

    CountedFace() = default;
    CountedFace(const Placed& placed, Index face) {
        const Triangle corners = placed.triangle(face);
        firstCorner = corners[0];
        Real longest = -1;
        for (std::size_t k = 0; k < 3; ++k) {
            const Vec3 &begin = corners[k], &end = corners[(k + 1) % 3];
            const Real length = (end - begin).squaredNorm();
            if (length > longest) longest = length, from = begin, to = end;
        }
        const Real doubledArea = (corners[1] - corners[0]).cross(corners[2] - corners[0]).norm();
        isNeedle = doubledArea < kTolerances.needle * longest;
    }
};

bool areEdgesWithin(Real distanceSquared, const CountedFace& a, const CountedFace& b) {
    return closestPoints(a.from, a.to, b.from, b.to).distanceSquared <= distanceSquared;
}

bool isNear(Real distanceSquared, const CountedFace& a, const CountedFace& b) {
    if ((a.firstCorner - b.firstCorner).squaredNorm() <= distanceSquared) return true;
    return (a.isNeedle || b.isNeedle) && areEdgesWithin(distanceSquared, a, b);
}

/// `count` faces at even spacing.
std::vector<Index> spreadFaces(const Mesh& mesh, Index count) {
    const Index all = mesh.faceCount();
    std::vector<Index> faces;
    for (std::uint64_t i = 0; i < std::min(count, all); ++i) {
        faces.push_back(static_cast<Index>(i * all / std::min(count, all)));
    }
    return faces;
}

}  // namespace

Index countNear(std::span<const FacePair> pairs, const FacePairQuery& query, Index most) {
    const Real farthest = query.queryDistance * query.queryDistance;
    Index count = 0, faceA = kNone;
    CountedFace a;  // narrow phases return the pairs of one face of A in runs
    for (const FacePair& pair : pairs) {
        if (pair.faceA != faceA) a = CountedFace(query.a, faceA = pair.faceA);
        if (isNear(farthest, a, CountedFace(query.b, pair.faceB)) && ++count > most) break;
    }
    return count;
}

FacePairs sampleNear(const FacePairQuery& query, Index most) {
    const auto side = static_cast<Index>(std::sqrt(static_cast<Real>(most)));
    const Real farthest = query.queryDistance * query.queryDistance;
    std::vector<CountedFace> ofB;
    const std::vector<Index> facesB = spreadFaces(query.b.mesh(), side);
    for (const Index face : facesB) ofB.emplace_back(query.b, face);
    FacePairs near;
    for (const Index faceA : spreadFaces(query.a.mesh(), side)) {
        const CountedFace a(query.a, faceA);
        for (std::size_t i = 0; i < facesB.size(); ++i) {
            if (areEdgesWithin(farthest, a, ofB[i])) near.push_back({faceA, facesB[i]});
        }
    }
    return near;
}

}  // namespace ricochet
