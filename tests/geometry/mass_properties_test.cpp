#include "algorithms/geometry/mass_properties.h"

#include "algorithms/geometry/boundary_loops.h"
#include "demos/mesh_files/read_mesh.h"
#include "tests/support/labelled_data.h"
#include "tests/support/meshes.h"
#include "tests/support/random_geometry.h"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <numbers>

namespace ricochet {
namespace {

TEST(MassProperties, OfABoxAreThoseOfTheFormula) {
    const SolidProperties box = massProperties(*boxMesh(Vec3(1, 2, 3), Vec3(2, 4, 6)));
    EXPECT_DOUBLE_EQ(box.volume, 6);
    EXPECT_TRUE(box.centre.isApprox(Vec3(1.5, 3, 4.5), 1e-15));
    const Vec3 expected = 6.0 / 12 * Vec3(4 + 9, 1 + 9, 1 + 4);
    EXPECT_TRUE(box.inertia.isApprox(Matrix3(expected.asDiagonal()), 1e-14));
    EXPECT_TRUE(box.principalMoments.isApprox(Vec3(2.5, 5, 6.5), 1e-14));
    EXPECT_FALSE(box.isHull);
}

TEST(MassProperties, OfAFineTorusApproachTheFormula) {
    const Real ring = 2, tube = 0.5;
    const SolidProperties torus = massProperties(*torusMesh(ring, tube, 400, 200));
    const Real volume = 2 * std::numbers::pi * std::numbers::pi * ring * tube * tube;
    EXPECT_NEAR(torus.volume, volume, 1e-3 * volume);
    EXPECT_NEAR(torus.inertia(2, 2), volume * (ring * ring + 0.75 * tube * tube), 1e-3 * torus.inertia(2, 2));
    EXPECT_NEAR(torus.inertia(0, 0), volume * (0.5 * ring * ring + 0.625 * tube * tube),
                1e-3 * torus.inertia(0, 0));
}

TEST(MassProperties, RotateWithTheMesh) {
    Random random(41);
    const SharedMesh mesh = boxMesh(Vec3(0, 0, 0), Vec3(1, 2, 5));
    const SolidProperties still = massProperties(*mesh);
    for (int i = 0; i < 100; ++i) {
        const Pose pose = randomPose(random, 100);
        const SolidProperties turned = massProperties(*placed(*mesh, pose));
        const Matrix3& r = pose.rotation;
        EXPECT_NEAR(turned.volume, still.volume, 1e-10);
        EXPECT_TRUE(turned.centre.isApprox(transformPoint(pose, still.centre), 1e-12));
        EXPECT_TRUE(turned.inertia.isApprox(r * still.inertia * r.transpose(), 1e-10));
        EXPECT_TRUE(turned.principalMoments.isApprox(still.principalMoments, 1e-10));
    }
}

TEST(MassProperties, OfSolidsThatFormOneBodyAreThoseOfTheWhole) {
    Random random(43);
    for (int i = 0; i < 100; ++i) {
        const Pose left = randomPose(random, 5), right = randomPose(random, 5);
        const SharedMesh torus = torusMesh(2, 0.4, 9, 5), box = boxMesh(Vec3(0, 0, 0), Vec3(1, 2, 5));
        const PlacedSolid solids[] = {{massProperties(*torus), left}, {massProperties(*box), right}};
        const SolidProperties whole = joined(solids);

        const SharedMesh a = placed(*torus, left), b = placed(*box, right);
        std::vector<Vec3> vertices = a->vertices();
        vertices.insert(vertices.end(), b->vertices().begin(), b->vertices().end());
        std::vector<Face> faces = a->faces();
        for (const Face& f : b->faces()) {
            const auto first = static_cast<Index>(a->vertices().size());
            faces.push_back({f[0] + first, f[1] + first, f[2] + first});
        }
        const SolidProperties expected = massProperties(*Mesh::create(vertices, faces).value());
        EXPECT_NEAR(whole.volume, expected.volume, 1e-10);
        EXPECT_TRUE(whole.centre.isApprox(expected.centre, 1e-12));
        EXPECT_TRUE(whole.inertia.isApprox(expected.inertia, 1e-10));
        EXPECT_TRUE(whole.principalMoments.isApprox(expected.principalMoments, 1e-10));
    }
}

TEST(MassProperties, PrincipalAxesAreARightHandedFrameOfTheInertia) {
    Random random(42);
    for (int i = 0; i < 100; ++i) {
        const SharedMesh mesh = placed(*torusMesh(2, 0.4 + 0.01 * i, 9, 5), randomPose(random, 3));
        const SolidProperties p = massProperties(*mesh);
        EXPECT_NEAR(p.principalAxes.determinant(), 1, 1e-12);
        const Matrix3 rebuilt =
            p.principalAxes * p.principalMoments.asDiagonal() * p.principalAxes.transpose();
        EXPECT_TRUE(rebuilt.isApprox(p.inertia, 1e-12));
    }
}

TEST(MassProperties, InsideOutIsTheSameSolid) {
    const SharedMesh torus = torusMesh(2, 0.5, 12, 8);
    const SolidProperties turned = massProperties(*insideOut(*torus));
    EXPECT_DOUBLE_EQ(turned.volume, massProperties(*torus).volume);
    EXPECT_GT(turned.principalMoments.minCoeff(), 0);
}

TEST(MassProperties, UnsharedVerticesAreNotCracks) {
    const SharedMesh torus = unshared(*torusMesh(2, 0.5, 12, 8));
    EXPECT_TRUE(boundaryVectorAreas(*torus).empty());
    EXPECT_FALSE(massProperties(*torus).isHull);
}

TEST(MassProperties, CrackAtATJunctionCountsAsClosed) {
    // The upper of the two faces on x = 1 is cut in two at the middle of an edge that its neighbour does not
    // split.
    const SharedMesh box = boxMesh(Vec3(0, 0, 0), Vec3(1, 1, 1));
    std::vector<Vec3> vertices = box->vertices();
    vertices.emplace_back(1, 0.5, 0);
    std::vector<Face> faces = box->faces();
    ASSERT_EQ(faces[10], (Face{1, 3, 5}));
    faces[10] = {1, 8, 5};
    faces.push_back({8, 3, 5});
    const SharedMesh cracked = makeMesh(vertices, faces);
    ASSERT_EQ(boundaryVectorAreas(*cracked).size(), 1u);
    EXPECT_EQ(boundaryVectorAreas(*cracked)[0].norm(), 0);
    EXPECT_FALSE(massProperties(*cracked).isHull);
    EXPECT_DOUBLE_EQ(massProperties(*cracked).volume, 1);
}

TEST(MassProperties, HoleHasTheVectorAreaOfItsCap) {
    const SharedMesh box = boxMesh(Vec3(0, 0, 0), Vec3(1, 1, 1));
    const auto holes = boundaryVectorAreas(*withoutFace(*box, 11));
    ASSERT_EQ(holes.size(), 1u);
    EXPECT_TRUE(holes[0].isApprox(Vec3(0.5, 0, 0)));
}

TEST(MassProperties, OfAnOpenMeshAreItsHulls) {
    const SharedMesh torus = torusMesh(2, 0.5, 24, 16);
    const SolidProperties open = massProperties(*withoutFace(*torus, 5));
    EXPECT_TRUE(open.isHull);
    EXPECT_GT(open.volume, 1.2 * massProperties(*torus).volume);
}

TEST(MassProperties, ATubeWithoutCapsIsOpenAlthoughItsAreasSumToZero) {
    const SharedMesh box = boxMesh(Vec3(0, 0, 0), Vec3(1, 1, 3));
    const SharedMesh tube = makeMesh(box->vertices(), {box->faces().begin() + 4, box->faces().end()});
    EXPECT_TRUE(massProperties(*tube).isHull);
    EXPECT_NEAR(massProperties(*tube).volume, 3, 1e-14);
}

TEST(MassProperties, WithoutVolumeAreThoseOfEqualPointMasses) {
    const SharedMesh square =
        makeMesh({{1, 1, 0}, {-1, 1, 0}, {-1, -1, 0}, {1, -1, 0}}, {{0, 1, 2}, {0, 2, 3}});
    const SolidProperties p = massProperties(*square);
    EXPECT_EQ(p.volume, 0);
    EXPECT_FALSE(p.isHull);
    EXPECT_TRUE(p.principalMoments.isApprox(Vec3(1, 1, 2), 1e-14));
}

/// Splits face 0 at the middle of an edge, but not the adjacent face: a T-junction.
SharedMesh withCrack(const Mesh& mesh) {
    std::vector<Vec3> vertices = mesh.vertices();
    std::vector<Face> faces = mesh.faces();
    const auto [u, v, w] = mesh.faces()[0];
    const Index middle = mesh.vertexCount();
    vertices.push_back((vertices[u] + vertices[v]) / 2);
    faces[0] = {u, middle, w};
    faces.push_back({middle, v, w});
    return makeMesh(std::move(vertices), std::move(faces));
}

TEST(MassProperties, ACrackCountsAsClosed) {
    const SharedMesh torus = torusMesh(1, 0.4, 24, 16), cracked = withCrack(*torus);
    EXPECT_FALSE(boundaryVectorAreas(*cracked).empty());
    EXPECT_FALSE(massProperties(*cracked).isHull);
    EXPECT_NEAR(massProperties(*cracked).volume, massProperties(*torus).volume, 1e-12);
}

TEST(MassProperties, CracksOfTheLabelledM16NutCountAsClosed) {
    RICOCHET_LABELLED_DATA(file, "meshes/nut_m16.obj");
    const auto mesh = readMesh(file.string());
    ASSERT_TRUE(mesh.has_value()) << mesh.error();
    EXPECT_FALSE(boundaryVectorAreas(**mesh).empty());
    const SolidProperties nut = massProperties(**mesh);
    EXPECT_FALSE(nut.isHull);
    EXPECT_GT(nut.volume, 0);
    // in units of its size times 100: metres to centimetres
    EXPECT_NEAR(1e4 * nut.inertia(2, 2) / nut.volume, 1.09, 0.005);
}

}  // namespace
}  // namespace ricochet
