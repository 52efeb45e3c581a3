#include "algorithms/geometry/triangle_triangle.h"

#include "algorithms/geometry/closest_points.h"
#include "tests/support/labelled_data.h"
#include "tests/support/rational_oracle.h"
#include "tests/support/triangle_cases.h"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace ricochet {
namespace {

struct LabelledPair {
    int kind;  ///< the class that the data's README describes
    bool meet;
    Triangle a, b;
};

LabelledPair parse(const std::vector<char>& record) {
    LabelledPair pair = {record[0], record[1] == 1, {}, {}};
    for (std::size_t i = 0; i < 18; ++i) {
        Triangle& triangle = i < 9 ? pair.a : pair.b;
        triangle[i % 9 / 3][static_cast<Eigen::Index>(i % 3)] = floatAt(record, 4 + 4 * i);
    }
    return pair;
}

/// All orders of the corners of both triangles, and of the triangles.
bool agreesInEveryOrder(const Triangle& a, const Triangle& b, bool expected) {
    std::array<int, 3> i = {0, 1, 2};
    do {
        std::array<int, 3> j = {0, 1, 2};
        do {
            const Triangle p = {a[i[0]], a[i[1]], a[i[2]]};
            const Triangle q = {b[j[0]], b[j[1]], b[j[2]]};
            if (intersects(p, q) != expected || intersects(q, p) != expected) return false;
        } while (std::next_permutation(j.begin(), j.end()));
    } while (std::next_permutation(i.begin(), i.end()));
    return true;
}

TEST(TriangleTriangle, AnswersEveryLabelledQueryInEveryOrder) {
    for (const LabelledFile& file : labelledFiles("tri/tritri.bin")) {
        const auto records = readRecords(file.path, 76);
        ASSERT_EQ(records.size(), file.isTwin ? 384u : 10000u);
        std::map<int, int> wrongOfClass;
        for (const auto& record : records) {
            const LabelledPair pair = parse(record);
            if (!agreesInEveryOrder(pair.a, pair.b, pair.meet)) ++wrongOfClass[pair.kind];
        }
        EXPECT_TRUE(wrongOfClass.empty())
            << wrongOfClass.begin()->second << " wrong in class " << wrongOfClass.begin()->first;
    }
}

TEST(TriangleTriangle, AgreesWithRationalArithmetic) {
    Random random(71);
    HitRate meet;
    for (const auto& kind : trianglePairKinds()) {
        for (int i = 0; i < 400; ++i) {
            const auto [a, b] = kind.make(random);
            const bool truth = rational::hullsMeet(a, b);
            ASSERT_EQ(intersects(a, b), truth) << kind.name << ' ' << i;
            meet.count(truth);
        }
    }
    EXPECT_TRUE(meet.isBetween(0.3, 0.7)) << meet.value();
}

TEST(TriangleTriangle, IsTheSameInEveryOrder) {
    Random random(72);
    HitRate meet;
    for (const auto& kind : trianglePairKinds()) {
        for (int i = 0; i < 500; ++i) {
            const auto [a, b] = kind.make(random);
            const bool answer = intersects(a, b);
            ASSERT_TRUE(agreesInEveryOrder(a, b, answer)) << kind.name << ' ' << i;
            meet.count(answer);
        }
    }
    EXPECT_TRUE(meet.isBetween(0.3, 0.7)) << meet.value();
}

const Triangle kFlat = {Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 4, 0)};

struct NamedPair {
    const char* name;
    Triangle other;  ///< held against kFlat
    bool meet;
};

