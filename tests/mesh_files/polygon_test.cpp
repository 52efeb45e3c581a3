#include "demos/mesh_files/polygon.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

namespace ricochet::test {
namespace {

using testing::ElementsAre;

Real signedArea(std::span<const Vec3> corners, const PolygonTriangle& t) {
    return (corners[t[1]] - corners[t[0]]).cross(corners[t[2]] - corners[t[0]]).z() / 2;
}

/// A star-shaped outline about the origin, counter-clockwise in the plane z = 0.
std::vector<Vec3> star(std::mt19937& random, int corners) {
    std::vector<Vec3> outline;
    for (int i = 0; i < corners; ++i) {
        const Real angle = 2 * std::numbers::pi * i / corners,
                   radius = std::uniform_real_distribution<Real>(0.1, 1)(random);
        outline.emplace_back(radius * std::cos(angle), radius * std::sin(angle), 0);
    }
    return outline;
}

TEST(Polygon, AConvexOneIsAFanInItsOrder) {
    const std::vector<Vec3> square = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    EXPECT_THAT(triangulate(square).value(), ElementsAre(PolygonTriangle{0, 1, 2}, PolygonTriangle{0, 2, 3}));
}

TEST(Polygon, AnArrowheadKeepsItsNotchWhereverItsCornersBegin) {
    const std::vector<Vec3> arrow = {{0, 0, 0}, {2, 1, 0}, {0, 2, 0}, {1, 1, 0}};
    for (std::size_t first = 0; first < 4; ++first) {
        for (const bool isReversed : {false, true}) {
            std::vector<Vec3> outline;
            for (std::size_t i = 0; i < 4; ++i) {
                outline.push_back(arrow[(first + (isReversed ? 4 - i : i)) % 4]);
            }
            const std::vector<PolygonTriangle> triangles = triangulate(outline).value();
            ASSERT_EQ(triangles.size(), 2u);
            for (const PolygonTriangle& t : triangles) {
                EXPECT_NEAR(signedArea(outline, t), isReversed ? -0.5 : 0.5, 1e-12) << first;
            }
        }
    }
}

TEST(Polygon, TrianglesOfRandomOutlinesHaveTheirOrientationAndFillThem) {
    std::mt19937 random(1);
    for (int trial = 0; trial < 300; ++trial) {
        const std::vector<Vec3> outline = star(random, 4 + trial % 40);
        Real area = 0, sum = 0;
        for (std::size_t i = 0; i < outline.size(); ++i) {
            area += outline[i].cross(outline[(i + 1) % outline.size()]).z() / 2;
        }
        const std::vector<PolygonTriangle> triangles = triangulate(outline).value();
        ASSERT_EQ(triangles.size(), outline.size() - 2);
        for (const PolygonTriangle& t : triangles) {
            EXPECT_GE(signedArea(outline, t), -1e-12);
            sum += signedArea(outline, t);
        }
        EXPECT_NEAR(sum, area, 1e-9);
    }
}

TEST(Polygon, AWarpedOneIsCutAsOneSeesIt) {
    std::mt19937 random(2);
    std::vector<Vec3> outline = star(random, 20);
    const std::vector<PolygonTriangle> flat = triangulate(outline).value();
    for (Vec3& corner : outline) corner.z() += std::uniform_real_distribution<Real>(-1e-6, 1e-6)(random);
    EXPECT_EQ(triangulate(outline).value(), flat);
}

TEST(Polygon, CornersOnAnEdgeStay) {
    const std::vector<Vec3> outline = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 2, 0}, {1, 1, 0}, {0, 2, 0}};
    EXPECT_EQ(triangulate(outline).value().size(), 4u);
}

TEST(Polygon, WhatCrossesItselfIsRefused) {
    std::vector<Vec3> pentagram;
    for (int i = 0; i < 5; ++i) {
        const Real angle = 4 * std::numbers::pi * i / 5;
        pentagram.emplace_back(std::cos(angle), std::sin(angle), 0);
    }
    const std::vector<Vec3> bow = {{0, 0, 0}, {2, 2, 0}, {2, 0, 0}, {0, 1, 0}};
    for (const std::vector<Vec3>& outline : {pentagram, bow}) {
        const auto result = triangulate(outline);
        ASSERT_FALSE(result.has_value());
        EXPECT_EQ(result.error(), "the outline of a face crosses or touches itself");
    }
}

}  // namespace
}  // namespace ricochet::test
