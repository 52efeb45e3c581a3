#include "algorithms/contact/surface/normal_cones.h"

#include "algorithms/contact/tolerances.h"
#include "algorithms/geometry/surface_directions.h"
#include "tests/contact/contact_scene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace ricochet::test {
namespace {

std::vector<NormalCone> conesOf(const Mesh& mesh) { return buildNormalCones(mesh, buildTopology(mesh)); }

bool coneContains(const NormalCone& cone, std::size_t level, const Vec3& direction) {
    if (cone.sine[level] == NormalCone::kAllDirections) return true;
    return double(cone.axis.dot(direction.cast<float>())) >= double(cone.cosine[level]) - 1e-5;
}

TEST(NormalCones, LevelsAreRoundedUp) {
    EXPECT_EQ(coneLevelFor(0.017), 0u);
    EXPECT_EQ(coneLevelFor(kTolerances.coneLevels[1]), 1u);
    EXPECT_EQ(coneLevelFor(0.317), 2u);
}

TEST(NormalCones, ContainTheFacesOwnNormal) {
    const auto mesh = knotMesh(48, 8);
    const auto cones = conesOf(*mesh);
    for (Index f = 0; f < mesh->faceCount(); ++f)
        EXPECT_TRUE(coneContains(cones[f], 0, unitNormal(*mesh, f)));
}

/// Samples directions near a face's normal, and tests those at which a vertex that the face owns may be
/// touched.
TEST(NormalCones, ContainAllNormalsAtWhichAVertexIsTouched) {
    Random random(17);
    HitRate hits;
    const std::shared_ptr<const Mesh> meshes[] = {knotMesh(48, 8), ring(16, 8, 0.4), sphereMesh(9, 7),
                                                  gridBoxMesh(Vec3(1, 2, 3), 2)};
    for (const auto& mesh : meshes) {
        const MeshTopology topology = buildTopology(*mesh);
        const auto cones = buildNormalCones(*mesh, topology);
        for (Index v = 0; v < mesh->vertexCount(); ++v) {
            if (topology.weld[v] != v || !topology.isConvexVertex[v]) continue;
            const Index face = topology.vertexOwner[v];
            for (int i = 0; i < 20; ++i) {
                const std::size_t level = static_cast<std::size_t>(i) % kTolerances.coneLevels.size();
                const Vec3 n = (unitNormal(*mesh, face) + 0.6 * randomPoint(random)).normalized();
                const bool isTouched = std::ranges::all_of(topology.ringOf(v), [&](Index neighbour) {
                    return n.dot(directionBetween(*mesh, v, neighbour)) <= kTolerances.coneLevels[level];
                });
                hits.count(isTouched);
                EXPECT_TRUE(!isTouched || coneContains(cones[face], level, n)) << v;
            }
        }
    }
    EXPECT_TRUE(hits.isBetween(0.05, 0.7)) << hits.value();
}

TEST(NormalCones, OfAFineSmoothSurfaceAreNarrow) {
    const auto sphere = sphereMesh(40, 20);
    const auto cones = conesOf(*sphere);
    ASSERT_EQ(cones.size(), sphere->faceCount());
    for (const NormalCone& cone : cones) EXPECT_GT(cone.cosine[0], 0.9f);
}

TEST(NormalCones, OfABoundaryContainAllDirections) {
    const auto cube = gridBoxMesh(Vec3(1, 1, 1));
    const auto open = *Mesh::create(cube->vertices(), {cube->faces().begin(), cube->faces().begin() + 1});
    EXPECT_EQ(conesOf(*open)[0].sine[0], NormalCone::kAllDirections);
}

}  // namespace
}  // namespace ricochet::test
