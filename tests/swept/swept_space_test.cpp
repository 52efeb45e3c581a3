// Continuous queries by the swept-space test of paper 000, chapter 4: the contacts of a narrow phase, and no
// labelled collision missed.

#include "algorithms/face_octree/swept_space.h"

#include "algorithms/geometry/processor_binding.h"
#include "algorithms/swept/deforming_contact.h"
#include "algorithms/swept/first_contact.h"
#include "algorithms/wide_tree/wide_tree.h"
#include "demos/mesh_files/motion_reader.h"
#include "tests/support/labelled_data.h"
#include "tests/support/surfaces.h"
#include "tests/swept/moving_pairs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace ricochet {
namespace {

/// A mesh with all that both methods need.
struct SweptBody {
    std::shared_ptr<const CollisionModel> model;
    OnDemand<MeshTopology> topology;

    explicit SweptBody(const SharedMesh& mesh)
        : model(WideTree().build(mesh)), topology(buildTopology(*mesh)) {}
    SweptMesh moving(const RigidMotion& motion) const { return {model.get(), &topology, motion}; }
};

std::optional<SweptContact> byNarrowPhase(const SweptMesh& a, const SweptMesh& b,
                                          const SweptSettings& settings) {
    PairMemory memory;
    return firstContact(WideTree(), a, b, settings, memory);
}

void expectSameContact(const std::optional<SweptContact>& one, const std::optional<SweptContact>& other) {
    ASSERT_EQ(one.has_value(), other.has_value());
    if (!one) return;
    EXPECT_EQ(one->time, other->time);
    EXPECT_EQ(one->faces, other->faces);
    EXPECT_EQ(one->normal, other->normal);
}

class SweptSpaceContact : public testing::TestWithParam<Real> {};

TEST_P(SweptSpaceContact, IsThatOfTheNarrowPhase) {
    const SweptBody ring(torusMesh(0.5, 0.15, 12, 6)), knot(test::knotMesh(30, 5, 0.1));
    const SweptSpace sweptSpace;
    for (const SweptSettings& settings :
         {SweptSettings{}, SweptSettings{.gap = 0.03}, SweptSettings{.end = 0.4}}) {
        Random random(61);
        HitRate hits;
        for (int i = 0; i < 60; ++i) {
            const SweptMesh a = ring.moving(test::passingMotion(random, 2.5, 2, GetParam()));
            const SweptMesh b = knot.moving(test::passingMotion(random, 0.8, 0.5, GetParam()));
            const auto found = firstContact(sweptSpace, a, b, settings);
            expectSameContact(found, byNarrowPhase(a, b, settings));
            hits.count(found.has_value());
        }
        EXPECT_TRUE(hits.isBetween(0.2, 0.95)) << hits.value();
    }
}

INSTANTIATE_TEST_SUITE_P(Turns, SweptSpaceContact, testing::Values(0, 0.8, 3.0));

TEST(SweptSpaceContact, AtItsLimitOfWorkIsEarlyNeverLate) {
    const SweptBody ring(torusMesh(0.5, 0.15, 12, 6)), knot(test::knotMesh(30, 5, 0.1));
    const SweptSpace sweptSpace;
    Random random(63);
    HitRate coarse;
    for (int i = 0; i < 60; ++i) {
        const SweptMesh a = ring.moving(test::passingMotion(random, 2.5, 2, 0.8));
        const SweptMesh b = knot.moving(test::passingMotion(random, 0.8, 0.5, 0.8));
        const auto truth = firstContact(sweptSpace, a, b, {});
        SweptBudget budget{static_cast<std::uint64_t>(std::exp2(uniform(random, 5, 11)))};
        SweptSettings settings;
        settings.budget = &budget;
        const auto found = firstContact(sweptSpace, a, b, settings);
        coarse.count(found && found->isCoarse);
        if (!found || !found->isCoarse) {
            expectSameContact(found, truth);
        } else if (truth) {
            EXPECT_LE(found->time, truth->time);
        }
    }
    EXPECT_TRUE(coarse.isBetween(0.3, 0.7)) << coarse.value();
}

TEST(SweptSpaceContact, IsTheSameForEveryDivisionOfTheWork) {
    const SweptBody ring(torusMesh(0.5, 0.15, 12, 6)), knot(test::knotMesh(30, 5, 0.1));
    const auto threads = makeBoundThreadExecutor(3);
    Random random(62);
    for (int i = 0; i < 20; ++i) {
        const SweptMesh a = ring.moving(test::passingMotion(random, 2.5, 2, 0.8));
        const SweptMesh b = knot.moving(test::passingMotion(random, 0.8, 0.5, 0.8));
        const auto alone = firstContact(SweptSpace(), a, b, {});
        for (const PairDivision division :
             {PairDivision::dynamic, PairDivision::spmd, PairDivision::producerConsumer}) {
            expectSameContact(firstContact(SweptSpace({.division = division}, threads), a, b, {}), alone);
        }
    }
}

TEST(SweptSpaceContact, CrossingFromTheStartIsTimeZero) {
    const SweptBody box(test::gridBoxMesh(Vec3(1, 1, 1)));
    const SweptMesh a = box.moving(standing({})),
                    b = box.moving(standing({Matrix3::Identity(), Vec3(0.9, 0.2, 0.3)}));
    const auto found = firstContact(SweptSpace(), a, b, {});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->time, 0);
    expectSameContact(found, byNarrowPhase(a, b, {}));
}

