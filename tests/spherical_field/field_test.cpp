#include "algorithms/spherical_field/field.h"

#include "algorithms/spherical_field/spherical_field.h"
#include "tests/support/against_brute_force.h"
#include "tests/support/build_kind.h"

#include <gtest/gtest.h>

namespace ricochet::test {
namespace {

using spherical_field::buildField;
using spherical_field::Centre;
using spherical_field::Field;
using spherical_field::FieldSettings;
using spherical_field::isValid;

TEST(SphericalFieldBuild, IsValidForEveryMeshLevelCentreAndKindOfList) {
    for (const Case& c : cases()) {
        for (const SharedMesh& mesh : {c.a, c.b}) {
            for (const int level : {0, 1, 3, kIsSlowBuild ? 4 : 5}) {
                for (const bool whole : {false, true}) {
                    EXPECT_TRUE(isValid(buildField(*mesh, {.level = level, .wholeSmallFaces = whole}), *mesh))
                        << c.name << ", level " << level;
                }
            }
            EXPECT_TRUE(isValid(buildField(*mesh, {.centre = Centre::ofBoundingSphere}), *mesh)) << c.name;
        }
    }
}

TEST(SphericalFieldBuild, ASampledFieldIsValidAndListsFewerFaces) {
    for (const Case& c : cases()) {
        for (const auto sampling :
             {spherical_field::Sampling::rayCasting, spherical_field::Sampling::rasterisation}) {
            const Field field = buildField(*c.a, {.level = 2, .sampling = sampling});
            EXPECT_FALSE(field.listsAllFaces());
            EXPECT_TRUE(isValid(field, *c.a)) << c.name;
            EXPECT_GT(field.faces.size(), 0u) << c.name;
        }
    }
}

TEST(SphericalFieldBuild, ACentreOutsideOnAFaceOrAtACornerIsValid) {
    const SharedMesh torus = torusMesh(1, 0.4, 24, 12);
    const Triangle face = torus->triangle(17);
    const std::vector<Vec3> centres = {
        {0, 0, 9},  {3, 3, 3}, (face[0] + face[1] + face[2]) / 3, face[1], (face[0] + face[1]) / 2,
        {1e6, 0, 0}};
    for (const Vec3& centre : centres) {
        const FieldSettings settings = {.level = 3, .centreAt = centre};
        EXPECT_TRUE(isValid(buildField(*torus, settings), *torus)) << centre.transpose();
        const SphericalField narrowPhase({.field = settings});
        const AgainstBruteForce pair(narrowPhase, torus, torus);
        Random random(10);
        HitRate hits;
        for (int trial = 0; trial < 60; ++trial) {
            const auto [poseA, poseB] = randomPoses(random, 3.6);
            const FacePairs truth = pair.truth(poseA, poseB);
            EXPECT_EQ(pair.pairs(poseA, poseB), truth) << centre.transpose();
            hits.count(!truth.empty());
        }
        EXPECT_TRUE(hits.isBetween(0.3, 0.7));
    }
}

TEST(SphericalFieldBuild, AMissingFaceAShrunkBoxAndAWrongOrderAreNotValid) {
    const SharedMesh torus = torusMesh(1, 0.4, 24, 12);
    const Field good = buildField(*torus, {.level = 3});
    Field field = good;
    field.faces[3].face = field.faces[4].face;
    EXPECT_FALSE(isValid(field, *torus));
    field = good;
    for (auto& cell : field.cells) cell.half[1] *= 0.99f;
    EXPECT_FALSE(isValid(field, *torus));
    field = good;
    for (auto& face : field.faces) face.distance = -face.distance;
    EXPECT_FALSE(isValid(field, *torus));
}

TEST(SphericalFieldBuild, ALevelOutsideTheRangeIsRefusedWithItsMemory) {
    for (const int level : {-2, 9, 1000}) {
        const auto checked = spherical_field::check({.level = level});
        ASSERT_FALSE(checked.has_value());
        EXPECT_NE(checked.error().find("level 0 to 8"), std::string::npos) << checked.error();
        EXPECT_NE(checked.error().find("MiB"), std::string::npos) << checked.error();
    }
    EXPECT_TRUE(spherical_field::check({.level = 8}).has_value());
    EXPECT_TRUE(spherical_field::check({}).has_value());
    EXPECT_FALSE(spherical_field::check({.centreAt = Vec3(0, NAN, 0)}).has_value());
}

TEST(SphericalFieldBuild, TheFinestLevelIsBuiltAndExact) {
    const SharedMesh sphere = sphereMesh(12, 6);
    EXPECT_TRUE(isValid(buildField(*sphere, {.level = 8}), *sphere));
    const SphericalField narrowPhase({.field = {.level = 8}});
    const AgainstBruteForce pair(narrowPhase, sphere, sphere);
    const Pose near = {Matrix3::Identity(), {1.7, 0.3, 0.2}};
    EXPECT_FALSE(pair.truth({}, near).empty());
    EXPECT_EQ(pair.pairs({}, near), pair.truth({}, near));
}

TEST(SphericalFieldBuild, HandlesAMeshAMillionTimesLargerThanTheOther) {
    const SharedMesh large = sphereMesh(24, 12, 1e6), small = torusMesh(0.5, 0.2, 16, 8);
    const SphericalField narrowPhase;
    const AgainstBruteForce pair(narrowPhase, large, small);
    Random random(12);
    HitRate hits;
    for (int trial = 0; trial < 60; ++trial) {
        const Triangle face = large->triangle(static_cast<Index>(pick(random, 500)));
        const Vec3 outwards = (face[0] + face[1] + face[2]).normalized();
        const Pose pose = {randomRotation(random), face[0] + uniform(random, 0, 1.4) * outwards};
        const FacePairs truth = pair.truth({}, pose);
        EXPECT_EQ(pair.pairs({}, pose), truth);
        hits.count(!truth.empty());
    }
    EXPECT_TRUE(hits.isBetween(0.2, 0.8)) << hits.value();
}

TEST(SphericalFieldBuild, LayersAreCountedByGaps) {
    // Three spheres, one in the other.
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
    for (const Real radius : {1.0, 2.0, 3.0}) {
        const SharedMesh sphere = sphereMesh(48, 24, radius);
        const auto first = static_cast<Index>(vertices.size());
        vertices.insert(vertices.end(), sphere->vertices().begin(), sphere->vertices().end());
        for (const Face& f : sphere->faces()) faces.push_back({f[0] + first, f[1] + first, f[2] + first});
    }
    const SharedMesh onion = makeMesh(vertices, faces);
    EXPECT_NEAR(layersByGaps(buildField(*onion, {.level = 2})), 3, 1e-12);
    EXPECT_NEAR(layersByGaps(buildField(*sphereMesh(48, 24), {.level = 2})), 1, 1e-12);
}

}  // namespace
}  // namespace ricochet::test