const NamedPair kNamedPairs[] = {
    {"shared vertex", {Vec3(0, 0, 0), Vec3(-1, -1, 1), Vec3(-1, -1, -1)}, true},
    {"shared edge", {Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, -1, 7)}, true},
    {"itself", kFlat, true},
    {"coplanar, overlapping", {Vec3(1, 1, 0), Vec3(9, 1, 0), Vec3(1, 9, 0)}, true},
    {"coplanar, contained", {Vec3(1, 1, 0), Vec3(2, 1, 0), Vec3(1, 2, 0)}, true},
    {"coplanar, touching at a corner", {Vec3(2, 2, 0), Vec3(9, 2, 0), Vec3(9, 9, 0)}, true},
    {"coplanar, apart", {Vec3(3, 2, 0), Vec3(9, 2, 0), Vec3(9, 9, 0)}, false},
    {"vertex on the face", {Vec3(1, 1, 0), Vec3(0, 0, 1), Vec3(2, 0, 1)}, true},
    {"vertex just above the face", {Vec3(1, 1, 1e-80), Vec3(0, 0, 1), Vec3(2, 0, 1)}, false},
    {"vertex in the plane beside the face", {Vec3(3, 3, 0), Vec3(0, 0, 1), Vec3(2, 0, 1)}, false},
    {"edge crosses an edge", {Vec3(2, 0, -1), Vec3(2, 0, 1), Vec3(2, -5, 0)}, true},
    {"crosses through the middle", {Vec3(1, 1, -1), Vec3(1, 1, 1), Vec3(9, 9, 0)}, true},
    {"crosses the plane beside the face", {Vec3(5, 5, -1), Vec3(5, 5, 1), Vec3(9, 9, 0)}, false},
    {"parallel", {Vec3(0, 0, 1), Vec3(4, 0, 1), Vec3(0, 4, 1)}, false},
    {"segment through the face", {Vec3(1, 1, -1), Vec3(1, 1, 0.5), Vec3(1, 1, 1)}, true},
    {"segment in the face", {Vec3(1, 1, 0), Vec3(2, 1, 0), Vec3(1, 1, 0)}, true},
    {"segment across the whole face", {Vec3(-9, 1, 0), Vec3(9, 1, 0), Vec3(0, 1, 0)}, true},
    {"segment beside the face", {Vec3(3, 3, -1), Vec3(3, 3, 1), Vec3(3, 3, 0)}, false},
    {"segment along the edge's line, apart", {Vec3(5, 0, 0), Vec3(6, 0, 0), Vec3(7, 0, 0)}, false},
    {"point on the face", {Vec3(1, 1, 0), Vec3(1, 1, 0), Vec3(1, 1, 0)}, true},
    {"point on a corner", {Vec3(4, 0, 0), Vec3(4, 0, 0), Vec3(4, 0, 0)}, true},
    {"point above", {Vec3(1, 1, 1), Vec3(1, 1, 1), Vec3(1, 1, 1)}, false},
    {"point in the plane outside", {Vec3(3, 3, 0), Vec3(3, 3, 0), Vec3(3, 3, 0)}, false},
};

TEST(TriangleTriangle, NamedCases) {
    for (const NamedPair& pair : kNamedPairs) {
        EXPECT_TRUE(agreesInEveryOrder(kFlat, pair.other, pair.meet)) << pair.name;
    }
}

Triangle segment(const Vec3& from, const Vec3& to) { return {from, 0.5 * (from + to), to}; }

TEST(TriangleTriangle, BothWithoutArea) {
    const Triangle diagonal = segment(Vec3(0, 0, 0), Vec3(4, 4, 4));
    EXPECT_TRUE(agreesInEveryOrder(diagonal, segment(Vec3(0, 4, 0), Vec3(4, 0, 4)), true));
    EXPECT_TRUE(agreesInEveryOrder(diagonal, segment(Vec3(2, 2, 2), Vec3(8, 8, 8)), true));
    EXPECT_TRUE(agreesInEveryOrder(diagonal, segment(Vec3(4, 4, 4), Vec3(8, 8, 8)), true));
    EXPECT_TRUE(agreesInEveryOrder(diagonal, segment(Vec3(5, 5, 5), Vec3(8, 8, 8)), false));
    EXPECT_TRUE(agreesInEveryOrder(diagonal, segment(Vec3(1, 0, 0), Vec3(5, 4, 4)), false));
    EXPECT_TRUE(agreesInEveryOrder(diagonal, segment(Vec3(3, 3, 3), Vec3(3, 3, 3)), true));
    EXPECT_TRUE(agreesInEveryOrder(diagonal, segment(Vec3(3, 3, 2), Vec3(3, 3, 2)), false));
    EXPECT_TRUE(agreesInEveryOrder(diagonal, segment(Vec3(5, 5, 5), Vec3(5, 5, 5)), false));
}

Vec3 normalOf(const Triangle& t) { return (t[1] - t[0]).cross(t[2] - t[0]); }

