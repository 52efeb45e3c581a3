// Speed, as far as counts tell it: the work of fixed queries and worlds, exactly. A change that is meant to
// change them writes what is found into the tables, with its reason.

#include "algorithms/face_octree/face_octree.h"
#include "algorithms/obb_tree/obb_tree.h"
#include "algorithms/wide_tree/wide_tree.h"
#include "tests/plugin/solved_world.h"
#include "tests/support/bullet_mesh.h"
#include "tests/support/only_target.h"
#include "tests/support/placements.h"
#include "tests/support/surfaces.h"

#include <gtest/gtest.h>
#include <ricochet/ricochet.h>
#include <ricochet/swept_world.h>

#include <array>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <numbers>
#include <ostream>
#include <vector>

namespace ricochet::test {
namespace {

struct Work {
    std::uint64_t boxTests = 0, triangleTests = 0, facePairs = 0;
    bool operator==(const Work&) const = default;
};

void PrintTo(const Work& work, std::ostream* out) {
    *out << "{" << work.boxTests << ", " << work.triangleTests << ", " << work.facePairs << "}";
}

struct Query {
    SharedMesh a, b;
    Pose pose;  ///< of b
    Real queryDistance;
};

std::vector<Query> queries() {
    const Matrix3 quarter = Eigen::AngleAxis<Real>(std::numbers::pi / 2, Vec3::UnitX()).toRotationMatrix();
    const Matrix3 some = Eigen::AngleAxis<Real>(0.7, Vec3(0.6, 0, 0.8)).toRotationMatrix();
    return {
        {ricochet::torusMesh(1, 0.4, 48, 24), ricochet::torusMesh(1, 0.4, 48, 24), {quarter, {0.7, 0, 0}}, 0},
        {ricochet::torusMesh(1, 0.4, 48, 24),
         ricochet::torusMesh(1, 0.4, 48, 24),
         {some, {2.1, 0.9, 0.5}},
         0.05},
        {knotMesh(120, 12), sphereMesh(48, 24), {some, {0.1, 0.2, 0.3}}, 0}};
}

/// The work of a query, of the same one again, and of one after a tenth of a millimetre.
struct Row {
    const char* query;
    Work first, again, moved;
};

void expectCounts(const NarrowPhase& narrowPhase, std::initializer_list<Row> rows) {
    const std::vector<Query> all = queries();
    ASSERT_EQ(rows.size(), all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Row& row = rows.begin()[i];
        const BuiltPair built(narrowPhase, all[i].a, all[i].b);
        PairMemory memory;
        FacePairs found;
        const auto work = [&](Real moved) {
            memory.counters = {};
            Pose pose = all[i].pose;
            pose.translation.x() += moved;
            narrowPhase.findFacePairs({built.a.get(), {}}, {built.b.get(), pose}, all[i].queryDistance,
                                      memory, found);
            const Counters& c = memory.counters;
            return Work{c.boxTests, c.triangleTests, c.facePairs};
        };
        for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
            const OnlyTarget only(target);
            memory.cache.reset();
            EXPECT_EQ(work(0), row.first) << row.query << ", " << hwy::TargetName(target);
            EXPECT_EQ(work(0), row.again) << row.query << ", " << hwy::TargetName(target);
            EXPECT_EQ(work(1e-4), row.moved) << row.query << ", " << hwy::TargetName(target);
        }
    }
}

TEST(Counts, OfTheWideTree) {
    expectCounts(WideTree(), {{"linked tori", {3806, 539, 184}, {0, 0, 184}, {3941, 539, 184}},
                              {"tori at a distance", {2281, 955, 955}, {0, 0, 955}, {2397, 953, 953}},
                              {"knot in a sphere", {8318, 1345, 496}, {0, 0, 496}, {8754, 1348, 496}}});
}

TEST(Counts, OfTheFaceOctree) {
    expectCounts(FaceOctree(),
                 {{"linked tori", {26179, 979, 184}, {26179, 979, 184}, {26179, 979, 184}},
                  {"tori at a distance", {22652, 1479, 587}, {22652, 1479, 587}, {22652, 1479, 589}},
                  {"knot in a sphere", {94006, 2917, 496}, {94006, 2917, 496}, {94006, 2919, 496}}});
}

/// Tori have no one best box: rounding, which depends on the compiler's options, chooses. So these are
/// bounds, a quarter above the counts of an optimised build.
TEST(Counts, OfTheObbTreeHaveBounds) {
    const Work bounds[] = {{4916, 337, 184}, {5511, 971, 971}, {14453, 1063, 496}};
    const std::vector<Query> all = queries();
    ASSERT_EQ(std::size(bounds), all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        const BuiltPair built(ObbTree(), all[i].a, all[i].b);
        PairMemory memory;
        FacePairs found;
        ObbTree().findFacePairs({built.a.get(), {}}, {built.b.get(), all[i].pose}, all[i].queryDistance,
                                memory, found);
        EXPECT_LE(memory.counters.boxTests, bounds[i].boxTests) << i;
        EXPECT_LE(memory.counters.triangleTests, bounds[i].triangleTests) << i;
        EXPECT_LE(memory.counters.facePairs, bounds[i].facePairs) << i;
        EXPECT_GT(memory.counters.facePairs, 0u) << i;
    }
}

/// Three tori fall on a plate and come to rest; the steps of the fall, and those at rest.
TEST(Counts, OfToriThatFallAndRest) {
    BulletMesh plate = test::boxMesh(5, 1, 5), ring = test::torusMesh(btScalar(0.3));
    btBvhTriangleMeshShape floor(&plate.interface, true), torus(&ring.interface, true);
    SolvedWorld w;
    ASSERT_EQ(registerAlgorithms(&w.dispatcher), "");
    w.add(floor, 0, {0, -1, 0});
    for (int i = 0; i < 3; ++i) {
        w.add(torus, 1, {0, btScalar(0.31) + btScalar(0.61) * btScalar(i), 0})
            .setActivationState(DISABLE_DEACTIVATION);
    }
    const auto work = [&](int steps) {
        resetStatistics(w.dispatcher);
        w.run(steps);
        const Statistics s = statistics(w.dispatcher);
        const auto count = [](long long n) { return static_cast<std::uint64_t>(n); };
        return Work{count(s.boxTests), count(s.triangleTests), count(s.candidatePairs)};
    };
    constexpr bool kIsFloat = sizeof(btScalar) == sizeof(float);
    EXPECT_EQ(work(60), (kIsFloat ? Work{20205, 14663, 171947} : Work{20205, 14671, 171947}));
    EXPECT_EQ(work(60), (Work{0, 0, 188280}));
}

/// Strips side by side along x, whose faces all overlap.
BulletMesh layeredStrips(int count, btScalar length) {
    std::vector<std::array<btScalar, 3>> vertices;
    std::vector<std::array<int, 3>> faces;
    for (int i = 0; i < count; ++i) {
        const btScalar z = btScalar(1e-3) * btScalar(i);
        vertices.insert(vertices.end(), {{0, 0, z}, {length, 0, z}, {length / 2, 0, z + btScalar(0.5)}});
        faces.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
    return {vertices, faces};
}

/// Short strips fly to long ones, and 100 m along them, at a distance of 5 mm.
template <class World>
struct FlightAlongStrips {
    BulletMesh shortStrips = layeredStrips(150, 2), longStrips = layeredStrips(150, 200);
    btBvhTriangleMeshShape flying{&shortStrips.interface, true}, standing{&longStrips.interface, true};
    SolvedWorldOf<World> w;
    btRigidBody* body = nullptr;

    explicit FlightAlongStrips(bool sweptContacts) {
        flying.setMargin(0);
        standing.setMargin(0);
        Settings settings;
        settings.sweptContacts = sweptContacts;
        EXPECT_EQ(registerAlgorithms(&w.dispatcher, settings), "");
        w.world.setGravity({0, 0, 0});
        w.add(standing, 0, {0, 0, 0});
        body = &w.add(flying, 1, {-10, btScalar(5e-3), 0});
        body->setLinearVelocity({6000, 0, 0});
        w.run(1);
    }
};

/// A step takes what it may, and the body stops there.
TEST(Counts, OfABodyWhoseSweepEndsAtItsLimitOfWork) {
    const FlightAlongStrips<SweptWorld<>> swept(/*sweptContacts*/ false);
    EXPECT_EQ(swept.w.world.sweptStatistics().pairs, 1);
    EXPECT_EQ(swept.w.world.sweptStatistics().coarsePairs, 1);
    EXPECT_GT(swept.body->getCenterOfMassPosition().x(), -10);
    EXPECT_LT(swept.body->getCenterOfMassPosition().x(), 50);
}

TEST(Counts, OfABodyWhoseSweptContactsEndAtTheirLimitOfWork) {
    const FlightAlongStrips<btDiscreteDynamicsWorld> flight(/*sweptContacts*/ true);
    EXPECT_EQ(statistics(flight.w.dispatcher).coarsePairs, 1);
    EXPECT_GT(flight.body->getCenterOfMassPosition().x(), -10);
    EXPECT_LT(flight.body->getCenterOfMassPosition().x(), 50);
}

}  // namespace
}  // namespace ricochet::test
