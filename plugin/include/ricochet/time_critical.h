#pragma once

#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <ricochet/precision.h>

#include <limits>
#include <string>

namespace ricochet {
inline namespace RICOCHET_PUBLIC_NAMESPACE {

/// What one question may cost.
struct Budget {
    static constexpr int kAllLevels = std::numeric_limits<int>::max();

    int levels = kAllLevels;  ///< of the hierarchy that are compared: 0 is the bounds of the whole
    double microseconds = std::numeric_limits<double>::infinity();  ///< of wall-clock time
};

enum class Intersection {
    apart,  ///< the surfaces have no point in common
    meets,  ///< they have one
    maybe   ///< the budget was spent before it was known
};

struct TimedAnswer {
    Intersection intersection = Intersection::maybe;
    int level = 0;      ///< of the hierarchy, down to which everything is decided
    std::string error;  ///< one sentence where an object has a part without faces; else empty
};

/// Whether the surfaces of two collision objects intersect where they stand, within a budget: for a game or a
/// haptic loop that must know now. `apart` and `meets` are never wrong, and without a limit there is no
/// `maybe`. Margins are not counted, and a body inside another one is apart from it: surfaces are compared.
///
/// Both must have faces (meshes, heightfields, boxes, convex hulls, and compounds of these). The first
/// question about a shape builds its spherical distance field, whatever the budget: ask once when it is
/// loaded. Call notifyDeformed after its vertices moved. The objects need not be in a world, nor algorithms
/// registered. Thread-safe as long as neither object changes.
///
/// The clock is read every half microsecond or so: an answer comes a few microseconds after the budget is
/// spent.
TimedAnswer intersects(const btCollisionObject& a, const btCollisionObject& b, const Budget& budget = {});

}  // namespace RICOCHET_PUBLIC_NAMESPACE
}  // namespace ricochet
