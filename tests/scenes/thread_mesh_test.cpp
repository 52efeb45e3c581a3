#include "demos/scenes/thread_mesh.h"

#include "demos/scenes/mesh_generators.h"
#include "tests/scenes/mesh_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace ricochet::scenes {
namespace {

constexpr ThreadSize kThread{0.2, 0.8, 48};
constexpr double kClearance = 0.01;
const ThreadProfile kBolt = basicProfile(kThread), kNut = basicProfile(kThread, kClearance);

double distanceToNearestVertex(const SceneMesh& mesh, const btVector3& point) {
    btScalar nearest = BT_LARGE_FLOAT;
    for (const btVector3& v : mesh.vertices) nearest = std::min(nearest, v.distance(point));
    return double(nearest);
}

TEST(ThreadMesh, IsClosedWithoutSelfIntersection) {
    for (const int segments : {16, 48, 96}) {
        ThreadSize thread = kThread;
        thread.segments = segments;
        for (const SceneMesh& mesh :
             {boltMesh(basicProfile(thread), 1.2), nutMesh(basicProfile(thread, kClearance), 1)}) {
            EXPECT_EQ(whyNotClosed(mesh), "") << segments;
            EXPECT_EQ(selfIntersections(mesh), 0u) << segments;
            EXPECT_GT(volumeOf(mesh), 0) << segments;
        }
    }
}

TEST(ThreadMesh, HasTheStandardRadii) {
    EXPECT_NEAR(threadHeight(kThread), 0.541266 * 0.2, 1e-6);
    const auto radii = [](const SceneMesh& mesh) {
        std::pair<double, double> range{1e9, 0};
        for (const btVector3& v : mesh.vertices) {
            if (v.y() < 0.3 || v.y() > 0.7) continue;  // only the thread lies there
            range = {std::min(range.first, distanceFromYAxis(v)),
                     std::max(range.second, distanceFromYAxis(v))};
        }
        return range;
    };
    const auto [boltRoot, boltCrest] = radii(boltMesh(kBolt, 1));
    EXPECT_NEAR(boltRoot, 0.8 - threadHeight(kThread), 1e-6);
    EXPECT_NEAR(boltCrest, 0.8, 1e-6);
    const auto [nutCrest, nutRoot] = radii(nutMesh(kNut, 1));
    EXPECT_NEAR(nutCrest, boltRoot + kClearance, 1e-6);
    EXPECT_NEAR(nutRoot, boltCrest + kClearance, 1e-6);
}

TEST(ThreadMesh, AScrewMotionMapsItToItself) {
    const SceneMesh bolt = boltMesh(kBolt, 1.2);
    SceneMesh moved = bolt;
    turnAboutY(moved, 2 * M_PI / kThread.segments);
    translate(moved, btVector3(0, btScalar(kThread.pitch / kThread.segments), 0));
    int compared = 0;
    for (const btVector3& v : moved.vertices) {
        if (v.y() < 0.1 || v.y() > 1.1) continue;  // the ends stay where they are
        EXPECT_LT(distanceToNearestVertex(bolt, v), 2e-6);
        ++compared;
    }
    EXPECT_GT(compared, 500);
}

TEST(ThreadMesh, EndsAreFlatAndTheHeadIsBelow) {
    const SceneMesh bolt = boltMesh(kBolt, 1.2);
    EXPECT_EQ(topOf(bolt), btScalar(float(1.2)));
    EXPECT_NEAR(bottomOf(bolt), -1, 1e-6);
    const SceneMesh nut = nutMesh(kNut, 1);
    EXPECT_EQ(topOf(nut), 1);
    EXPECT_EQ(bottomOf(nut), 0);
}

TEST(ThreadMesh, TheNutsHoleIsTheBoltsThreadPlusClearance) {
    // Volume of whole pitches: the thread's cross-section times its length.
    const double hexagon = 2 * std::sqrt(3.0) * 1.2 * 1.2;
    const double hole = hexagon - volumeOf(nutMesh(kNut, 1));
    const double head = hexagon;  // one metre high
    const double thread = volumeOf(boltMesh(kBolt, 1)) - head;
    const double meanRadius = std::sqrt(thread / M_PI);
    EXPECT_NEAR(hole, thread + 2 * M_PI * meanRadius * kClearance, 0.002);
}

}  // namespace
}  // namespace ricochet::scenes
