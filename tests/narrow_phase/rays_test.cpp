// The oracle of `castRay`: every face against the ray, exactly, where the mesh is placed.

#include "algorithms/geometry/triangle_triangle.h"
#include "tests/narrow_phase/tested.h"
#include "tests/support/collision_cases.h"

#include <algorithm>
#include <limits>

namespace ricochet::test {
namespace {

std::vector<Index> facesMet(const MeshInstance& placed, const Ray& ray) {
    std::vector<Index> met;
    for (Index face = 0; face < placed.mesh().faceCount(); ++face) {
        if (intersects({ray.from, ray.to, ray.to}, placed.triangle(face))) met.push_back(face);
    }
    return met;
}

class CastRay : public EveryNarrowPhase {
protected:
    std::vector<Index> cast(const MeshInstance& placed, const Ray& ray) const {
        std::vector<Index> found = {7};
        narrowPhase->castRay(placed, ray, found);
        std::ranges::sort(found);
        return found;
    }
};

TEST_P(CastRay, FindsExactlyTheFacesThatBruteForceFinds) {
    for (const Case& c : cases()) {
        const auto model = narrowPhase->build(c.a);
        Random random(81);
        HitRate hits;
        const Real size = c.a->box().size().norm();
        for (int trial = 0; trial < 100 / kSlowdown; ++trial) {
            const MeshInstance placed{model.get(), randomPlacement(random, 3)};
            const Triangle face = placed.triangle(random() % c.a->faceCount());
            const Vec3 middle = (face[0] + face[1] + face[2]) / 3;
            const Vec3 half = randomPoint(random, 0.5 * size), aside = randomPoint(random, 0.02 * size);
            const Ray ray = {middle + aside - half, middle + aside + half};
            const std::vector<Index> truth = facesMet(placed, ray);
            EXPECT_EQ(cast(placed, ray), truth) << c.name << ", trial " << trial;
            hits.count(!truth.empty());
        }
        EXPECT_TRUE(hits.isBetween(0.2, 0.99)) << c.name << ": " << hits.value();
    }
}

TEST_P(CastRay, TouchesVerticesEdgesAndItsOwnEnds) {
    const auto mesh = gridBoxMesh({2, 2, 2});
    const auto model = narrowPhase->build(mesh);
    const MeshInstance placed{model.get(), Pose{}};
    for (const Vec3& vertex : mesh->vertices()) {
        const Ray point = {vertex, vertex}, fromOutside = {3 * vertex, vertex};
        EXPECT_FALSE(cast(placed, point).empty());
        EXPECT_EQ(cast(placed, point), facesMet(placed, point));
        EXPECT_EQ(cast(placed, fromOutside), facesMet(placed, fromOutside));
    }
    for (const Face& face : mesh->faces()) {  // along an edge, and on along its line
        const Vec3 &a = mesh->vertices()[face[0]], &b = mesh->vertices()[face[1]];
        const Ray edge = {a, b}, line = {a - (b - a), b + (b - a)};
        EXPECT_EQ(cast(placed, edge), facesMet(placed, edge));
        EXPECT_EQ(cast(placed, line), facesMet(placed, line));
    }
}

TEST_P(CastRay, StopsAtItsEnd) {
    const auto model = narrowPhase->build(gridBoxMesh({2, 2, 2}));
    const MeshInstance placed{model.get(), Pose{}};
    const Real gap = 1e-12;
    EXPECT_TRUE(cast(placed, {{0.1, 0.2, -0.9}, {0.1, 0.2, 1 - gap}}).empty());
    EXPECT_FALSE(cast(placed, {{0.1, 0.2, -0.9}, {0.1, 0.2, 1}}).empty());
}

TEST_P(CastRay, FromADistantPointHitsTheSameFaces) {
    const auto mesh = torusMesh(1, 0.4, 24, 12);
    const auto model = narrowPhase->build(mesh);
    Random random(82);
    HitRate hits;
    for (int trial = 0; trial < 30 / kSlowdown; ++trial) {
        const MeshInstance placed{model.get(), randomPlacement(random, 2)};
        const Vec3 through = transformPoint(placed.pose, randomPoint(random));
        const Vec3 direction = randomPoint(random).normalized();
        const Ray ray = {through - 1e6 * direction, through + 1e7 * direction};
        const std::vector<Index> truth = facesMet(placed, ray);
        EXPECT_EQ(cast(placed, ray), truth);
        hits.count(!truth.empty());
    }
    EXPECT_TRUE(hits.isBetween(0.2, 0.9)) << hits.value();
}

TEST_P(CastRay, HitsTheSameFacesAsBruteForceForMatricesThatAreNotRotations) {
    const auto model = narrowPhase->build(torusMesh(1, 0.4, 24, 12));
    Random random(83);
    for (int trial = 0; trial < 100 / kSlowdown; ++trial) {
        MeshInstance placed{model.get(), randomPlacement(random, 2)};
        placed.pose.rotation += 1e-6 * Matrix3::Random();
        if (trial % 2 == 0) placed.pose.rotation *= 3;  // larger than the scale that trees allow for
        const Vec3 middle = placed.pose.translation;
        const Ray ray = {middle - randomPoint(random, 3), middle + randomPoint(random, 3)};
        EXPECT_EQ(cast(placed, ray), facesMet(placed, ray));
    }
}

TEST_P(CastRay, HitsNothingIfItIsNotFinite) {
    const auto model = narrowPhase->build(gridBoxMesh({2, 2, 2}));
    const Real infinity = std::numeric_limits<Real>::infinity();
    EXPECT_TRUE(cast({model.get(), Pose{}}, {Vec3::Zero(), {0, 0, infinity}}).empty());
    EXPECT_TRUE(cast({model.get(), Pose{}}, {Vec3::Constant(std::nan("")), Vec3::Zero()}).empty());
}

TEST_P(CastRay, HandlesMeshesBeyondFloats) {
    const auto mesh = makeMesh({{-1e20, -1e20, 0}, {1e20, -1e20, 0}, {0, 1e20, 0}}, {{0, 1, 2}});
    const auto model = narrowPhase->build(mesh);
    EXPECT_EQ(cast({model.get(), Pose{}}, {{0, 0, -1}, {0, 0, 1}}), std::vector<Index>{0});
    EXPECT_TRUE(cast({model.get(), Pose{}}, {{0, 0, 1}, {0, 0, 2}}).empty());
}

RICOCHET_FOR_EVERY_NARROW_PHASE(CastRay);

}  // namespace
}  // namespace ricochet::test
