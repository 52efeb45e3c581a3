// The depth that contacts report, against oracles that share no code with them: all vertices against a plane,
// and all separating axes of two convex bodies.

#include "demos/mesh_files/read_mesh.h"
#include "tests/contact/contact_scene.h"
#include "tests/support/build_kind.h"
#include "tests/support/labelled_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>

namespace ricochet::test {
namespace {

constexpr Real kTolerance = 0.02;  // of the true depth

/// Height of the lowest vertex, in the world.
Real lowestOf(const Mesh& mesh, const Pose& pose) {
    Real lowest = std::numeric_limits<Real>::infinity();
    for (const Vec3& vertex : mesh.vertices()) lowest = std::min(lowest, transformPoint(pose, vertex).y());
    return lowest;
}

Real heightOf(const Mesh& mesh, const Pose& pose) {
    Real highest = -std::numeric_limits<Real>::infinity();
    for (const Vec3& vertex : mesh.vertices()) highest = std::max(highest, transformPoint(pose, vertex).y());
    return highest - lowestOf(mesh, pose);
}

/// A slab whose top is the plane y = 0.
struct Slab {
    SharedMesh mesh;
    Pose pose;
    explicit Slab(Real size, Index divisions = 1)
        : mesh(gridBoxMesh(size * Vec3(4, 2, 4), divisions)), pose(at(0, -size, 0)) {}
};

/// A body and a slab, the body first as A, then as B.
class InSlab {
public:
    InSlab(const SharedMesh& body, const Slab& slab)
        : body_(body), asA_(body, Pose{}, slab.mesh, slab.pose), asB_(slab.mesh, slab.pose, body, Pose{}) {}

