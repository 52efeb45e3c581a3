#include "demos/window/cross_section.h"

#include "demos/view/closed_mesh.h"
#include "tests/window/box_mesh.h"

#include <gtest/gtest.h>

#include <random>

namespace ricochet::window {
namespace {

/// In the plane of y and z.
float cross(const Eigen::Vector3f& a, const Eigen::Vector3f& b) { return a.y() * b.z() - a.z() * b.y(); }

bool contains(const view::Point* corners, const Eigen::Vector3f& p) {
    int left = 0;
    for (int i = 0; i < 3; ++i) {
        const Eigen::Vector3f a = view::toVector(corners[i]), b = view::toVector(corners[(i + 1) % 3]);
        left += cross(b - a, p - a) > 0;
    }
    return left == 0 || left == 3;
}

TEST(CrossSection, CoversTheInsideAnOddNumberOfTimes) {
    view::DrawnMesh box = test::boxMesh();
    EXPECT_TRUE(view::isClosed(box));
    const Eigen::Vector4f plane(1, 0, 0, -0.25f);
    const std::vector<MeshChunk> chunks = sortIntoChunks(box);
    const auto triangles = crossSection(box, chunks, plane, Eigen::Matrix4f::Identity() / 2);
    ASSERT_EQ(triangles.size(), 3u * 8u);  // each of four sides is two faces
    for (const view::Point& corner : triangles) EXPECT_NEAR(corner[0], 0.25f, 1e-6f);
    std::mt19937 random(5);
    std::uniform_real_distribution<float> place(-1.5f, 1.5f);
    int inside = 0;
    for (int i = 0; i < 1000; ++i) {
        const Eigen::Vector3f p(0.25f, place(random), place(random));
        int covering = 0;
        for (std::size_t k = 0; k < triangles.size(); k += 3) covering += contains(&triangles[k], p);
        const bool isInside = p.tail<2>().cwiseAbs().maxCoeff() < 1;
        EXPECT_EQ(covering % 2 == 1, isInside) << p.transpose();
        inside += isInside;
    }
    EXPECT_GT(inside, 300);
    EXPECT_LT(inside, 700);
}

TEST(CrossSection, IsEmptyBesideTheMeshAndOutsideThePicture) {
    view::DrawnMesh box = test::boxMesh();
    const std::vector<MeshChunk> chunks = sortIntoChunks(box);
    const Eigen::Matrix4f all = Eigen::Matrix4f::Identity();
    EXPECT_TRUE(crossSection(box, chunks, {1, 0, 0, -2}, all).empty());
    Eigen::Matrix4f beside = all;
    beside(1, 3) = 5;
    EXPECT_TRUE(crossSection(box, chunks, {1, 0, 0, 0}, beside).empty());
}

}  // namespace
}  // namespace ricochet::window
