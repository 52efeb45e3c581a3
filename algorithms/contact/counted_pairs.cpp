#include "algorithms/contact/counted_pairs.h"

#include "algorithms/contact/tolerances.h"
#include "algorithms/geometry/closest_points.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace ricochet {
namespace {

/// The longest edge of a face, in the world.
struct LongestEdge {
    Vec3 from = Vec3::Zero(), to = Vec3::Zero();

    LongestEdge() = default;
    LongestEdge(const Placed& placed, Index face) {
        const Triangle corners = placed.triangle(face);
        Real longest = -1;
        for (std::size_t k = 0; k < 3; ++k) {
            const Vec3 &begin = corners[k], &end = corners[(k + 1) % 3];
            const Real length = (end - begin).squaredNorm();
            if (length > longest) longest = length, from = begin, to = end;
        }
    }
};

bool areNear(Real distanceSquared, const LongestEdge& a, const LongestEdge& b) {
    return closestPoints(a.from, a.to, b.from, b.to).distanceSquared <= distanceSquared;
}

bool isNeedle(const Triangle& corners) {
    const Vec3 u = corners[1] - corners[0], v = corners[2] - corners[0];
    const Real longest = std::max({u.squaredNorm(), v.squaredNorm(), (u - v).squaredNorm()});
    return u.cross(v).norm() < kTolerances.needle * longest;
}

/// Which faces of a mesh are needles; each is examined once.
class Needles {
public:
    explicit Needles(const Mesh& mesh) : mesh_(mesh), known_(mesh.faceCount(), kUnknown) {}
    bool contain(Index face) {
        if (known_[face] == kUnknown) known_[face] = isNeedle(mesh_.triangle(face)) ? kYes : kNo;
        return known_[face] == kYes;
    }

private:
    enum Answer : std::uint8_t { kUnknown, kNo, kYes };
    const Mesh& mesh_;
    std::vector<Answer> known_;
};

Vec3 firstCorner(const Placed& placed, Index face) {
    return place(placed.pose, placed.mesh().vertices()[placed.mesh().face(face)[0]]);
}

/// Counts by first corners.
Index countByCorners(std::span<const FacePair> pairs, const FacePairQuery& query, Index most) {
    const Real farthest = query.queryDistance * query.queryDistance;
    Index count = 0, faceA = kNone;
    Vec3 onA = Vec3::Zero();  // narrow phases return the pairs of one face of A in runs
    for (const FacePair& pair : pairs) {
        if (pair.faceA != faceA) onA = firstCorner(query.a, faceA = pair.faceA);
        const Vec3 onB = firstCorner(query.b, pair.faceB);
        if ((onA - onB).squaredNorm() <= farthest && ++count > most) break;
    }
    return count;
}

/// Counts the pairs with a needle that do not count by their first corners.
Index countNeedles(std::span<const FacePair> pairs, const FacePairQuery& query, Index most) {
    const Real farthest = query.queryDistance * query.queryDistance;
    Needles ofA(query.a.mesh()), ofB(query.b.mesh());
    Index count = 0, faceA = kNone;
    LongestEdge onA;
    for (const FacePair& pair : pairs) {
        if (!ofA.contain(pair.faceA) && !ofB.contain(pair.faceB)) continue;
        if (pair.faceA != faceA) onA = LongestEdge(query.a, faceA = pair.faceA);
        if (!areNear(farthest, onA, LongestEdge(query.b, pair.faceB))) continue;
        const Vec3 between = firstCorner(query.a, pair.faceA) - firstCorner(query.b, pair.faceB);
        if (between.squaredNorm() > farthest && ++count > most) break;
    }
    return count;
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
    const Index byCorners = countByCorners(pairs, query, most);
    return byCorners > most ? byCorners : byCorners + countNeedles(pairs, query, most - byCorners);
}

FacePairs sampleNear(const FacePairQuery& query, Index most) {
    const auto side = static_cast<Index>(std::sqrt(static_cast<Real>(most)));
    const Real farthest = query.queryDistance * query.queryDistance;
    std::vector<LongestEdge> ofB;
    const std::vector<Index> facesB = spreadFaces(query.b.mesh(), side);
    for (const Index face : facesB) ofB.emplace_back(query.b, face);
    FacePairs near;
    for (const Index faceA : spreadFaces(query.a.mesh(), side)) {
        const LongestEdge a(query.a, faceA);
        for (std::size_t i = 0; i < facesB.size(); ++i) {
            if (areNear(farthest, a, ofB[i])) near.push_back({faceA, facesB[i]});
        }
    }
    return near;
}

}  // namespace ricochet
