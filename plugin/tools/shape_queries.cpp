#include "adapters/shapes/convert.h"
#include "plugin/backends.h"
#include "plugin/tools/placed_parts.h"

#include <ricochet/settings.h>
#include <ricochet/shape_queries.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

/// The narrow phase of worlds with default settings, so that its models are shared with theirs.
const MeshBackend& queryBackend() {
    static const auto& made =
        *new MeshBackend(selectBackend(Settings{}.narrowPhase)->make(makeSerialExecutor()));
    return made;
}

ShapeFace nameOf(const PlacedPart& part, Index face) {
    ShapeFace name;
    name.child = part.child;
    if (part.shape.faceNames->empty()) return name;
    name.part = part.shape.nameOf(face).part;
    name.triangle = part.shape.nameOf(face).triangle;
    return name;
}

/// Calls visit(part of A, part of B) for each two. Returns an empty string, or one sentence.
template <class Visit>
std::string forEachTwoParts(const btCollisionShape& a, const btTransform& aToWorld, const btCollisionShape& b,
                            const btTransform& bToWorld, btScalar maxDistance, Visit&& visit) {
    if (!(maxDistance >= 0)) return "maxDistance must be zero or a positive number of metres.";
    const ModelRequest request{queryBackend().name, queryBackend().narrowPhase.get()};
    const auto around = [&](const btCollisionShape& shape, const btTransform& toWorld) {
        return std::isfinite(maxDistance) ? std::optional(worldBox(shape, toWorld, maxDistance))
                                          : std::nullopt;
    };
    const auto partsA = placedParts(a, aToWorld, request, around(b, bToWorld));
    if (!partsA) return partsA.error();
    const auto partsB = placedParts(b, bToWorld, request, around(a, aToWorld));
    if (!partsB) return partsB.error();
    for (const PlacedPart& partA : *partsA) {
        for (const PlacedPart& partB : *partsB) visit(partA, partB);
    }
    return {};
}

}  // namespace

FacePairsAnswer facePairs(const btCollisionShape& a, const btTransform& aToWorld, const btCollisionShape& b,
                          const btTransform& bToWorld, btScalar maxDistance) {
    FacePairsAnswer answer;
    FacePairs pairs;
    const auto add = [&](const PlacedPart& partA, const PlacedPart& partB) {
        PairMemory memory;
        const MeshInstance placedA = partA.placed(), placedB = partB.placed();
        queryBackend().narrowPhase->findFacePairs(placedA, placedB, maxDistance, memory, pairs);
        if (maxDistance > 0) dropDistant(placedA, placedB, maxDistance, pairs);
        for (const FacePair& pair : pairs) {
            answer.pairs.push_back({nameOf(partA, pair.faceA), nameOf(partB, pair.faceB)});
        }
    };
    answer.error = forEachTwoParts(a, aToWorld, b, bToWorld, maxDistance, add);
    // Backs of two-sided meshes, and faces without names, are there more than once.
    std::sort(answer.pairs.begin(), answer.pairs.end());
    answer.pairs.erase(std::unique(answer.pairs.begin(), answer.pairs.end()), answer.pairs.end());
    return answer;
}

ClosestPointsAnswer closestPoints(const btCollisionShape& a, const btTransform& aToWorld,
                                  const btCollisionShape& b, const btTransform& bToWorld,
                                  btScalar maxDistance) {
    ClosestPointsAnswer answer;
    Real upTo = maxDistance;
    const auto compare = [&](const PlacedPart& partA, const PlacedPart& partB) {
        PairMemory memory;
        const auto closest =
            queryBackend().narrowPhase->findClosestPair(partA.placed(), partB.placed(), upTo, memory);
        if (!closest) return;
        const Real distance = std::sqrt(closest->points.distanceSquared);
        if (answer.isFound && distance >= upTo) return;
        upTo = distance;
        answer.isFound = true;
        answer.distance = btScalar(distance);
        answer.onA = toBullet(closest->points.onA);
        answer.onB = toBullet(closest->points.onB);
        answer.faceA = nameOf(partA, closest->faces.faceA);
        answer.faceB = nameOf(partB, closest->faces.faceB);
    };
    answer.error = forEachTwoParts(a, aToWorld, b, bToWorld, maxDistance, compare);
    return answer;
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
