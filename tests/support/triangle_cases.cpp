#include "tests/support/triangle_cases.h"

namespace ricochet {
namespace {

Triangle shifted(const Triangle& t, const Vec3& by) { return {t[0] + by, t[1] + by, t[2] + by}; }
Triangle scaled(const Triangle& t, Real by) { return {by * t[0], by * t[1], by * t[2]}; }

/// A point well inside, exact on a lattice.
Vec3 middleOf(const Triangle& t) { return 0.25 * (t[0] + t[1]) + 0.5 * t[2]; }

/// A rotation made of whole numbers, rounded once: exact planes become nearly exact ones.
Pose randomWholePose(Random& random) {
    const Real w = 1 + pick(random, 5), x = pick(random, 5), y = pick(random, 5), z = pick(random, 5);
    const Real norm = w * w + x * x + y * y + z * z;
    Pose pose;
    pose.rotation << w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y),  //
        2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x),               //
        2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z;
    pose.rotation /= norm;
    pose.translation = randomLatticePoint(random, 3) / 7;
    return pose;
}

TrianglePair randomPair(Random& random) {
    const Triangle a = randomTriangle(random);
    return {a, randomTriangle(random)};
}

TrianglePair latticePair(Random& random) {
    const int size = 2 + pick(random, 4);
    const Triangle a = randomLatticeTriangle(random, size);
    return {a, randomLatticeTriangle(random, size)};
}

TrianglePair nudgedPair(Random& random) {
    TrianglePair pair = latticePair(random);
    nudge(random, pick(random, 2) == 0 ? pair.a : pair.b);
    return pair;
}

TrianglePair tenthsPair(Random& random) {
    const auto [a, b] = latticePair(random);
    return {scaled(a, 0.1), scaled(b, 0.1)};
}

TrianglePair turnedPair(Random& random) {
    const auto [a, b] = latticePair(random);
    const Pose pose = randomWholePose(random);
    return {transformTriangle(pose, a), transformTriangle(pose, b)};
}

TrianglePair coplanarPair(Random& random) {
    TrianglePair pair = latticePair(random);
    const int p = pick(random, 7) - 3, q = pick(random, 7) - 3;
    for (Triangle* t : {&pair.a, &pair.b}) {
        for (Vec3& corner : *t) corner.z() = p * corner.x() + q * corner.y();
    }
    return pair;
}

TrianglePair coplanarTurnedPair(Random& random) {
    const auto [a, b] = coplanarPair(random);
    const Pose pose = randomWholePose(random);
    return {transformTriangle(pose, a), transformTriangle(pose, b)};
}

/// A corner of b is where rounding puts a point of a's face; the others are on one side.
TrianglePair cornerOnFacePair(Random& random) {
    const Triangle a = randomTriangle(random);
    const Real u = uniform(random, 0, 0.5), v = uniform(random, 0, 0.5);
    const Vec3 ab = a[1] - a[0], ac = a[2] - a[0];
    const Vec3 normal(ab.y() * ac.z() - ab.z() * ac.y(), ab.z() * ac.x() - ab.x() * ac.z(),
                      ab.x() * ac.y() - ab.y() * ac.x());
    const Vec3 touching = a[0] + u * ab + v * ac;
    const Vec3 sideways = uniform(random, -1, 1) * ab;
    return {a, {touching, touching + normal + sideways, touching + 0.5 * normal - sideways}};
}

/// Two edges cross where rounding puts it.
TrianglePair crossingEdgesPair(Random& random) {
    const auto [a, other] = randomPair(random);
    const Vec3 onA = a[0] + uniform(random, 0, 1) * (a[1] - a[0]);
    const Vec3 half = 0.5 * (other[0] - other[1]);
    return {a, {onA + half, onA - half, onA + 2 * (onA - a[2]) + 0.1 * half}};
}

/// Every other one passes through the middle of b.
TrianglePair sliverPair(Random& random) {
    auto [a, b] = randomPair(random);
    if (pick(random, 2) == 0) a = shifted(a, middleOf(b) - 0.5 * (a[0] + a[1]));
    a[2] = a[0] + 0.3 * (a[1] - a[0]) + 0x1p-40 * a[2];
    return {a, b};
}

TrianglePair unequalPair(Random& random) {
    const auto [a, b] = randomPair(random);
    const Vec3 onA = a[0] + 0.25 * (a[1] - a[0]) + 0.5 * (a[2] - a[0]);
    return {scaled(a, 1024), shifted(scaled(b, 0x1p-30), 1024 * onA)};
}