    /// Places the body, with the rotation of `pose`, with its lowest vertex `depth` below the slab's top.
    void expectDepth(Pose pose, Real depth, const std::string& what) {
        pose.translation.y() -= lowestOf(*body_, pose) + depth;
        const Real truth = -lowestOf(*body_, pose);
        asA_.input.a.pose = asB_.input.b.pose = pose;
        const PersistentContacts first = asA_.contacts(BoxPairs()), second = asB_.contacts(BoxPairs());
        ASSERT_FALSE(first.points.empty()) << what;
        ASSERT_FALSE(second.points.empty()) << what;
        EXPECT_NEAR(-deepestOf(first).distance, truth, kTolerance * truth) << what;
        EXPECT_NEAR(-deepestOf(second).distance, truth, kTolerance * truth) << what << " as B";
        EXPECT_GT(deepestOf(first).normal.y(), 0.999) << what;
        EXPECT_LT(deepestOf(second).normal.y(), -0.999) << what << " as B";
    }

private:
    SharedMesh body_;
    ContactScene asA_, asB_;
};

struct Tessellation {
    Index meridians, bands;
};

class Spheres : public testing::TestWithParam<Tessellation> {
protected:
    const SharedMesh sphere = sphereMesh(GetParam().meridians, GetParam().bands, 0.5);
    const bool isDense = GetParam().meridians > 128;
};

/// The sphere's poles lie along z: these rotations put a pole at the bottom, at the side, or neither.
const std::vector<Pose> kTurns = {turned(std::numbers::pi / 2, Vec3(1, 0, 0), Vec3(0.01, 0, 0.02)),
                                  turned(-std::numbers::pi / 2, Vec3(1, 0, 0), Vec3(0.01, 0, 0.02)),
                                  turned(0.3, Vec3(0, 1, 0), Vec3(0.01, 0, 0.02)),
                                  turned(1.1, Vec3(1, 2, 3), Vec3(0.01, 0, 0.02))};

TEST_P(Spheres, InASlabAreAsDeepAsTheirLowestVertex) {
    for (const Index divisions : {1u, 6u}) {
        if (isDense && divisions > 1) continue;  // every face against every face takes long
        InSlab world(sphere, Slab(1, divisions));
        for (std::size_t turn = 0; turn < kTurns.size(); ++turn) {
            if ((isDense || kIsSlowBuild) && turn != 0 && turn != 3) continue;
            for (const Real depth : {0.002, 0.008, 0.03, 0.1, 0.3, 0.45, 0.7, 0.9}) {
                if ((isDense || kIsSlowBuild) && depth != 0.03 && depth != 0.3 && depth != 0.7) continue;
                world.expectDepth(kTurns[turn], depth,
                                  "pose " + std::to_string(turn) + " at " + std::to_string(depth));
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(OfAnyTessellation, Spheres,
                         testing::Values(Tessellation{16, 8}, Tessellation{32, 16}, Tessellation{64, 32},
                                         Tessellation{128, 64}, Tessellation{512, 256}));

/// A bowl: the lower half of a sphere's surface is cut out of a block, `divisions` by `divisions` on top.
SharedMesh bowl(Real radius, Index divisions) {
    const Real size = 4 * radius;
    const SharedMesh block = gridBoxMesh(Vec3(size, size, size), divisions);
    std::vector<Vec3> vertices = block->vertices();
    for (Vec3& v : vertices) {
        if (v.y() < size / 2 - 1e-9) continue;
        const Real aside2 = v.x() * v.x() + v.z() * v.z();
        if (aside2 < radius * radius) v.y() -= std::sqrt(radius * radius - aside2);
    }
    return makeMesh(std::move(vertices), block->faces());
}

/// No point of the sphere is deeper than its pole, except by what the bowl's faces cut off its roundness.
TEST(ReportedDepth, OfASphereInASlightlyWiderBowlIsNotTheBowlsHeight) {
    const SharedMesh hollow = bowl(0.55, 40);
    const Real kCutOff = 0.055 * 0.055 / (4 * 0.55);  // metres: sagitta over a cell of 0.055 by 0.055
    for (const auto& [meridians, bands] : {std::pair{32u, 16u}, {64u, 32u}}) {
        const SharedMesh sphere = sphereMesh(meridians, bands, 0.5);
        for (const Real depth : {0.02, 0.04}) {
            Pose pose = kTurns[0];
            pose.translation = Vec3(0, 1.1 - 0.55 + 0.5 - depth, 0);
            const PersistentContacts memory = ContactScene(sphere, pose, hollow, Pose{}).contacts(BoxPairs());
            ASSERT_FALSE(memory.points.empty());
            EXPECT_GT(-deepestOf(memory).distance, (1 - kTolerance) * depth);
            EXPECT_LT(-deepestOf(memory).distance, (1 + kTolerance) * depth + kCutOff);
        }
    }
}

TEST(ReportedDepth, GrowsWithTheTrueDepth) {
    const Slab slab(2, 3);
    const std::vector<std::shared_ptr<const Mesh>> bodies = {sphereMesh(96, 48, 0.5), ring(60, 40),
                                                             insideOut(*knotMesh(200, 12))};
    for (const auto& body : bodies) {
        for (const Pose& turn : kTurns) {
            ContactScene scene(body, turn, slab.mesh, slab.pose);
            Real last = 0;
            const Real step = kIsSlowBuild ? 0.111 : 0.037;
            for (Real depth = 0.005; depth < 0.95 * heightOf(*body, turn); depth += step) {
                scene.input.a.pose.translation.y() = turn.translation.y() - lowestOf(*body, turn) - depth;
                const PersistentContacts memory = scene.contacts(BoxPairs());
                ASSERT_FALSE(memory.points.empty()) << depth;
                const Real now = -deepestOf(memory).distance;
                EXPECT_GE(now, last - 1e-9) << depth;
                EXPECT_NEAR(now, depth, kTolerance * depth);
                last = now;
            }
        }
    }
}

/// For convex bodies: how far A moves along a direction until a plane separates them. The planes of all faces
/// and of all pairs of edges bound the Minkowski difference; the direction leaves it through the nearest of
/// them.
class MinkowskiOracle {
public:
    MinkowskiOracle(const ContactScene& scene) {
        for (const BodyInput* body : {&scene.input.a, &scene.input.b}) {
            std::vector<Vec3>& points = body == &scene.input.a ? a_ : b_;
            for (const Vec3& v : body->mesh().vertices()) points.push_back(transformPoint(body->pose, v));
            std::vector<Vec3>& edges = body == &scene.input.a ? edgesOfA_ : edgesOfB_;
            for (Index f = 0; f < body->mesh().faceCount(); ++f) {
                const Triangle t = body->instance().triangle(f);
                axes_.push_back((t[1] - t[0]).cross(t[2] - t[0]).normalized());
                for (int k = 0; k < 3; ++k) edges.push_back((t[(k + 1) % 3] - t[k]).normalized());
            }
        }
        for (const Vec3& edgeOfA : edgesOfA_) {
            for (const Vec3& edgeOfB : edgesOfB_) {
                const Vec3 across = edgeOfA.cross(edgeOfB);
                if (across.norm() > 1e-6) axes_.push_back(across.normalized());
            }
        }
    }

    Real depthAlong(const Vec3& n) const {
        Real minimum = std::numeric_limits<Real>::infinity();
        for (const Vec3& axis : axes_) {
            for (const Real sign : {-1.0, 1.0}) {
                const Vec3 d = sign * axis;
                if (d.dot(n) > 1e-9) minimum = std::min(minimum, overlapAlong(d) / d.dot(n));
            }
        }
        return minimum;
    }

private:
    Real overlapAlong(const Vec3& d) const {
        Real highestOfB = -std::numeric_limits<Real>::infinity(), lowestOfA = -highestOfB;
        for (const Vec3& point : b_) highestOfB = std::max(highestOfB, d.dot(point));
        for (const Vec3& point : a_) lowestOfA = std::min(lowestOfA, d.dot(point));
        return highestOfB - lowestOfA;
    }

    std::vector<Vec3> a_, b_, edgesOfA_, edgesOfB_, axes_;
};

/// If A would move into parts of B that it does not cross yet, the reported depth covers only the present
/// crossing. That is so for some bodies that are deeper than a quarter of their radius; these are left out.
TEST(ReportedDepth, OfConvexBodiesIsThatOfTheirMinkowskiDifference) {
    constexpr Real kMost = 0.25;  // of the smaller body's radius
    Random random(11);
    const std::vector<SharedMesh> bodies = {gridBoxMesh(Vec3(1, 1, 1)), gridBoxMesh(Vec3(0.4, 1.5, 0.7)),
                                            sphereMesh(8, 5, 0.6), gridBoxMesh(Vec3(0.9, 0.2, 1.2), 2)};
    int deep = 0;
    for (int i = 0; i < (kIsSlowBuild ? 200 : 2000); ++i) {
        const SharedMesh &a = bodies[random() % 4], &b = bodies[random() % 4];
        // Drawn one after the other: compilers evaluate arguments in different orders.
        const Vec3 placeA = 0.6 * randomPoint(random), axisA = randomPoint(random);
        const Pose poseA = turned(uniform(random, 0, 6), axisA, placeA);
        const Vec3 axisB = randomPoint(random);
        const Pose poseB = turned(uniform(random, 0, 6), axisB, Vec3(0, 0, 0));
        const ContactScene scene(a, poseA, b, poseB);
        const PersistentContacts memory = scene.contacts(BoxPairs());
        if (memory.points.empty() || memory.intersectingPairs == 0) continue;
        const ContactPoint& deepest = deepestOf(memory);
        const Real truth = MinkowskiOracle(scene).depthAlong(deepest.normal);
        const Real radius = std::min(scene.surfaceA->radius, scene.surfaceB->radius);
        if (truth < 0.01 * radius || truth > kMost * radius) continue;
        EXPECT_NEAR(-deepest.distance, truth, kTolerance * truth) << i;
        ++deep;
    }
    EXPECT_GT(deep, kIsSlowBuild ? 10 : 100);
}

/// Real meshes, such as animals and machine parts, scaled to one metre.
TEST(ReportedDepth, OfLabelledRealMeshesInASlab) {
    Random random(3);
    for (const std::string name : {"spot", "banana", "bolt_m16", "knot", "tray"}) {
        RICOCHET_LABELLED_DATA(file, "meshes/" + name + ".obj");
        const auto read = readMesh(file.string());
        ASSERT_TRUE(read.has_value()) << read.error();
        const Mesh& raw = **read;
        std::vector<Vec3> vertices = raw.vertices();
        for (Vec3& v : vertices) v = (v - raw.box().centre()) / raw.box().size().maxCoeff();
        const SharedMesh body = makeMesh(std::move(vertices), raw.faces());
        InSlab world(body, Slab(1));
        for (int i = 0; i < (kIsSlowBuild ? 2 : 8); ++i) {
            const Pose pose = turned(uniform(random, 0, 6), randomPoint(random), Vec3(0.01, 0, 0.02));
            const Real height = heightOf(*body, pose);
            for (const Real share : {0.05, 0.3, 0.6}) {
                world.expectDepth(pose, share * height,
                                  name + " " + std::to_string(i) + " at " + std::to_string(share));
            }
        }
    }
}

}  // namespace
}  // namespace ricochet::test
