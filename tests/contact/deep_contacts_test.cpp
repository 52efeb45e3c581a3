#include "tests/contact/contact_scene.h"
#include "tests/support/build_kind.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace ricochet::test {
namespace {

TEST(DeepContacts, HalfSunkRingIsPushedUp) {
    const ContactScene scene(ring(32, 16), at(0, 0, 0), gridBoxMesh(Vec3(12, 2, 12)), at(0, -1, 0));
    const PersistentContacts memory = scene.contacts();
    ASSERT_FALSE(memory.points.empty());
    const auto deepest = std::ranges::min_element(memory.points, {}, &ContactPoint::distance);
    EXPECT_GT(deepest->normal.y(), 0.999);
    EXPECT_NEAR(deepest->distance, -0.3, 0.03);
    for (const ContactPoint& point : memory.points) EXPECT_GT(point.normal.y(), -0.1);
}

TEST(DeepContacts, RingsWithTJunctionsArePushedUp) {
    Random random(5);
    const auto floor = gridBoxMesh(Vec3(3, 2, 3), 4);
    for (int i = 0; i < (kIsSlowBuild ? 30 : 500); ++i) {
        const auto mesh = withTJunctions(*ring(12, 8), random, 0.5);
        const Vec3 axis(uniform(random, -1, 1), 0, uniform(random, -1, 1));
        const Vec3 place(uniform(random, -0.5, 0.5), uniform(random, 0.1, 0.27), uniform(random, -0.5, 0.5));
        const Pose pose = turned(std::pow(10, uniform(random, -9, -3)), axis.normalized(), place);
        const PersistentContacts memory = ContactScene(mesh, pose, floor, at(0, -1, 0)).contacts();
        ASSERT_FALSE(memory.points.empty());
        const auto deepest = std::ranges::min_element(memory.points, {}, &ContactPoint::distance);
        Real lowest = 1;
        for (const Vec3& v : mesh->vertices()) lowest = std::min(lowest, transformPoint(pose, v).y());
        EXPECT_GT(deepest->normal.y(), 0.99) << "ring " << i;
        EXPECT_NEAR(deepest->distance, lowest, 1e-3) << "ring " << i;
    }
}

TEST(DeepContacts, FlushFacesStayShallow) {
    // Two stacked rings, 0.4 mm inside one another: the inner of the two loops alone would point down.
    const auto torus = ring(32, 16);
    const Real height = torus->box().size().y() - 0.0004;
    const PersistentContacts memory = ContactScene(torus, at(0, height, 0), torus, Pose{}).contacts();
    ASSERT_FALSE(memory.points.empty());
    for (const ContactPoint& point : memory.points) {
        EXPECT_GT(point.normal.y(), 0.9);
        EXPECT_GT(point.distance, -0.001);
    }
}

/// A box of 0.6 by 0.2 by 0.6 metres on another one, step by step deeper.
std::vector<ContactPoint> sinkTo(std::initializer_list<Real> depths) {
    const auto box = gridBoxMesh(Vec3(0.6, 0.2, 0.6), 1);
    ContactScene scene(box, at(0, 0.2, 0), box, Pose{});
    PairMemory pairMemory;
    PersistentContacts memory;
    for (const Real depth : depths) {
        scene.input.a.pose = at(0.001, 0.2 - depth, -0.002);
        scene.input.a.motion.centre = scene.input.a.pose.translation;
        findContacts(ClosePairs(), scene.input, {}, pairMemory, memory);
    }
    return memory.points;
}

TEST(DeepContacts, ABoxThatSinksInGraduallyIsHeldAtItsCorners) {
    const std::vector<ContactPoint> points = sinkTo({0, 0.003, 0.005, 0.008, 0.0085});
    EXPECT_EQ(points.size(), 4u);
    Aabb held;
    for (const ContactPoint& point : points) {
        EXPECT_NEAR(point.distance, -0.0085, 1e-6);
        EXPECT_GT(point.normal.y(), 0.999);
        held.include(point.onA);
    }
    EXPECT_GT(held.size().x(), 0.59);
    EXPECT_GT(held.size().z(), 0.59);
    EXPECT_EQ(sinkTo({0, 0.012}).size(), 1u);  // at once
}

/// A rod and a plate, step by step.
class RodThroughPlate : public testing::TestWithParam<Index> {
protected:
    /// Its lower end is at `y`; the plate extends from -0.01 to 0.01.
    const PersistentContacts& step(Real y) {
        scene.input.a.pose.translation = {0.13, y + 0.5, 0.27};
        scene.input.a.motion.centre = scene.input.a.pose.translation;
        findContacts(ClosePairs(), scene.input, {}, pairMemory, memory);
        return memory;
    }
    /// Whether all contacts push the rod in that direction, and one of them does so deeply.
    bool isPushed(Real up) const {
        const auto isDeep = [](const ContactPoint& point) { return point.distance < -0.001; };
        return std::ranges::all_of(memory.points,
                                   [&](const ContactPoint& p) { return up * p.normal.y() > 0; }) &&
               std::ranges::any_of(memory.points, isDeep);
    }

