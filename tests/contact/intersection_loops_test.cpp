#include "algorithms/contact/intersection/intersection_loops.h"

#include "algorithms/geometry/triangle_triangle.h"
#include "tests/contact/contact_scene.h"
#include "tests/support/build_kind.h"
#include "tests/support/meshes.h"
#include "tests/support/random_geometry.h"

#include <gtest/gtest.h>

#include <numbers>

namespace ricochet::test {
namespace {

Intersection intersectionOf(const ContactScene& scene) {
    FacePairs pairs;
    PairMemory memory;
    AllPairs().findFacePairs(scene.input.a.instance(), scene.input.b.instance(), 0, memory, pairs);
    std::erase_if(pairs, [&](const FacePair& p) {
        return !intersects(scene.input.a.instance().triangle(p.faceA),
                           scene.input.b.instance().triangle(p.faceB));
    });
    PlacedFeatures a(scene.input.a.instance(), *scene.surfaceA), b(scene.input.b.instance(), *scene.surfaceB);
    for (const FacePair& pair : pairs) a.enter(pair.faceA), b.enter(pair.faceB);
    return findIntersection(a, b, pairs);
}

/// The directed segments of a closed loop sum to zero.
Real openness(const IntersectionLoop& loop) {
    Vec3 sum = Vec3::Zero();
    for (const auto& [begin, end] : loop.segments) sum += end - begin;
    return sum.norm() / loop.perimeter;
}

TEST(IntersectionLoops, SphereInAPlaneCutsOneCircle) {
    const ContactScene scene(sphereMesh(40, 20), at(0.01, 0.503, 0.02), gridBoxMesh(Vec3(12, 2, 12)),
                             at(0, -1, 0));
    const Intersection intersection = intersectionOf(scene);
    ASSERT_EQ(intersection.loops.size(), 1u);
    const IntersectionLoop& loop = intersection.loops[0];
    const Real radius2 = 1 - 0.503 * 0.503;
    EXPECT_NEAR(loop.area.norm(), std::numbers::pi * radius2, 0.06);
    EXPECT_LT(loop.area.y(), 0);  // the separation direction is -area: up
    EXPECT_NEAR(loop.perimeter, 2 * std::numbers::pi * std::sqrt(radius2), 0.06);
    EXPECT_NEAR(openness(loop), 0, 1e-9);
}

TEST(IntersectionLoops, RingInAPlaneCutsTwoThatShareTheFloorsFaces) {
    const ContactScene scene(ring(32, 16), at(0.003, 0.007, 0.001), gridBoxMesh(Vec3(12, 2, 12)),
                             at(0, -1, 0));
    EXPECT_EQ(intersectionOf(scene).loops.size(), 2u);
}

TEST(IntersectionLoops, ContinueAcrossCracks) {
    Random random(7);
    const auto whole = ring(32, 16);
    std::vector<Vec3> shaken = unshared(*whole)->vertices();
    for (Vec3& vertex : shaken) vertex += 1e-7 * randomPoint(random);
    const SharedMesh cracked[] = {withTJunctions(*whole, random, 0.5),
                                  makeMesh(shaken, unshared(*whole)->faces())};
    const auto floor = gridBoxMesh(Vec3(12, 2, 12));
    const Pose pose = turned(0.1, Vec3(1, 2, 3).normalized(), Vec3(0.003, 0.007, 0.001));
    const Intersection expected = intersectionOf({whole, pose, floor, at(0, -1, 0)});
    ASSERT_EQ(expected.loops.size(), 2u);
    for (const SharedMesh& mesh : cracked) {
        const Intersection intersection = intersectionOf({mesh, pose, floor, at(0, -1, 0)});
        ASSERT_EQ(intersection.loops.size(), 2u);
        for (const IntersectionLoop& loop : intersection.loops) EXPECT_TRUE(loop.isClosed());
        const Vec3 area = intersection.loops[0].area + intersection.loops[1].area;
        EXPECT_NEAR((area - expected.loops[0].area - expected.loops[1].area).norm(), 0, 1e-5);
    }
}

TEST(IntersectionLoops, AreClosedInGeneralPosition) {
    Random random(3);
    std::size_t loops = 0;
    for (int i = 0; i < 30; ++i) {
        const Pose pose = turned(uniform(random, 0, 6), randomPoint(random), randomPoint(random));
        const ContactScene scene(knotMesh(40, 6), Pose{}, ring(24, 10, 0.4), pose);
        for (const IntersectionLoop& loop : intersectionOf(scene).loops) {
            EXPECT_NEAR(openness(loop), 0, 1e-9);
            ++loops;
        }
    }
    EXPECT_GT(loops, 30u);
}

TEST(IntersectionLoops, AreClosedForCoincidentFeatures) {
    Random random(5);
    std::size_t loops = 0, open = 0;
    for (int i = 0; i < (kIsSlowBuild ? 40 : 400); ++i) {
        const auto block = [&] { return gridBoxMesh(Vec3(2, 2, 2), 1 + random() % 3); };
        Pose pose;
        if (random() % 2 == 0) pose = turned(std::numbers::pi / 2, Vec3::Unit(random() % 3), Vec3::Zero());
        pose.translation = 0.5 * randomLatticePoint(random, 3);
        const ContactScene scene(block(), Pose{}, block(), pose);
        for (const IntersectionLoop& loop : intersectionOf(scene).loops) {
            if (!(loop.perimeter > 0)) continue;
            open += openness(loop) > 1e-9;
            ++loops;
        }
    }
    EXPECT_EQ(open, 0u);
    EXPECT_GT(loops, 30u);
}

TEST(IntersectionLoops, ADeepCornerOfABodyOnAFloorHasAClosedLoop) {
    constexpr Real kDip = 3e-7;
    const SharedMesh spike =
        makeMesh({Vec3(0.7, 0, 0.87), Vec3(1.78, -kDip, 0.61), Vec3(1.41, 0, 0.01), Vec3(1.3, 1, 0.5)},
                 {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}});
    const ContactScene scene(spike, Pose{}, gridBoxMesh(Vec3(12, 2, 12), 1), at(0, -1, 0));
    const Intersection intersection = intersectionOf(scene);
    ASSERT_EQ(intersection.loops.size(), 1u);
    EXPECT_NEAR(openness(intersection.loops[0]), 0, 1e-9);
    EXPECT_LT(intersection.loops[0].area.norm(), 1);
}

TEST(IntersectionLoops, AreaIsTheGradientOfTheVolume) {
    // Two unit cubes that share a corner of 0.3 x 0.4 x 0.5: moving A out along x reduces the shared volume
    // by 0.4 * 0.5 per metre.
    const ContactScene scene(gridBoxMesh(Vec3(1, 1, 1)), at(0.7, 0.6, 0.5), gridBoxMesh(Vec3(1, 1, 1)),
                             Pose{});
    const Intersection intersection = intersectionOf(scene);
    ASSERT_EQ(intersection.loops.size(), 1u);
    const Vec3 gain = intersection.loops[0].area;
    EXPECT_NEAR(gain.x(), -0.4 * 0.5, 1e-9);
    EXPECT_NEAR(gain.y(), -0.3 * 0.5, 1e-9);
    EXPECT_NEAR(gain.z(), -0.3 * 0.4, 1e-9);
}

}  // namespace
}  // namespace ricochet::test
