#include "algorithms/closest_features/fine_distance.h"

#include "tests/closest_features/polytopes.h"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace ricochet::test {
namespace {

using Exact = std::array<mpq_class, 3>;

Exact exact(const Vec3& v) { return {mpq_class(v.x()), mpq_class(v.y()), mpq_class(v.z())}; }

Exact minus(const Exact& a, const Exact& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

mpq_class times(const Exact& a, const Exact& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

Exact cross(const Exact& a, const Exact& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// Of a positive number, rounded to the nearest double: a neighbour of what GMP cuts off may be nearer.
double rootOf(const mpq_class& square) {
    mpf_class root(square, 400);
    root = sqrt(root);
    double nearest = root.get_d();
    const double next = std::nextafter(nearest, HUGE_VAL);
    const mpf_class middle = (mpf_class(nearest, 400) + mpf_class(next, 400)) / 2;
    if (root > middle) nearest = next;
    return nearest;
}

struct Plane {
    Exact normal, base;
};

Plane planeOf(const Polytope& polytope, Index face) {
    const std::array<Index, 3>& corners = polytope.faces[face].corners;
    const Exact base = exact(polytope.vertices[corners[0]]);
    return {cross(minus(exact(polytope.vertices[corners[1]]), base),
                  minus(exact(polytope.vertices[corners[2]]), base)),
            base};
}

/// Of the lines and planes that features of two polytopes span, rounded once.
double distanceByGmp(const PlacedPair& pair, const PolytopeFeatures& features) {
    const Polytope &a = pair.shape(0), &b = pair.shape(1);
    if (features[0].kind == PolytopePart::face) {
        const Plane plane = planeOf(a, features[0].index);
        const mpq_class along =
            times(plane.normal, minus(exact(pair.vertexOfB(features[1].index)), plane.base));
        return rootOf(along * along / times(plane.normal, plane.normal));
    }
    const Polytope::Edge &edgeA = a.edges[features[0].index], &edgeB = b.edges[features[1].index];
    const Exact tailA = exact(pair.vertexOfA(edgeA.tail)), tailB = exact(pair.vertexOfB(edgeB.tail));
    const Exact across = cross(minus(exact(pair.vertexOfA(edgeA.head)), tailA),
                               minus(exact(pair.vertexOfB(edgeB.head)), tailB));
    const mpq_class along = times(across, minus(tailB, tailA));
    return rootOf(along * along / times(across, across));
}

/// Two round polytopes whose features are near each other, in a unit of any size.
void expectExact(Random& random, Real unit, PolytopePart partOfA, PolytopePart partOfB) {
    const Polytope a = polytopeOf(roundPoints(random, 32, Vec3::Constant(unit)));
    const Polytope b = polytopeOf(roundPoints(random, 32, Vec3::Constant(unit)));
    for (int i = 0; i < 200; ++i) {
        const bool isFace = partOfA == PolytopePart::face;
        const auto countA = static_cast<int>(isFace ? a.faces.size() : a.edges.size());
        const auto countB = static_cast<int>(isFace ? b.vertices.size() : b.edges.size());
        const PolytopeFeatures features = {Feature{partOfA, static_cast<Index>(pick(random, countA))},
                                           Feature{partOfB, static_cast<Index>(pick(random, countB))}};
        Pose pose = randomPose(random, 0);
        const Index of = isFace ? features[1].index : b.edges[features[1].index].tail;
        const Vec3 to =
            isFace ? a.faces[features[0].index].base : a.vertices[a.edges[features[0].index].tail];
        const Real gap = std::ldexp(unit, -10 - pick(random, 25));
        pose.translation = to - pose.rotation * b.vertices[of] + gap * randomPoint(random).normalized();
        const PlacedPair pair(a, {}, b, pose);
        ASSERT_EQ(fineDistance(pair, features), distanceByGmp(pair, features)) << unit << " " << i;
    }
}

/// The nearest double, on every processor: numbers of 64 bits miss it once in some hundred distances.
TEST(FineDistance, IsTheExactOneRounded) {
    Random random(65);
    for (int round = 0; round < 8; ++round) {
        for (const Real unit : {1.0, 1e-3, 1e3, 1e30, 1e-30}) {
            expectExact(random, unit, PolytopePart::face, PolytopePart::vertex);
            expectExact(random, unit, PolytopePart::edge, PolytopePart::edge);
        }
    }
}

}  // namespace
}  // namespace ricochet::test