    ContactScene scene{gridBoxMesh(Vec3(0.1, 1, 0.1), GetParam()), Pose{}, gridBoxMesh(Vec3(3, 0.02, 3)),
                       Pose{}};
    PairMemory pairMemory;
    PersistentContacts memory;
};

TEST_P(RodThroughPlate, ReturnsToTheSideOfItsLastContacts) {
    step(0.0105);
    ASSERT_EQ(memory.points.size(), 4u);
    for (const Real y : {-0.05, -0.3, -0.7, -0.9}) {
        step(y);
        EXPECT_TRUE(isPushed(1)) << y;
        EXPECT_GT(memory.points[0].distance, -0.1) << y;  // slowly
    }
}

TEST_P(RodThroughPlate, ReturnsToTheSideItCameFromWithoutContacts) {
    step(0.3);
    ASSERT_TRUE(memory.points.empty());
    step(-0.7);
    EXPECT_TRUE(isPushed(1));
}

TEST_P(RodThroughPlate, IsFreeOnceItIsOut) {
    step(0.3), step(-0.7), step(0.2);
    EXPECT_TRUE(memory.points.empty());
    EXPECT_EQ(memory.lastSeparated->aInB.translation.y(), 0.7);  // of the rod's middle
    step(-1.5), step(-0.4);  // it moved around the plate, then up from below
    EXPECT_TRUE(isPushed(-1));
}

INSTANTIATE_TEST_SUITE_P(OfFewAndOfManyFaces, RodThroughPlate, testing::Values(1, kIsSlowBuild ? 20 : 60));

TEST(DeepContacts, ARodThatStartsThroughAPlateLeavesOnTheSideOfItsGreaterPart) {
    const auto rod = gridBoxMesh(Vec3(0.1, 1, 0.1)), plate = gridBoxMesh(Vec3(3, 0.02, 3));
    for (const Real y : {-0.3, 0.3}) {
        const PersistentContacts forth = ContactScene(rod, at(0.13, y, 0.27), plate, Pose{}).contacts();
        ASSERT_EQ(forth.points.size(), 1u);
        EXPECT_GT(forth.points[0].normal.y() * y, 0.29);
        const PersistentContacts back = ContactScene(plate, Pose{}, rod, at(0.13, y, 0.27)).contacts();
        ASSERT_EQ(back.points.size(), 1u);
        EXPECT_LT(back.points[0].normal.y() * y, -0.29);
    }
}

TEST(DeepContacts, OpenMeshesHaveNoInside) {
    const auto cube = gridBoxMesh(Vec3(1, 1, 1));
    const auto open = *Mesh::create(cube->vertices(), {cube->faces().begin(), cube->faces().end() - 2});
    EXPECT_TRUE(buildContactSurface(*cube)->isSolid);
    EXPECT_FALSE(buildContactSurface(*open)->isSolid);
}

TEST(DeepContacts, InvertedAndTwoSidedMeshesHaveNoInside) {
    const auto cube = gridBoxMesh(Vec3(1, 1, 1));
    std::vector<Face> turned = cube->faces();
    for (Face& face : turned) std::swap(face[1], face[2]);
    EXPECT_FALSE(buildContactSurface(**Mesh::create(cube->vertices(), turned))->isSolid);
    EXPECT_FALSE(buildContactSurface(**Mesh::createTwoSided(cube->vertices(), cube->faces()))->isSolid);
}

}  // namespace
}  // namespace ricochet::test
