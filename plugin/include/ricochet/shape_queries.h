#pragma once

#include <LinearMath/btTransform.h>
#include <ricochet/precision.h>

#include <limits>
#include <string>
#include <tuple>
#include <vector>

class btCollisionShape;

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// A face of a shape, by Bullet's numbers. Faces of boxes and convex hulls have none: part and triangle -1.
struct ShapeFace {
    int child = -1;     ///< of a compound, those of nested ones counted depth first; -1: it is no compound
    int part = -1;      ///< of the shape's btStridingMeshInterface
    int triangle = -1;  ///< of that part

    /// Whether all three are the same.
    friend bool operator==(const ShapeFace& a, const ShapeFace& b) {
        return std::tie(a.child, a.part, a.triangle) == std::tie(b.child, b.part, b.triangle);
    }
    /// By child, part and triangle.
    friend bool operator<(const ShapeFace& a, const ShapeFace& b) {
        return std::tie(a.child, a.part, a.triangle) < std::tie(b.child, b.part, b.triangle);
    }
};

/// A face of each of two shapes.
struct ShapeFacePair {
    ShapeFace a;  ///< of the first shape
    ShapeFace b;  ///< of the second shape

    /// Whether both are the same.
    friend bool operator==(const ShapeFacePair& x, const ShapeFacePair& y) {
        return x.a == y.a && x.b == y.b;
    }
    /// By `a`, then by `b`.
    friend bool operator<(const ShapeFacePair& x, const ShapeFacePair& y) {
        return std::tie(x.a, x.b) < std::tie(y.a, y.b);
    }
};

/// What `facePairs` returns.
struct FacePairsAnswer {
    std::vector<ShapeFacePair> pairs;  ///< each once, sorted
    std::string error;                 ///< empty, or one sentence; then there are no pairs
};

/// All pairs of faces of two shapes at these poses that intersect, touching included: exact. With
/// `maxDistance` (metres) also those up to that distance apart, up to rounding. Margins do not count, and
/// only surfaces are compared: a shape inside another one has no pairs with it.
///
/// Both must have faces (meshes, heightfields, boxes, convex hulls, and compounds of these). Neither a world
/// nor a registration is needed. The first query of a shape prepares it, as `prepare` does, and shares the
/// result with all worlds: call notifyDeformed after moving its vertices, and release before it dies or leave
/// that to the cache. The shapes stay the caller's. Thread-safe as long as neither shape changes. An error if
/// a shape has a part without faces, or one that cannot collide, a transform is not finite, or `maxDistance`
/// is negative or no number.
[[nodiscard]] RICOCHET_API FacePairsAnswer facePairs(const btCollisionShape& a, const btTransform& aToWorld,
                                                     const btCollisionShape& b, const btTransform& bToWorld,
                                                     btScalar maxDistance = 0);

/// What `closestPoints` returns.
struct ClosestPointsAnswer {
    bool isFound = false;                ///< the surfaces are not farther apart than `maxDistance`
    btScalar distance = 0;               ///< metres; 0: they intersect
    btVector3 onA = btVector3(0, 0, 0);  ///< in the world
    btVector3 onB = btVector3(0, 0, 0);  ///< in the world
    ShapeFace faceA;                     ///< on which `onA` is
    ShapeFace faceB;                     ///< on which `onB` is
    std::string error;                   ///< empty, or one sentence
};

/// The closest points of the surfaces of two shapes at these poses, and their distance. None if they are
/// farther apart than `maxDistance` (metres), which makes queries of distant or large shapes faster. Of
/// several closest pairs it is the same one for the same input. Shapes, ownership, threads and errors as for
/// `facePairs`; margins do not count either.
[[nodiscard]] RICOCHET_API ClosestPointsAnswer
closestPoints(const btCollisionShape& a, const btTransform& aToWorld, const btCollisionShape& b,
              const btTransform& bToWorld, btScalar maxDistance = std::numeric_limits<btScalar>::infinity());

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
