#include "algorithms/swept/first_contact.h"

#include "algorithms/brute_force/brute_force.h"
#include "algorithms/geometry/closest_points.h"
#include "algorithms/wide_tree/wide_tree.h"
#include "tests/support/placements.h"
#include "tests/support/surfaces.h"
#include "tests/swept/moving_pairs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace ricochet {
namespace {

/// A mesh with all that a sweep needs.
struct Body {
    std::shared_ptr<const CollisionModel> model;
    OnDemand<MeshTopology> topology;

    Body(const NarrowPhase& narrowPhase, SharedMesh mesh)
        : model(narrowPhase.build(mesh)), topology(buildTopology(*mesh)) {}
    SweptMesh moving(const RigidMotion& motion) const { return {model.get(), &topology, motion}; }
};

const BruteForce kBruteForce;

bool crossAt(const SweptMesh& a, const SweptMesh& b, Real time) {
    return !test::sortedPairs(kBruteForce, {a.model, poseAt(a.motion, time)},
                              {b.model, poseAt(b.motion, time)})
                .empty();
}

Real distanceAt(const SweptMesh& a, const SweptMesh& b, Real time) {
    const MeshInstance placedA{a.model, poseAt(a.motion, time)}, placedB{b.model, poseAt(b.motion, time)};
    Real minimum = std::numeric_limits<Real>::infinity();
    for (Index f = 0; f < placedA.mesh().faceCount(); ++f) {
        for (Index g = 0; g < placedB.mesh().faceCount(); ++g) {
            minimum =
                std::min(minimum, closestPoints(placedA.triangle(f), placedB.triangle(g)).distanceSquared);
        }
    }
    return std::sqrt(minimum);
}

/// Distance of a point in the world from a face of a moving mesh.
Real distanceOf(const SweptMesh& mesh, Index face, Real time, const Vec3& point) {
    const MeshInstance placed{mesh.model, poseAt(mesh.motion, time)};
    return (closestPoint(placed.triangle(face), point) - point).norm();
}

std::optional<SweptContact> contactFoundBy(const NarrowPhase& narrowPhase, const SweptMesh& a,
                                           const SweptMesh& b, const SweptSettings& settings = {}) {
    PairMemory memory;
    return firstContact(narrowPhase, a, b, settings, memory);
}

/// A round plate about the y axis whose triangles are needles, as CAD programs make them: fans from the
/// middle of both sides to a fine outline, and a wall of slivers.
SharedMesh needlePlate(Index outline, Real radius, Real height) {
    std::vector<Vec3> vertices = {{0, -height / 2, 0}, {0, height / 2, 0}};
    std::vector<Face> faces;
    for (Index i = 0; i < outline; ++i) {
        const Real angle = 2 * M_PI * i / outline, r = radius * (1 + 0.01 * std::sin(20 * angle));
        for (const Real y : {-height / 2, height / 2})
            vertices.emplace_back(r * std::cos(angle), y, r * std::sin(angle));
        const Index low = 2 + 2 * i, next = 2 + 2 * ((i + 1) % outline);
        faces.insert(faces.end(), {{0, low, next}, {1, next + 1, low + 1}});
        faces.insert(faces.end(), {{low, low + 1, next + 1}, {low, next + 1, next}});
    }
    return *Mesh::create(std::move(vertices), std::move(faces));
}

/// Strips side by side in a plane whose faces all overlap.
SharedMesh layeredStrips(Index count, Real height) {
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
    for (Index i = 0; i < count; ++i) {
        const Real y = 1e-3 * i;
        vertices.insert(vertices.end(), {{-1, y, height}, {1, y, height}, {0, y + 0.5, height}});
        faces.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
    return *Mesh::create(std::move(vertices), std::move(faces));
}

/// Never stops early, or counts the pairs that are held at once, and all that it returns.
class WatchedPairs final : public NarrowPhase {
public:
    explicit WatchedPairs(bool mayStop) : mayStop_(mayStop) {}
    std::shared_ptr<const CollisionModel> build(std::shared_ptr<const Mesh> mesh) const override {
        return inner_.build(std::move(mesh));
    }
    void findFacePairs(const MeshInstance& a, const MeshInstance& b, Real queryDistance, PairMemory& memory,
                       FacePairs& out) const override {
        inner_.findFacePairs(a, b, queryDistance, memory, out);
        mostHeld = std::max(mostHeld, out.size());
        returned += out.size();
    }
    bool findFacePairsUpTo(std::size_t maximum, const MeshInstance& a, const MeshInstance& b,
                           Real queryDistance, PairMemory& memory, FacePairs& out) const override {
        if (mayStop_) {
            const bool isAll = inner_.findFacePairsUpTo(maximum, a, b, queryDistance, memory, out);
            mostHeld = std::max(mostHeld, out.size());
            returned += out.size();
            return isAll;
        }
        findFacePairs(a, b, queryDistance, memory, out);
        return maximum > 0 || out.empty();
    }
    mutable std::size_t mostHeld = 0, returned = 0;

private:
    WideTree inner_;
    bool mayStop_;
};

class MeshContact : public testing::TestWithParam<Real> {};

TEST_P(MeshContact, IsNeverLaterThanTheFirstSampleThatCrosses) {
    const WideTree wideTree;
    const Body ring(wideTree, torusMesh(0.5, 0.15, 10, 6)), knot(wideTree, test::knotMesh(24, 4, 0.1));
    Random random(51);
    HitRate hits;
    for (int i = 0; i < 60; ++i) {
        const SweptMesh a = ring.moving(test::passingMotion(random, 2.5, 2, GetParam()));
        const SweptMesh b = knot.moving(test::passingMotion(random, 0.8, 0.5, GetParam()));
        const auto found = contactFoundBy(wideTree, a, b);
        constexpr int kSamples = 100;
        for (int s = 0; s <= kSamples; ++s) {
            if (!crossAt(a, b, Real(s) / kSamples)) continue;
            ASSERT_TRUE(found);
            EXPECT_LE(found->time, Real(s) / kSamples);
            break;
        }
        if (found && found->time > 0) {
            EXPECT_LT(distanceAt(a, b, found->time), 1e-5);
            EXPECT_LT(distanceOf(a, found->faces.faceA, found->time, found->onA), 1e-9);
            EXPECT_LT(distanceOf(b, found->faces.faceB, found->time, found->onB), 1e-9);
        }
        hits.count(found.has_value());
    }
    EXPECT_TRUE(hits.isBetween(0.3, 0.95)) << hits.value();
}

INSTANTIATE_TEST_SUITE_P(Turns, MeshContact, testing::Values(0, 0.8, 3.0));

void expectSame(const std::optional<SweptContact>& one, const std::optional<SweptContact>& other) {
    ASSERT_EQ(one.has_value(), other.has_value());
    if (!one) return;
    EXPECT_EQ(one->time, other->time);
    EXPECT_EQ(one->faces, other->faces);
    EXPECT_EQ(one->normal, other->normal);
}

TEST(MeshContact, IsTheSameForEveryNarrowPhase) {
    const WideTree wideTree;
    const SharedMesh ring = torusMesh(0.5, 0.15, 12, 6), knot = test::knotMesh(30, 5, 0.1);
    const Body ringA(kBruteForce, ring), knotA(kBruteForce, knot), ringB(wideTree, ring),
        knotB(wideTree, knot);
    Random random(52);
    for (int i = 0; i < 30; ++i) {
        const RigidMotion motionA = test::passingMotion(random, 2, 1, 0.8),
                          motionB = test::passingMotion(random, 0.8, 0.5, 0.8);
        expectSame(contactFoundBy(kBruteForce, ringA.moving(motionA), knotA.moving(motionB)),
                   contactFoundBy(wideTree, ringB.moving(motionA), knotB.moving(motionB)));
    }
}

TEST(MeshContact, DoesNotDependOnFacesKnownToBeNear) {
    const WideTree wideTree;
    const Body ring(wideTree, torusMesh(0.5, 0.15, 12, 6)), knot(wideTree, test::knotMesh(30, 5, 0.1));
    Random random(53);
    HitRate hits;
    for (int i = 0; i < 60; ++i) {
        const SweptMesh a = ring.moving(test::passingMotion(random, 2.5, 2, 0.8)),
                        b = knot.moving(test::passingMotion(random, 0.8, 0.5, 0.8));
        const auto unknown = contactFoundBy(wideTree, a, b, {.startsNear = false});
        expectSame(unknown, contactFoundBy(wideTree, a, b, {.startsNear = true}));
        hits.count(unknown.has_value());
    }
    EXPECT_TRUE(hits.isBetween(0.3, 0.7)) << hits.value();
}

TEST(MeshContact, OfNeedlesIsTheSameWithFewPairsHeldAtATime) {
    const WatchedPairs all(false), few(true);
    const Body plateOfAll(all, needlePlate(300, 0.5, 0.04)), plateOfFew(few, needlePlate(300, 0.5, 0.04));
    Random random(57);
    HitRate hits;
    for (int i = 0; i < 12; ++i) {
        const RigidMotion motionA = test::passingMotion(random, 1.2, 0.8, 0.4),
                          motionB = test::passingMotion(random, 0.4, 0.1, 0.4);
        const auto found = contactFoundBy(few, plateOfFew.moving(motionA), plateOfFew.moving(motionB));
        expectSame(contactFoundBy(all, plateOfAll.moving(motionA), plateOfAll.moving(motionB)), found);
        hits.count(found.has_value());
    }
    EXPECT_TRUE(hits.isBetween(0.3, 0.95)) << hits.value();
    EXPECT_LE(few.mostHeld, 1024u);
    EXPECT_GT(all.mostHeld, 20u * 1024u);
}

TEST(MeshContact, FacesThatAreAllNearAllTheTimeAreNotListedInEachShortestInterval) {
    const WatchedPairs watched(true);
    const Body a(watched, layeredStrips(40, 0)), b(watched, layeredStrips(40, 1e-6));
    RigidMotion motion = standing({});
    motion.translation = Vec3(0.1, 0, 0);
    EXPECT_EQ(contactFoundBy(watched, a.moving(motion), b.moving(standing({}))), std::nullopt);
    EXPECT_GT(watched.returned, 40u * 40u);
    EXPECT_LT(watched.returned, 100u * 40u * 40u);  // 2,048 times if it learned nothing
}

TEST(MeshContact, ASearchAmongFacesThatAreAllNearAllTheTimeEnds) {
    const WatchedPairs watched(true);
    const Body a(watched, layeredStrips(150, 0)), b(watched, layeredStrips(150, 1e-6));
    RigidMotion motion = standing({});
    motion.translation = Vec3(100, 0, 0);
    PairMemory memory;
    SweptBudget budget;
    SweptSettings settings;
    settings.budget = &budget;
    const auto found = firstContact(watched, a.moving(motion), b.moving(standing({})), settings, memory);
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->isCoarse);
    EXPECT_LT(found->time, 0.5);
    EXPECT_EQ(memory.counters.coarseSweeps, 1u);
    EXPECT_LT(watched.returned, 2 * SweptBudget::kOfAPair);
}

TEST(MeshContact, AtItsLimitOfWorkIsEarlyNeverLate) {
    const WideTree wideTree;
    const Body ring(wideTree, torusMesh(0.5, 0.15, 12, 6)), knot(wideTree, test::knotMesh(30, 5, 0.1));
    Random random(58);
    HitRate coarse;
    for (int i = 0; i < 60; ++i) {
        const SweptMesh a = ring.moving(test::passingMotion(random, 2.5, 2, 0.8)),
                        b = knot.moving(test::passingMotion(random, 0.8, 0.5, 0.8));
        const auto truth = contactFoundBy(wideTree, a, b);
        SweptBudget budget{static_cast<std::uint64_t>(std::exp2(uniform(random, 7, 14)))};
        SweptSettings settings;
        settings.budget = &budget;
        const auto found = contactFoundBy(wideTree, a, b, settings);
        coarse.count(found && found->isCoarse);
        if (!found || !found->isCoarse) {
            expectSame(found, truth);
        } else if (truth) {
            EXPECT_LE(found->time, truth->time);
        }
    }
    EXPECT_TRUE(coarse.isBetween(0.3, 0.7)) << coarse.value();
}

TEST(MeshContact, AShardIsStoppedByAThinWall) {
    // 200 m/s for a sixtieth of a second, 47 rad/s; the wall is one millimetre thick.
    const WideTree wideTree;
    const Body shard(wideTree, test::gridBoxMesh(Vec3(0.1, 0.002, 0.06))),
        wall(wideTree, test::gridBoxMesh(Vec3(2, 2, 0.001)));
    Random random(53);
    for (int i = 0; i < 200; ++i) {
        const Pose begin{randomRotation(random),
                         Vec3(uniform(random, -0.5, 0.5), uniform(random, -0.5, 0.5), 1)};
        RigidMotion motion = standing(begin);
        motion.translation = Vec3(0, 0, -200 / 60.0);
        motion.axis = randomPoint(random).normalized();
        motion.angle = 47 / 60.0;
        const SweptMesh a = shard.moving(motion), b = wall.moving(standing({}));
        const auto found = contactFoundBy(wideTree, a, b);
        ASSERT_TRUE(found);
        const Real height = transformPoint(poseAt(motion, found->time), Vec3(0, 0, 0)).z();
        EXPECT_GT(height, 0);
        EXPECT_LT(height, 0.07);
        EXPECT_LT(distanceAt(a, b, found->time), 1e-5);
        EXPECT_NEAR(found->normal.z(), 1, 1e-3);
    }
}

TEST(MeshContact, KeepsTheGap) {
    const Body sphere(kBruteForce, test::sphereMesh(12, 8, 0.5)),
        box(kBruteForce, test::gridBoxMesh(Vec3(1, 1, 1)));
    RigidMotion motion = standing({Matrix3::Identity(), Vec3(0, 0, 3)});
    motion.translation = Vec3(0, 0, -4);
    const auto found =
        contactFoundBy(kBruteForce, sphere.moving(motion), box.moving(standing({})), {.gap = 0.1});
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->time, (3 - 1.1) / 4, 1e-6);
    EXPECT_LE(found->time, (3 - 1.1) / 4);
    EXPECT_NEAR((found->onA - found->onB).norm(), 0.1, 1e-5);
    EXPECT_EQ(contactFoundBy(kBruteForce, sphere.moving(motion), box.moving(standing({})),
                             {.gap = 0.1, .end = 0.4}),
              std::nullopt);
}

TEST(MeshContact, CrossingFromTheStartIsTimeZero) {
    const Body box(kBruteForce, test::gridBoxMesh(Vec3(1, 1, 1)));
    const auto found = contactFoundBy(kBruteForce, box.moving(standing({})),
                                      box.moving(standing({Matrix3::Identity(), Vec3(0.9, 0.2, 0.3)})));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->time, 0);
}

}  // namespace
}  // namespace ricochet
