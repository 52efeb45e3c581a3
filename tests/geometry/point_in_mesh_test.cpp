#include "algorithms/geometry/point_in_mesh.h"

#include "tests/support/meshes.h"
#include "tests/support/random_geometry.h"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace ricochet {
namespace {

/// The oracle: the solid angle under which the faces appear (van Oosterom, Strackee 1983), in turns.
Real windingNumber(const Mesh& mesh, const Vec3& point) {
    Real angle = 0;
    for (Index f = 0; f < mesh.faceCount(); ++f) {
        const Triangle t = mesh.triangle(f);
        const Vec3 a = t[0] - point, b = t[1] - point, c = t[2] - point;
        angle += 2 * std::atan2(a.dot(b.cross(c)), a.norm() * b.norm() * c.norm() + a.dot(b) * c.norm() +
                                                       b.dot(c) * a.norm() + c.dot(a) * b.norm());
    }
    return angle / (4 * std::numbers::pi);
}

TEST(PointInMesh, AgreesWithTheSolidAngle) {
    Random random(31);
    HitRate inside;
    const SharedMesh torus = torusMesh(1, 0.45, 17, 11);
    for (int i = 0; i < 2000; ++i) {
        const Pose pose = randomPose(random, 5);
        const Vec3 local(uniform(random, -1.3, 1.3), uniform(random, -1.3, 1.3), uniform(random, -0.4, 0.4));
        const Vec3 point = transformPoint(pose, local);
        const bool truth = std::abs(windingNumber(*placed(*torus, pose), point)) > 0.5;
        EXPECT_EQ(contains(*torus, pose, point), truth);
        inside.count(truth);
    }
    EXPECT_TRUE(inside.isBetween(0.3, 0.7)) << inside.value();
}

TEST(PointInMesh, RayThroughEdgesAndVerticesCountsOnce) {
    const SharedMesh box = boxMesh(Vec3(0, 0, 0), Vec3(4, 4, 4));
    // y = z follows diagonals, whole numbers follow edges and meet corners
    for (int x = -2; x <= 6; ++x) {
        for (int y = -1; y <= 5; ++y) {
            for (int z = -1; z <= 5; ++z) {
                const Vec3 point(x, y, z);
                EXPECT_EQ(contains(*box, Pose{}, point), box->box().contains(point)) << point.transpose();
            }
        }
    }
}

TEST(PointInMesh, OctahedronWithCornersOnTheRay) {
    const SharedMesh octahedron =
        makeMesh({{2, 0, 0}, {-2, 0, 0}, {0, 2, 0}, {0, -2, 0}, {0, 0, 2}, {0, 0, -2}},
                 {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}});
    for (int x = -6; x <= 6; ++x) {
        for (int y = -6; y <= 6; ++y) {
            for (int z = -6; z <= 6; ++z) {
                const Vec3 point = 0.5 * Vec3(x, y, z);
                EXPECT_EQ(contains(*octahedron, Pose{}, point), point.lpNorm<1>() <= 2) << point.transpose();
            }
        }
    }
}

TEST(PointInMesh, InsideOutHasTheSameInside) {
    const SharedMesh box = insideOut(*boxMesh(Vec3(-1, -1, -1), Vec3(1, 1, 1)));
    EXPECT_TRUE(contains(*box, Pose{}, Vec3(0.5, 0.5, 0.5)));
    EXPECT_FALSE(contains(*box, Pose{}, Vec3(1.5, 0.5, 0.5)));
}

TEST(PointInMesh, CavityIsOutside) {
    const SharedMesh shell = boxMesh(Vec3(-2, -2, -2), Vec3(2, 2, 2));
    const SharedMesh cavity = insideOut(*boxMesh(Vec3(-1, -1, -1), Vec3(1, 1, 1)));
    std::vector<Vec3> vertices = shell->vertices();
    std::vector<Face> faces = shell->faces();
    vertices.insert(vertices.end(), cavity->vertices().begin(), cavity->vertices().end());
    for (const Face& f : cavity->faces()) faces.push_back({f[0] + 8, f[1] + 8, f[2] + 8});
    const SharedMesh hollow = makeMesh(vertices, faces);
    EXPECT_TRUE(contains(*hollow, Pose{}, Vec3(0, 0, 1.5)));
    EXPECT_FALSE(contains(*hollow, Pose{}, Vec3(0, 0, 0.5)));
}

}  // namespace
}  // namespace ricochet
