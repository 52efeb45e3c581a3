#include "adapters/shapes/solid_scan.h"

#include "adapters/shapes/shape_kinds.h"
#include "tests/support/bullet_mesh.h"

#include <BulletCollision/CollisionShapes/btBvhTriangleMeshShape.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace ricochet {
namespace {

using test::BulletMesh;
using test::fineBoxMesh;

std::vector<RegionName> manyRegions() {
    std::vector<RegionName> regions;
    for (std::int64_t i = 0; i < 500; ++i) regions.push_back({0, {i, 0, 2 * i}});
    return regions;
}

long long solidOf(const SolidScan& scan) {
    const std::vector<RegionName> regions = manyRegions();
    return std::ranges::count_if(regions, [&](const RegionName& region) { return scan.isSolid(region); });
}

/// A closed box of 12 x 40 x 40 triangles: five steps.
struct SolidScanTest : testing::Test {
    BulletMesh mesh = fineBoxMesh(1, 2, 3, 40);
    btBvhTriangleMeshShape shape{&mesh.interface, true};
    const ShapeParts& parts = *shapeKind(shape).parts;
    SolidScan scan;
    std::uint32_t number = 0;  ///< of the last step
    static constexpr int kSteps = 12 * 40 * 40 / int(SolidScan::kTriangles) + 1;

    void run(int steps) {
        for (int i = 0; i < steps; ++i) scan.step(shape, ++number);
    }
};

TEST_F(SolidScanTest, AClosedMeshIsOpenUntilItIsScannedThenRegionsAdoptTheResultByTurns) {
    scan.begin(shape, parts, 1, 0);
    run(kSteps);
    EXPECT_EQ(solidOf(scan), 0);
    long long before = 0, maximum = 0;
    for (int i = 0; i < 64; ++i) {
        scan.step(shape, ++number);
        maximum = std::max(maximum, solidOf(scan) - before);
        before = solidOf(scan);
    }
    EXPECT_EQ(before, 500);
    EXPECT_LT(maximum, 30);
}

TEST_F(SolidScanTest, AQueryFinishesItAndAllRegionsAdoptTheResult) {
    scan.begin(shape, parts, 1, 0);
    run(2);
    EXPECT_TRUE(scan.finish(shape));
    EXPECT_EQ(solidOf(scan), 500);
    EXPECT_FALSE(scan.finish(shape));
    mesh.faces[777] = {0, 0, 0};
    scan.begin(shape, parts, 1, 1);
    run(kSteps + 3);  // it is known, but few regions have adopted it
    EXPECT_GT(solidOf(scan), 400);
    EXPECT_TRUE(scan.finish(shape));
    EXPECT_EQ(solidOf(scan), 0);
}

TEST_F(SolidScanTest, AnOpenMeshStaysOpen) {
    BulletMesh open = fineBoxMesh(1, 2, 3, 40);
    open.faces[777] = {0, 0, 0};
    btBvhTriangleMeshShape openShape(&open.interface, true);
    scan.begin(openShape, parts, 1, 0);
    for (int i = 0; i < 200; ++i) scan.step(openShape, ++number);
    EXPECT_EQ(solidOf(scan), 0);
}

TEST_F(SolidScanTest, AnotherMeshIsScannedAnewAndOpenUntilThen) {
    scan.begin(shape, parts, 1, 0);
    run(200);
    EXPECT_EQ(solidOf(scan), 500);
    scan.begin(shape, parts, 2, 0);
    EXPECT_EQ(solidOf(scan), 0);
    run(200);
    EXPECT_EQ(solidOf(scan), 500);
}

TEST_F(SolidScanTest, AfterAChangeTheOldResultHoldsUntilTheNewOneIsKnown) {
    scan.begin(shape, parts, 1, 0);
    run(200);
    mesh.faces[777] = {0, 0, 0};
    scan.begin(shape, parts, 1, 1);
    run(kSteps + 1);
    EXPECT_GT(solidOf(scan), 400);
    run(200);
    EXPECT_EQ(solidOf(scan), 0);
}

TEST_F(SolidScanTest, AMeshThatCannotBeReadIsOpen) {
    mesh.faces[900][1] = 1 << 20;
    scan.begin(shape, parts, 1, 0);
    run(200);
    EXPECT_EQ(solidOf(scan), 0);
}

TEST_F(SolidScanTest, ASolidContainsThePointsInside) {
    const HoldsPoint holds = pointTest(shape, parts);
    std::mt19937 random(1);
    std::uniform_real_distribution<double> transformPoint(-4, 4);
    int inside = 0;
    for (int i = 0; i < 2000; ++i) {
        const Vec3 point(transformPoint(random), transformPoint(random), transformPoint(random));
        const bool isInside = (point.cwiseAbs().array() <= Eigen::Array3d(1, 2, 3)).all();
        ASSERT_EQ(holds(point), isInside) << point.transpose();
        inside += isInside;
    }
    EXPECT_GT(inside, 100);
}

}  // namespace
}  // namespace ricochet
