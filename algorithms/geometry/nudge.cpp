#include "algorithms/geometry/nudge.h"

#include "algorithms/geometry/expansion.h"

#include <algorithm>

namespace ricochet {
namespace {

/// The sign after the nudge of a determinant that is zero; `signAlong(axis)` is the sign of its gradient.
template <class SignAlong>
Side afterNudge(const Nudge& nudge, SignAlong&& signAlong) {
    for (std::size_t level = 0; level < 3; ++level) {
        const int sign = signAlong(nudge.axes[level]);
        if (sign != 0) return sign * nudge.signs[level];
    }
    return 0;
}

}  // namespace

Nudge nudgeAlong(const Vec3& direction) {
    Nudge nudge;
    std::ranges::sort(nudge.axes, [&](int i, int j) {
        return std::pair(-std::abs(direction[i]), i) < std::pair(-std::abs(direction[j]), j);
    });
    for (std::size_t level = 0; level < 3; ++level)
        nudge.signs[level] = direction[nudge.axes[level]] < 0 ? -1 : 1;
    return nudge;
}

Side sideOf(const PlaneThrough& plane, const Triangle& face, const Vec3& point, const Nudge& ofPoint) {
    const Side side = plane.sideOf(point);
    if (side != 0) return side;
    return afterNudge(ofPoint, [&](int axis) {
        return orient2d(project(face[0], axis), project(face[1], axis), project(face[2], axis));
    });
}

Side orientEdges(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d, const Nudge& ofFirst) {
    const Side side = orient3d(a, b, c, d);
    if (side != 0) return side;
    return afterNudge(ofFirst, [&](int axis) {
        const int y = (axis + 1) % 3, z = (axis + 2) % 3;
        const auto left = difference(b[y], a[y]) * difference(d[z], c[z]);
        const auto right = difference(b[z], a[z]) * difference(d[y], c[y]);
        return (left - right).sign();
    });
}

}  // namespace ricochet
