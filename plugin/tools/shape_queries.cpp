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
struct QueryBackend {
    std::string name;
    std::shared_ptr<const NarrowPhase> narrowPhase;
};

const QueryBackend& queryBackend() {
    static const QueryBackend& made = *new QueryBackend([] {
        const auto selected = selectBackend(Settings{}.narrowPhase);
        return QueryBackend{selected->name, selected->make(makeSerialExecutor()).narrowPhase};
    }());
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

/// Two shapes at their poses.
struct PlacedShapes {
    std::vector<PlacedPart> a, b;
};

Result<PlacedShapes> place(const btCollisionShape& a, const btTransform& aToWorld, const btCollisionShape& b,
                           const btTransform& bToWorld, btScalar maxDistance) {
    if (!(maxDistance >= 0)) {
        return tl::unexpected(std::string("maxDistance must be zero or a positive number of metres."));
    }
    const ModelRequest request{queryBackend().name, queryBackend().narrowPhase.get()};
    const auto around = [&](const btCollisionShape& shape, const btTransform& toWorld) {
        return std::isfinite(maxDistance) ? std::optional(worldBox(shape, toWorld, maxDistance))
                                          : std::nullopt;
    };
    auto partsA = placedParts(a, aToWorld, request, around(b, bToWorld));
    if (!partsA) return tl::unexpected(partsA.error());
    auto partsB = placedParts(b, bToWorld, request, around(a, aToWorld));
    if (!partsB) return tl::unexpected(partsB.error());
    return PlacedShapes{*std::move(partsA), *std::move(partsB)};
}

}  // namespace

FacePairsAnswer facePairs(const btCollisionShape& a, const btTransform& aToWorld, const btCollisionShape& b,
                          const btTransform& bToWorld, btScalar maxDistance) {
    FacePairsAnswer answer;
    const Result<PlacedShapes> shapes = place(a, aToWorld, b, bToWorld, maxDistance);
    if (!shapes) {
        answer.error = shapes.error();
        return answer;
    }
    FacePairs pairs;
    for (const PlacedPart& partA : shapes->a) {
        for (const PlacedPart& partB : shapes->b) {
            PairMemory memory;
            const MeshInstance placedA = partA.placed(), placedB = partB.placed();
            queryBackend().narrowPhase->findFacePairs(placedA, placedB, maxDistance, memory, pairs);
            if (maxDistance > 0) dropDistant(placedA, placedB, maxDistance, pairs);
            for (const FacePair& pair : pairs) {
                answer.pairs.push_back({nameOf(partA, pair.faceA), nameOf(partB, pair.faceB)});
            }
        }
    }
    // Backs of two-sided meshes, and faces without names, are there more than once.
    std::sort(answer.pairs.begin(), answer.pairs.end());
    answer.pairs.erase(std::unique(answer.pairs.begin(), answer.pairs.end()), answer.pairs.end());
    return answer;
}

ClosestPointsAnswer closestPoints(const btCollisionShape& a, const btTransform& aToWorld,
                                  const btCollisionShape& b, const btTransform& bToWorld,
                                  btScalar maxDistance) {
    ClosestPointsAnswer answer;
    const Result<PlacedShapes> shapes = place(a, aToWorld, b, bToWorld, maxDistance);
    if (!shapes) {
        answer.error = shapes.error();
        return answer;
    }
    Real upTo = maxDistance;
    for (const PlacedPart& partA : shapes->a) {
        for (const PlacedPart& partB : shapes->b) {
            PairMemory memory;
            const auto closest =
                queryBackend().narrowPhase->findClosestPair(partA.placed(), partB.placed(), upTo, memory);
            if (!closest) continue;
            const Real distance = std::sqrt(closest->points.distanceSquared);
            if (answer.isFound && distance >= upTo) continue;
            upTo = distance;
            answer.isFound = true;
            answer.distance = btScalar(distance);
            answer.onA = toBullet(closest->points.onA);
            answer.onB = toBullet(closest->points.onB);
            answer.faceA = nameOf(partA, closest->faces.faceA);
            answer.faceB = nameOf(partB, closest->faces.faceB);
        }
    }
    return answer;
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