TEST(SweptSpaceContact, AShardIsStoppedByAThinWall) {
    // 200 m/s for a sixtieth of a second, 47 rad/s; the wall is one millimetre thick.
    const SweptBody shard(test::gridBoxMesh(Vec3(0.1, 0.002, 0.06))),
        wall(test::gridBoxMesh(Vec3(2, 2, 0.001)));
    const SweptSpace sweptSpace;
    Random random(63);
    for (int i = 0; i < 50; ++i) {
        RigidMotion motion = standing({randomRotation(random), Vec3(0.1 * i / 50, 0.2, 1)});
        motion.translation = Vec3(0, 0, -200 / 60.0);
        motion.axis = randomPoint(random).normalized();
        motion.angle = 47 / 60.0;
        const SweptMesh a = shard.moving(motion), b = wall.moving(standing({}));
        const auto found = firstContact(sweptSpace, a, b, {});
        ASSERT_TRUE(found);
        expectSameContact(found, byNarrowPhase(a, b, {}));
    }
}

/// The finder must leave out what does not touch, or it would prove nothing.
TEST(SweptSpaceContact, ListsFewerPairsThanTheNarrowPhaseDoes) {
    const SweptBody ring(torusMesh(0.5, 0.15, 30, 16)), knot(test::knotMesh(60, 8, 0.1));
    RigidMotion motion = standing({Matrix3::Identity(), Vec3(0.9, 0, 0)});
    motion.translation = Vec3(-0.15, 0, 0);
    motion.angle = 0.1;
    const SweptMesh a = ring.moving(motion), b = knot.moving(standing({}));
    FacePairs swept, close;
    PairMemory memory;
    SweptSpace().findSweptFacePairs(movingBody(*a.model, a.motion), movingBody(*b.model, b.motion), 0, swept);
    WideTree().findFacePairs({a.model, poseAt(a.motion, 0.5)}, {b.model, poseAt(b.motion, 0.5)}, 0.1, memory,
                             close);
    EXPECT_GT(swept.size(), 20u);
    EXPECT_LT(3 * swept.size(), close.size());
}

/// The first feature of a labelled query, a vertex or an edge, or the second, a face or an edge, as a mesh of
/// one face that deforms.
struct FeatureMesh {
    std::vector<Face> faces;
    std::vector<Vec3> at0, at1;
    std::unique_ptr<CollisionModel> model0, model1;

    FeatureMesh(const LabelledMotion& query, std::size_t begin, std::size_t end)
        : at0(query.at0.begin() + long(begin), query.at0.begin() + long(end)),
          at1(query.at1.begin() + long(begin), query.at1.begin() + long(end)) {
        const auto last = static_cast<Index>(end - begin - 1);
        faces = {{0, last > 0 ? 1u : 0u, last}};
        model0 = std::make_unique<CollisionModel>(Mesh::create(at0, faces).value());
        model1 = std::make_unique<CollisionModel>(Mesh::create(at1, faces).value());
    }
    DeformingMesh deforming() const { return {faces, at0, at1}; }
    MovingBody moving() const { return {{model0.get(), {}}, {model1.get(), {}}}; }
};

struct Found {
    std::optional<SweptContact> bySweptSpace, byTrees;
};
Found contactsOf(const LabelledMotion& query, bool areEdges) {
    const std::size_t middle = areEdges ? 2 : 1;
    const FeatureMesh a(query, 0, middle), b(query, middle, 4);
    FacePairs pairs;
    SweptSpace().findSweptFacePairs(a.moving(), b.moving(), 0, pairs);
    const Aabb boxA = sweptBox(a.deforming());
    const DeformingSweep sweepA(a.deforming(), boxA), sweepB(b.deforming(), boxA);
    return {firstContactAmong(sweepA, sweepB, pairs), firstContact(sweepA, sweepB)};
}

TEST(SweptSpaceContact, NoLabelledCollisionIsMissedOrLate) {
    for (const LabelledFile& file : labelledFiles("ccd/toi.csv")) {
        std::map<std::string, std::vector<LabelledMotion>> queries;
        std::map<std::string, std::size_t> next;
        std::size_t collisions = 0, rows = 0;
        std::ifstream times(file.path);
        std::string line;
        for (std::getline(times, line); std::getline(times, line); ++rows) {
            std::istringstream columns(line);
            std::string name, query, label, time;
            for (std::string* column : {&name, &query, &label, &time}) std::getline(columns, *column, ',');
            if (!queries.contains(name)) {
                queries[name] = readLabelledMotions(file.path.parent_path() / name).value();
            }
            const bool areEdges = name.find("edge-edge") != std::string::npos;
            const auto [found, byTrees] = contactsOf(queries[name][next[name]++], areEdges);
            expectSameContact(found, byTrees);
            if (time.empty()) continue;
            ++collisions;
            ASSERT_TRUE(found) << name << ", query " << query;
            EXPECT_LE(found->time, std::strtod(time.c_str(), nullptr)) << name << ", query " << query;
        }
        EXPECT_EQ(rows, file.isTwin ? 192u : 2679u);
        EXPECT_EQ(collisions, file.isTwin ? 105u : 198u);
    }
}

}  // namespace
}  // namespace ricochet
