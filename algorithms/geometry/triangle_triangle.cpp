// Guigue, Devillers. Fast and Robust Triangle-Triangle Overlap Test using Orientation Predicates. 2003.
// Here every sign is exact, coplanar and degenerate triangles go to `flat_triangles`, and a rule instead of a
// case tree finds the corner that is alone on its side.

#include "algorithms/geometry/triangle_triangle.h"

#include "algorithms/geometry/flat_triangles.h"
#include "algorithms/geometry/predicates.h"

#include <algorithm>
#include <utility>

namespace ricochet {
namespace {

/// On which side of the other triangle's plane the three corners lie.
using Sides = std::array<Side, 3>;

Sides sidesOf(const Triangle& corners, const Triangle& t) {
    const PlaneThrough plane(t[0], t[1], t[2]);
    return {plane.sideOf(corners[0]), plane.sideOf(corners[1]), plane.sideOf(corners[2])};
}

bool isOneSided(const Sides& s) { return s[0] != 0 && s[0] == s[1] && s[0] == s[2]; }
bool isFlat(const Sides& s) { return s[0] == 0 && s[1] == 0 && s[2] == 0; }

/// The corner that has both others on the opposite side or in the plane, or a corner in the plane if both
/// others are on one side. Its two edges contain the ends of the triangle's intersection with the other's
/// plane.
Index apexCorner(const Sides& s) {
    for (Index k = 0; k < 3; ++k) {
        if (s[k] != 0 && s[(k + 1) % 3] != s[k] && s[(k + 2) % 3] != s[k]) return k;
    }
    return s[0] == 0 ? 0 : (s[1] == 0 ? 1 : 2);
}

/// A triangle permuted and, if necessary, mirrored so that corner 0 is its apex and on the positive side of
/// the other's plane.
struct Crossing {
    const Vec3* apex;
    const Vec3* left;
    const Vec3* right;
};

struct CrossingPair {
    Crossing a, b;
    bool isMirrored;  ///< one of the two is mirrored, so the direction of their common line is reversed
};

Side sideOfApex(const Sides& s, Index apex) { return s[apex] != 0 ? s[apex] : -s[(apex + 1) % 3]; }

CrossingPair arrange(const Triangle& a, const Sides& sidesA, const Triangle& b, const Sides& sidesB) {
    const Index i = apexCorner(sidesA);
    const Index j = apexCorner(sidesB);
    CrossingPair pair = {
        {&a[i], &a[(i + 1) % 3], &a[(i + 2) % 3]}, {&b[j], &b[(j + 1) % 3], &b[(j + 2) % 3]}, false};
    // Mirroring one triangle reverses its normal, and with it the side of the other's apex.
    const bool mirrorB = sideOfApex(sidesA, i) < 0;
    const bool mirrorA = sideOfApex(sidesB, j) < 0;
    if (mirrorA) std::swap(pair.a.left, pair.a.right);
    if (mirrorB) std::swap(pair.b.left, pair.b.right);
    pair.isMirrored = mirrorA != mirrorB;
    return pair;
}

/// The order in which two edges cross the common line of the two planes along normal(a) x normal(b): positive
/// if the edge of `a` comes first, 0 if they meet.
Side order(const Vec3& apexA, const Vec3& endA, const Vec3& apexB, const Vec3& endB) {
    return orient3d(apexA, endA, apexB, endB);
}

/// Each triangle intersects the common line in an interval: a from its right edge to its left one, b from its
/// left edge to its right one.
bool intervalsOverlap(const Crossing& a, const Crossing& b) {
    return order(*a.apex, *a.left, *b.apex, *b.left) <= 0 && order(*a.apex, *a.right, *b.apex, *b.right) >= 0;
}

/// Where the edge crosses the plane; rounded.
Vec3 crossingPoint(const Vec3& from, const Vec3& to, const Crossing& plane) {
    const Vec3 normal = PlaneThrough(*plane.apex, *plane.left, *plane.right).normal();
    const Real heightFrom = normal.dot(from - *plane.apex);
    const Real heightTo = normal.dot(to - *plane.apex);
    const Real drop = heightFrom - heightTo;
    // An edge nearly in the plane may have no height left after rounding: any of its points will do.
    const Real t = drop > 0 ? std::min(std::max(heightFrom / drop, Real{0}), Real{1}) : Real{0};
    return from + t * (to - from);
}

}  // namespace

bool intersects(const Triangle& a, const Triangle& b) {
    const Sides sidesB = sidesOf(b, a);
    if (isOneSided(sidesB)) return false;
    if (isFlat(sidesB)) return intersectsFlat(a, b);
    const Sides sidesA = sidesOf(a, b);
    if (isOneSided(sidesA)) return false;
    if (isFlat(sidesA)) return intersectsFlat(a, b);

    const CrossingPair pair = arrange(a, sidesA, b, sidesB);
    return intervalsOverlap(pair.a, pair.b);
}

std::optional<Segment> intersectionSegment(const Triangle& a, const Triangle& b) {
    const Sides sidesB = sidesOf(b, a);
    const Sides sidesA = sidesOf(a, b);
    if (isOneSided(sidesA) || isOneSided(sidesB) || isFlat(sidesA) || isFlat(sidesB)) return std::nullopt;

    const auto [ca, cb, isMirrored] = arrange(a, sidesA, b, sidesB);
    if (!intervalsOverlap(ca, cb)) return std::nullopt;

    // The later begin and the earlier end of the two intervals.
    const bool aBeginsFirst = order(*ca.apex, *ca.right, *cb.apex, *cb.left) > 0;
    const bool aEndsFirst = order(*ca.apex, *ca.left, *cb.apex, *cb.right) > 0;
    Segment segment = {
        aBeginsFirst ? crossingPoint(*cb.apex, *cb.left, ca) : crossingPoint(*ca.apex, *ca.right, cb),
        aEndsFirst ? crossingPoint(*ca.apex, *ca.left, cb) : crossingPoint(*cb.apex, *cb.right, ca)};
    if (isMirrored) std::swap(segment.begin, segment.end);
    return segment;
}

}  // namespace ricochet
