#include "algorithms/spherical_field/samplers.h"

#include "tests/support/collision_cases.h"

#include <gtest/gtest.h>

namespace ricochet::test {
namespace {

using spherical_field::buildField;
using spherical_field::Field;
using spherical_field::Samples;
using spherical_field::Sampling;
using spherical_field::ShellLevel;

ShellLevel leavesOf(const SharedMesh& mesh, int level, Sampling sampling) {
    const Field field = buildField(*mesh, {.level = level, .centreAt = Vec3(0, 0, 0), .sampling = sampling});
    return field.shells.reconstruct(level).back();
}

TEST(Samplers, ABoxHasTheDistancesOfItsSidesByEachOfThem) {
    const SharedMesh box = gridBoxMesh({2, 2, 2}, 16);
    const ShellLevel exact = leavesOf(box, 2, Sampling::clipping);
    for (const Sampling sampling : {Sampling::rayCasting, Sampling::rasterisation}) {
        const ShellLevel sampled = leavesOf(box, 2, sampling);
        for (std::size_t cell = 0; cell < exact.size(); ++cell) {
            ASSERT_FALSE(sampled[cell].isEmpty());
            const Vec3 axis =
                spherical_field::axisOf(spherical_field::firstOfLevel(2) + static_cast<Index>(cell));
            const Real middle = 1 / axis.cwiseAbs().maxCoeff();
            EXPECT_NEAR(sampled[cell].lower, middle, 0.25);
            EXPECT_LE(sampled[cell].lower, middle + 1e-12);
            EXPECT_GE(sampled[cell].upper, middle - 1e-12);
            if (sampling == Sampling::rasterisation) {
                EXPECT_NEAR(sampled[cell].lower, middle, 1e-3) << "one sample";
                EXPECT_NEAR(sampled[cell].upper, middle, 1e-3);
            }
        }
    }
}

TEST(Samplers, ClippingBoundsTheOtherSamplers) {
    for (const Case& c : cases()) {
        const ShellLevel exact = leavesOf(c.a, 3, Sampling::clipping);
        const ShellLevel drawn = leavesOf(c.a, 3, Sampling::rasterisation);
        std::size_t compared = 0;
        for (std::size_t cell = 0; cell < exact.size(); ++cell) {
            if (drawn[cell].isEmpty()) continue;
            const Real unit = 2e-4 * c.a->box().size().norm();
            EXPECT_LE(exact[cell].lower, drawn[cell].lower + unit) << c.name;
            EXPECT_GE(exact[cell].upper, drawn[cell].upper - unit) << c.name;
            ++compared;
        }
        EXPECT_GT(compared, exact.size() / 20) << c.name;
    }
}

TEST(Samplers, OnlyClippingFindsPartsSmallerThanACell) {
    // A splinter far out, beside the middles of all cells.
    const Vec3 direction = spherical_field::chartDirection(0.49, 0.49);
    const SharedMesh sphere = sphereMesh(24, 12);
    std::vector<Vec3> vertices = sphere->vertices();
    std::vector<Face> faces = sphere->faces();
    const auto first = static_cast<Index>(vertices.size());
    for (const Vec3& offset : {Vec3(0, 0, 0), Vec3(0.01, 0, 0), Vec3(0, 0.01, 0)}) {
        vertices.push_back(5 * direction + offset);
    }
    faces.push_back({first, first + 1, first + 2});
    const SharedMesh mesh = makeMesh(vertices, faces);
    const auto farthest = [&](Sampling sampling) {
        Real upper = 0;
        for (const auto& shell : leavesOf(mesh, 2, sampling)) {
            if (!shell.isEmpty()) upper = std::max(upper, shell.upper);
        }
        return upper;
    };
    EXPECT_GE(farthest(Sampling::clipping), 5);
    EXPECT_LT(farthest(Sampling::rayCasting), 2);
    EXPECT_LT(farthest(Sampling::rasterisation), 2);
}

TEST(Samplers, LayersAreCountedAlongRays) {
    const SharedMesh sphere = sphereMesh(48, 24);
    EXPECT_NEAR(layersByHits(*sphere, buildField(*sphere, {.level = 3})), 1, 1e-12);
    // From a point beside it a ray enters and leaves.
    EXPECT_NEAR(layersByHits(*sphere, buildField(*sphere, {.level = 3, .centreAt = Vec3(3, 0.1, 0.2)})), 2,
                0.05);
}

}  // namespace
}  // namespace ricochet::test