Real distanceTo(const Triangle& t, const Vec3& point) { return (closestPoint(t, point) - point).norm(); }

TEST(IntersectionSegment, LiesInBothTrianglesAlongTheCrossProductOfTheNormals) {
    Random random(73);
    HitRate meet;
    for (int i = 0; i < 20000; ++i) {
        const Triangle a = randomTriangle(random), b = randomTriangle(random);
        const auto found = intersectionSegment(a, b);
        ASSERT_EQ(found.has_value(), intersects(a, b));
        meet.count(found.has_value());
        if (!found) continue;
        for (const Vec3& end : {found->begin, found->end}) {
            EXPECT_LT(distanceTo(a, end), 1e-11);
            EXPECT_LT(distanceTo(b, end), 1e-11);
        }
        EXPECT_GE((found->end - found->begin).dot(normalOf(a).cross(normalOf(b))), -1e-13);
    }
    EXPECT_TRUE(meet.isBetween(0.2, 0.7)) << meet.value();
}

TEST(IntersectionSegment, CoversTheBoundaryOfBothTriangles) {
    // Beyond an end, one of the two triangles ends: so the segment is all of the intersection.
    Random random(74);
    for (int i = 0; i < 5000; ++i) {
        const Triangle a = randomTriangle(random), b = randomTriangle(random);
        const auto found = intersectionSegment(a, b);
        if (!found || (found->end - found->begin).norm() < 1e-3) continue;
        const Vec3 beyond = 1e-3 * (found->end - found->begin);
        for (const Vec3& p : {Vec3(found->end + beyond), Vec3(found->begin - beyond)}) {
            EXPECT_GT(std::max(distanceTo(a, p), distanceTo(b, p)), 1e-12);
        }
    }
}

TEST(IntersectionSegment, ReversesWithTheOrderAndWithEitherTriangle) {
    const Triangle wall = {Vec3(1, 1, -1), Vec3(1, 1, 1), Vec3(9, 9, 0)};
    const Segment forth = *intersectionSegment(kFlat, wall);
    EXPECT_TRUE(forth.begin.isApprox(Vec3(1, 1, 0)) || forth.end.isApprox(Vec3(1, 1, 0)));
    const auto isReverse = [&](const std::optional<Segment>& s) {
        return s && s->begin.isApprox(forth.end, 1e-15) && s->end.isApprox(forth.begin, 1e-15);
    };
    EXPECT_TRUE(isReverse(intersectionSegment(wall, kFlat)));
    EXPECT_TRUE(isReverse(intersectionSegment({kFlat[0], kFlat[2], kFlat[1]}, wall)));
    EXPECT_TRUE(isReverse(intersectionSegment(kFlat, {wall[1], wall[0], wall[2]})));
}

TEST(IntersectionSegment, OfNearlyDegenerateCrossingsStaysInTheBoxOfBoth) {
    Random random(75);
    int found = 0;
    for (const auto& kind : trianglePairKinds()) {
        for (int i = 0; i < 2000; ++i) {
            const auto [a, b] = kind.make(random);
            const auto cut = intersectionSegment(a, b);
            if (!cut) continue;
            ++found;
            for (const Vec3& end : {cut->begin, cut->end}) {
                const bool isIn = grown(boxOf(a), 1e-9).contains(end) || grown(boxOf(b), 1e-9).contains(end);
                EXPECT_TRUE(end.allFinite() && isIn) << kind.name << ' ' << i;
            }
        }
    }
    EXPECT_GT(found, 1000);
}

TEST(IntersectionSegment, OfATouchIsAPoint) {
    const auto touch = intersectionSegment(kFlat, {Vec3(1, 1, 0), Vec3(0, 0, 1), Vec3(2, 0, 1)});
    ASSERT_TRUE(touch.has_value());
    EXPECT_EQ(touch->begin, Vec3(1, 1, 0));
    EXPECT_EQ(touch->end, Vec3(1, 1, 0));
}

TEST(IntersectionSegment, OfCoplanarAndDegenerateTrianglesIsNone) {
    EXPECT_FALSE(intersectionSegment(kFlat, kFlat).has_value());
    EXPECT_FALSE(intersectionSegment(kFlat, segment(Vec3(1, 1, -1), Vec3(1, 1, 1))).has_value());
}

}  // namespace
}  // namespace ricochet
