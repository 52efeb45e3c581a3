#include "tests/contact/contact_scene.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace ricochet::test {
namespace {

TEST(DeepContacts, HalfSunkRingIsPushedUp) {
    const ContactScene scene(ring(32, 16), at(0, 0, 0), gridBoxMesh(Vec3(12, 2, 12)), at(0, -1, 0));
    const ContactMemory memory = scene.contacts();
    ASSERT_FALSE(memory.points.empty());
    const auto deepest = std::ranges::min_element(memory.points, {}, &ContactPoint::distance);
    EXPECT_GT(deepest->normal.y(), 0.999);
    EXPECT_NEAR(deepest->distance, -0.3, 0.03);
    for (const ContactPoint& point : memory.points) EXPECT_GT(point.normal.y(), -0.1);
}

TEST(DeepContacts, FlushFacesStayShallow) {
    // Two stacked rings, a hair inside one another: the inner of the two loops alone would point down.
    const auto torus = ring(32, 16);
    const Real height = torus->box().size().y() - 0.0004;
    const ContactMemory memory = ContactScene(torus, at(0, height, 0), torus, Pose{}).contacts();
    ASSERT_FALSE(memory.points.empty());
    for (const ContactPoint& point : memory.points) {
        EXPECT_GT(point.normal.y(), 0.9);
        EXPECT_GT(point.distance, -0.001);
    }
}

TEST(DeepContacts, OpenMeshesHaveNoInside) {
    const auto cube = gridBoxMesh(Vec3(1, 1, 1));
    const auto open = *Mesh::create(cube->vertices(), {cube->faces().begin(), cube->faces().end() - 2});
    EXPECT_TRUE(buildContactSurface(*cube)->isSolid);
    EXPECT_FALSE(buildContactSurface(*open)->isSolid);
}

TEST(DeepContacts, NeitherDoMeshesThatAreInsideOutOrHaveTwoSides) {
    const auto cube = gridBoxMesh(Vec3(1, 1, 1));
    std::vector<Face> turned = cube->faces();
    for (Face& face : turned) std::swap(face[1], face[2]);
    EXPECT_FALSE(buildContactSurface(**Mesh::create(cube->vertices(), turned))->isSolid);
    EXPECT_FALSE(buildContactSurface(**Mesh::createTwoSided(cube->vertices(), cube->faces()))->isSolid);
}

}  // namespace
}  // namespace ricochet::test
