#pragma once

#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <ricochet/precision.h>

#include <limits>
#include <string>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// The cost limit of one query.
struct Budget {
    static constexpr int kAllLevels = std::numeric_limits<int>::max();  ///< no limit

    int levels = kAllLevels;  ///< of the hierarchy to compare: 0 compares only the bounds of the whole
    double microseconds = std::numeric_limits<double>::infinity();  ///< of wall-clock time
};

/// Whether two surfaces have a point in common.
enum class Intersection {
    apart,  ///< the surfaces have no point in common
    meets,  ///< they have one
    maybe   ///< the budget ran out before the answer was known
};

/// What `intersects` returns.
struct TimedAnswer {
    Intersection intersection = Intersection::maybe;  ///< what is known
    int level = 0;      ///< of the hierarchy down to which everything is decided
    std::string error;  ///< one sentence if an object has a part without faces; else empty
};

/// Whether the surfaces of two collision objects intersect at their present poses, within a budget: for games
/// and haptic loops that need an answer now. `apart` and `meets` are never wrong, and without a limit there
/// is no `maybe`. Margins do not count. A body inside another one is apart from it, as only surfaces are
/// compared.
///
/// Both must have faces (meshes, heightfields, boxes, convex hulls, and compounds of these). The first query
/// of a shape builds its spherical distance field, whatever the budget: ask once when it is loaded. Call
/// notifyDeformed after moving its vertices. The objects need not be in a world, and no algorithms need to be
/// registered. Thread-safe as long as neither object changes.
///
/// The clock is read about every half microsecond, so an answer may exceed the budget by a few microseconds.
[[nodiscard]] RICOCHET_API TimedAnswer intersects(const btCollisionObject& a, const btCollisionObject& b,
                                                  const Budget& budget = {});

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