/// A segment, or a point, and sometimes two; every other one begins exactly on b.
TrianglePair degeneratePair(Random& random) {
    auto [a, b] = latticePair(random);
    if (pick(random, 2) == 0) a[0] = middleOf(b);
    a[2] = pick(random, 3) == 0 ? a[0] : Vec3(2 * a[1] - a[0]);
    if (pick(random, 4) == 0) a[1] = a[0];
    if (pick(random, 3) == 0) b[1] = b[0];
    return {a, b};
}

constexpr CaseKind<TrianglePair> kTrianglePairKinds[] = {
    {"random", randomPair},
    {"lattice", latticePair},
    {"nudged-lattice", nudgedPair},
    {"tenths", tenthsPair},
    {"turned-lattice", turnedPair},
    {"coplanar", coplanarPair},
    {"coplanar-turned", coplanarTurnedPair},
    {"corner-on-face", cornerOnFacePair},
    {"crossing-edges", crossingEdgesPair},
    {"sliver", sliverPair},
    {"unequal", unequalPair},
    {"degenerate", degeneratePair},
};

Aabb randomBox(Random& random) {
    Aabb box;
    box.include(randomPoint(random, 0.7));
    box.include(randomPoint(random, 0.7));
    return box;
}

Aabb latticeBox(Random& random, int size) {
    Aabb box;
    box.include(randomLatticePoint(random, size));
    box.include(randomLatticePoint(random, size));
    return box;
}

TriangleAndBox randomAndBox(Random& random) {
    const Triangle t = randomTriangle(random);
    return {t, randomBox(random)};
}

/// Flat boxes and triangles without area are frequent.
TriangleAndBox latticeAndBox(Random& random) {
    const int size = 2 + pick(random, 5);
    const Triangle t = randomLatticeTriangle(random, size);
    return {t, latticeBox(random, size)};
}

TriangleAndBox nudgedAndBox(Random& random) {
    TriangleAndBox both = latticeAndBox(random);
    nudge(random, both.triangle);
    return both;
}

TriangleAndBox turnedAndBox(Random& random) {
    const auto [t, box] = latticeAndBox(random);
    return {transformTriangle(randomWholePose(random), t), box};
}

/// An edge passes through where rounding puts a point of a box's edge.
TriangleAndBox edgeOnEdge(Random& random) {
    const auto [t, box] = randomAndBox(random);
    const Vec3 onBox(box.max.x(), box.min.y(), uniform(random, box.min.z(), box.max.z()));
    const Vec3 along{uniform(random, 0.1, 1), uniform(random, 0.1, 1), uniform(random, -1, 1)};
    return {{onBox - along, onBox + 2 * along, onBox + 3 * Vec3(along.x(), -along.y(), along.z())}, box};
}

/// The plane of a large triangle passes through a corner but for rounding.
TriangleAndBox planeAtCorner(Random& random) {
    const Aabb box = randomBox(random);
    const Vec3 extent{uniform(random, 1, 9), uniform(random, 1, 9), uniform(random, 1, 9)};
    // on the plane x/rx + y/ry + z/rz = 1 through the three points, seen from the corner
    const Vec3 x(extent.x(), 0, 0), y(0, extent.y(), 0), z(0, 0, extent.z());
    const Vec3 middle = (x + y + z) / 3;
    return {{box.max + 3 * (x - middle), box.max + 3 * (y - middle), box.max + 3 * (z - middle)}, box};
}

constexpr CaseKind<TriangleAndBox> kTriangleAndBoxKinds[] = {
    {"random", randomAndBox},         {"lattice", latticeAndBox},   {"nudged-lattice", nudgedAndBox},
    {"turned-lattice", turnedAndBox}, {"edge-on-edge", edgeOnEdge}, {"plane-at-corner", planeAtCorner},
};

}  // namespace

std::span<const CaseKind<TrianglePair>> trianglePairKinds() { return kTrianglePairKinds; }
std::span<const CaseKind<TriangleAndBox>> triangleAndBoxKinds() { return kTriangleAndBoxKinds; }

std::array<Vec3, 8> cornersOf(const Aabb& box) {
    std::array<Vec3, 8> corners;
    for (int i = 0; i < 8; ++i) {
        corners[i] = {(i & 1 ? box.max : box.min).x(), (i & 2 ? box.max : box.min).y(),
                      (i & 4 ? box.max : box.min).z()};
    }
    return corners;
}

}  // namespace ricochet
