#include "algorithms/contact/counted_pairs.h"

#include "algorithms/contact/tolerances.h"
#include "algorithms/geometry/closest_points.h"
#include "algorithms/geometry/scratch.h"
#include "algorithms/geometry/triangle_triangle.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace ricochet {
namespace {

Segment longestEdge(const Triangle& corners) {
    const auto length = [&](std::size_t k) { return (corners[(k + 1) % 3] - corners[k]).squaredNorm(); };
    const std::size_t k = std::max({std::size_t{0}, std::size_t{1}, std::size_t{2}},
                                   [&](std::size_t i, std::size_t j) { return length(i) < length(j); });
    return {corners[k], corners[(k + 1) % 3]};
}

bool areNear(Real distanceSquared, const Segment& a, const Segment& b) {
    return closestPoints(a.begin, a.end, b.begin, b.end).distanceSquared <= distanceSquared;
}

bool isNeedle(const Mesh& mesh, Index face) {
    const Triangle corners = mesh.triangle(face);
    const Vec3 u = corners[1] - corners[0], v = corners[2] - corners[0];
    const Real longest =
        kTolerances.needle * std::max({u.squaredNorm(), v.squaredNorm(), (u - v).squaredNorm()});
    return u.cross(v).squaredNorm() < longest * longest;
}

Vec3 firstCorner(const MeshInstance& placed, Index face) {
    return transformPoint(placed.pose, placed.mesh().vertices()[placed.mesh().face(face)[0]]);
}

constexpr Index kWeight = 4;  // of a pair that `countNeedles` examines: with 1, scans take 3 % longer

/// Whether a pair is examined, by its numbers: the same whatever other pairs a narrow phase returns. Knuth.
/// The Art of Computer Programming, 6.4: multiplication by the golden ratio.
bool isInSample(const FacePair& pair) {
    constexpr std::uint32_t kGoldenRatio = 2654435769u;
    const std::uint32_t mixed = (pair.faceA * kGoldenRatio + pair.faceB) * kGoldenRatio;
    return mixed < std::numeric_limits<std::uint32_t>::max() / (kWeight * kTolerances.needleShare);
}

/// In the world.
struct SampledFace {
    Index face;
    Triangle corners;
    Segment longest;  ///< edge
};

/// `count` faces at even spacing.
ScratchVector<SampledFace> spreadFaces(const MeshInstance& placed, Index count) {
    const Index all = placed.mesh().faceCount();
    ScratchVector<SampledFace> faces;
    for (std::uint64_t i = 0; i < std::min(count, all); ++i) {
        const auto face = static_cast<Index>(i * all / std::min(count, all));
        const Triangle corners = placed.triangle(face);
        faces.push_back({face, corners, longestEdge(corners)});
    }
    return faces;
}

}  // namespace

Index countNear(std::span<const FacePair> pairs, const FacePairQuery& query, Index maximum) {
    const Real farthest = query.queryDistance * query.queryDistance;
    Index count = 0, faceA = kNone;
    Vec3 onA = Vec3::Zero();  // narrow phases return the pairs of one face of A in runs
    for (const FacePair& pair : pairs) {
        if (pair.faceA != faceA) onA = firstCorner(query.a, faceA = pair.faceA);
        const Vec3 onB = firstCorner(query.b, pair.faceB);
        if ((onA - onB).squaredNorm() <= farthest && ++count > maximum) break;
    }
    return count;
}

Index countNeedles(std::span<const FacePair> pairs, const FacePairQuery& query, Index maximum) {
    const Real farthest = query.queryDistance * query.queryDistance;
    Index count = 0;
    for (const FacePair& pair : pairs) {
        if (!isInSample(pair)) continue;
        if (!isNeedle(query.a.mesh(), pair.faceA) && !isNeedle(query.b.mesh(), pair.faceB)) continue;
        const Vec3 between = firstCorner(query.a, pair.faceA) - firstCorner(query.b, pair.faceB);
        if (between.squaredNorm() <= farthest) continue;
        if (!areNear(farthest, longestEdge(query.a.triangle(pair.faceA)),
                     longestEdge(query.b.triangle(pair.faceB))))
            continue;
        if ((count += kWeight) > maximum) break;
    }
    return count;
}

FacePairs sampleNear(const FacePairQuery& query, Index maximum) {
    const auto side = static_cast<Index>(std::sqrt(static_cast<Real>(maximum)));
    const Real farthest = query.queryDistance * query.queryDistance;
    const ScratchVector<SampledFace> ofB = spreadFaces(query.b, side);
    FacePairs near;
    for (const SampledFace& a : spreadFaces(query.a, side)) {
        for (const SampledFace& b : ofB) {
            if (areNear(farthest, a.longest, b.longest) || intersects(a.corners, b.corners))
                near.push_back({a.face, b.face});
        }
    }
    return near;
}

Real estimateNear(const FacePairQuery& query, Index maximum) {
    const auto side = static_cast<Index>(std::sqrt(static_cast<Real>(maximum)));
    const auto facesPerSample = [side](const Mesh& mesh) {
        return std::max(Real{1}, static_cast<Real>(mesh.faceCount()) / side);
    };
    return static_cast<Real>(sampleNear(query, maximum).size()) * facesPerSample(query.a.mesh()) *
           facesPerSample(query.b.mesh());
}

}  // namespace ricochet
