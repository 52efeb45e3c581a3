#include "algorithms/stencil/face_groups.h"

#include "algorithms/stencil/interval_test.h"
#include "tests/stencil/scenes.h"

#include <gtest/gtest.h>

namespace ricochet::stencil {
namespace {

using namespace ricochet::test;

std::vector<Eigen::Vector3f> drawnVertices(const Mesh& mesh) {
    std::vector<Eigen::Vector3f> vertices;
    for (const Vec3& v : mesh.vertices()) vertices.push_back((v - mesh.box().centre()).cast<float>());
    return vertices;
}

std::vector<float> randomValues(Random& random, int pixels) {
    std::vector<float> values;
    for (int i = 0; i < pixels * pixels; ++i) {
        values.push_back(static_cast<float>(std::abs(randomPoint(random).x())));
    }
    return values;
}

TEST(FaceGroups, ContainEachFaceOnceAndInItsBox) {
    for (const Case& c : stencilScenes()) {
        for (const SharedMesh& mesh : {c.a, c.b}) {
            const std::vector<Eigen::Vector3f> vertices = drawnVertices(*mesh);
            const FaceGroups groups = groupFaces(vertices, mesh->faces());
            EXPECT_TRUE(isValid(groups, vertices, mesh->faces())) << c.name;
        }
    }
    EXPECT_TRUE(groupFaces({}, {}).boxes.empty());
}

TEST(FaceGroups, AreSmall) {
    const SharedMesh mesh = sphereMesh(128, 65);
    const FaceGroups groups = groupFaces(drawnVertices(*mesh), mesh->faces());
    ASSERT_GT(groups.boxes.size(), 200u);
    double sum = 0;
    for (const FaceGroups::Box& box : groups.boxes) sum += box.half.norm();
    // A square patch of the sphere with this many faces has half a diagonal of 0.16 m.
    EXPECT_LT(sum / static_cast<double>(groups.boxes.size()), 0.3);
}

TEST(GreatestValues, AreUpperBoundsAndExactForSmallRectangles) {
    Random random(31);
    const int pixels = 32;
    const std::vector<float> values = randomValues(random, pixels);
    const GreatestValues greatest(values, pixels);
    for (int trial = 0; trial < 2000; ++trial) {
        std::array<int, 4> at{};
        for (int& each : at) each = static_cast<int>(random() % pixels);
        const auto [left, right] = std::minmax(at[0], at[1]);
        const auto [bottom, top] = std::minmax(at[2], at[3]);
        float truth = 0;
        for (int y = bottom; y <= top; ++y) {
            for (int x = left; x <= right; ++x) truth = std::max(truth, values[y * pixels + x]);
        }
        const float found = greatest.in(left, bottom, right, top);
        EXPECT_GE(found, truth);
        const bool isSmall = right - left < 4 && top - bottom < 4;
        EXPECT_TRUE(!isSmall || found == truth);
    }
}

TEST(FaceGroups, FacesThatMayHaveAFragmentBeforeTheDepthsAreRetained) {
    Random random(32);
    std::size_t retained = 0, all = 0, needed = 0;
    for (const Case& c : stencilScenes()) {
        const std::vector<Eigen::Vector3f> vertices = drawnVertices(*c.b);
        const FaceGroups groups = groupFaces(vertices, c.b->faces());
        for (int pose = 0; pose < 10; ++pose) {
            const auto [poseA, poseB] = randomPoses(random, c.spread);
            View view = randomView(random, poseA, poseB, 1.8, 64);
            view.size.head<2>() *= 0.6;  // so that some lies beside it
            const WindowMatrix toWindow = windowMatrix(view, poseB, c.b->box().centre());
            std::vector<float> depths = randomValues(random, 64);
            for (float& each : depths) each = 0.4f + 0.1f * each;  // so that some lies behind
            for (std::size_t i = 0; i < depths.size() / 2; ++i) depths[i] = -1;
            const std::vector<FaceRange> ranges = groupsBefore(groups, toWindow, {depths, 64});
            std::vector<bool> isRetained(groups.faces.size());
            for (const FaceRange& range : ranges) {
                retained += range.count;
                for (Index f = range.first; f < range.first + range.count; ++f) isRetained[f] = true;
            }
            all += groups.faces.size();
            // The same faces in the order of the groups: a layer's face is its place there.
            const SharedMesh sorted = makeMesh(c.b->vertices(), groups.faces);
            for (const Layer& layer : rasterise(*sorted, poseB, view)) {
                if (layer.depth > Real{depths[layer.pixel]}) continue;
                ++needed;
                EXPECT_TRUE(isRetained[layer.face]) << c.name;
            }
        }
    }
    EXPECT_GT(needed, 1000u);
    EXPECT_LT(retained, all * 8 / 10);
}

}  // namespace
}  // namespace ricochet::stencil
