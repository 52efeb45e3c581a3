#include "demos/view/face_marks.h"

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

namespace ricochet::view {
namespace {

using testing::ElementsAre;

/// Two triangles that share the edge between vertices 0 and 1; the second is turned out of the first's plane.
DrawnMesh hinge(float degrees) {
    const float angle = degrees * std::numbers::pi_v<float> / 180;
    return {{{0, 0, 0}, {1, 0, 0}, {0.3f, 0, 1}, {0.6f, -std::sin(angle), -std::cos(angle)}},
            {{1, 0, 2}, {0, 1, 3}}};
}

/// Per face: bit i is set if the edge opposite corner i is drawn.
std::vector<int> creases(const DrawnMesh& mesh) {
    std::vector<int> bits;
    for (const FaceMarks& marks : markFaces(mesh)) {
        bits.push_back(0);
        for (const int corner : {0, 1, 2})
            bits.back() |= int{marks.creases[std::size_t(corner)] > 0} << corner;
    }
    return bits;
}

TEST(FaceMarks, AFlatHingeHasItsBorderOnly) {
    EXPECT_THAT(creases(hinge(0)), ElementsAre(0b011, 0b011));
    EXPECT_THAT(creases(hinge(0.9f * kFlatDegrees)), ElementsAre(0b011, 0b011));
}

TEST(FaceMarks, AHingeThatBendsIsACrease) {
    EXPECT_THAT(creases(hinge(1.1f * kFlatDegrees)), ElementsAre(0b111, 0b111));
    EXPECT_THAT(creases(hinge(-90)), ElementsAre(0b111, 0b111));
    EXPECT_THAT(creases(hinge(170)), ElementsAre(0b111, 0b111));
}

TEST(FaceMarks, AFaceThatIsTurnedOverBendsNoMore) {
    DrawnMesh mesh = hinge(0);
    mesh.faces[1] = {1, 0, 3};
    EXPECT_THAT(creases(mesh), ElementsAre(0b011, 0b011));
}

TEST(FaceMarks, VerticesAtOnePositionAreOne) {
    DrawnMesh mesh = hinge(0);
    mesh.vertices.push_back(mesh.vertices[0]);
    mesh.vertices.push_back(mesh.vertices[1]);
    mesh.faces[1] = {4, 5, 3};
    EXPECT_THAT(creases(mesh), ElementsAre(0b011, 0b011));
}

TEST(FaceMarks, AnEdgeOfThreeFacesIsACrease) {
    DrawnMesh mesh = hinge(0);
    mesh.vertices.push_back({0.5f, 1, 0});
    mesh.faces.push_back({0, 1, 4});
    EXPECT_THAT(creases(mesh), ElementsAre(0b111, 0b111, 0b111));
}

TEST(FaceMarks, AFaceWithoutAreaHasNoDirection) {
    DrawnMesh mesh = hinge(0);
    mesh.vertices.push_back({0.5f, 0, 0});
    mesh.faces = {{1, 0, 2}, {0, 1, 4}};
    EXPECT_THAT(creases(mesh), ElementsAre(0b011, 0b011));
}

TEST(FaceMarks, OfABoxAreItsTwelveEdges) {
    DrawnMesh box;
    for (int i = 0; i < 8; ++i) box.vertices.push_back({float(i & 1), float(i >> 1 & 1), float(i >> 2)});
    box.faces = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                 {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    int sides = 0;
    for (const int bits : creases(box)) sides += (bits & 1) + (bits >> 1 & 1) + (bits >> 2);
    EXPECT_EQ(sides, 2 * 12);
}

/// Rectangles of length 1 in a row, each one turned against the one before.
DrawnMesh strip(std::uint32_t count, float width, float degreesEach) {
    DrawnMesh mesh;
    float x = 0, y = 0;
    for (std::uint32_t i = 0; i <= count; ++i) {
        for (const float z : {0.0f, width}) mesh.vertices.push_back({x, y, z});
        const float angle = float(i) * degreesEach * std::numbers::pi_v<float> / 180;
        x += std::cos(angle);
        y += std::sin(angle);
        if (i == count) break;
        mesh.faces.push_back({2 * i, 2 * i + 1, 2 * i + 2});
        mesh.faces.push_back({2 * i + 1, 2 * i + 3, 2 * i + 2});
    }
    return mesh;
}

TEST(FaceMarks, TheSharperABendTheStrongerItsLine) {
    const auto strength = [](float degrees) { return markFaces(hinge(degrees)).front().creases[2]; };
    EXPECT_NEAR(strength(0.5f * (kFlatDegrees + kSharpDegrees)), 0.5, 0.01);
    EXPECT_EQ(strength(1.01f * kSharpDegrees), 1);
}

TEST(FaceMarks, ALevelRegionIsMeasuredAsAWhole) {
    for (const FaceMarks& marks : markFaces(strip(8, 1, 0)))
        EXPECT_NEAR(marks.levelWidth, 8 / std::hypot(8, 1), 1e-4);
}

TEST(FaceMarks, WhatGoesRoundSlowlyIsNotOneLevelRegion) {
    const float most = kLevelDegrees / (0.5f * kFlatDegrees) + 1;
    for (const FaceMarks& marks : markFaces(strip(360, most, 0.5f * kFlatDegrees)))
        EXPECT_LT(marks.levelWidth, 1.1f * most / std::sqrt(2.0f));
}

TEST(FaceMarks, AnUnevenRegionHasOneNormal) {
    const std::vector<FaceMarks> marks = markFaces(strip(10, 1, 0.5f * kFlatDegrees));
    for (const FaceMarks& each : marks) EXPECT_EQ(each.levelNormal, marks.front().levelNormal);
}

}  // namespace
}  // namespace ricochet::view
