// Fast and deep bodies of fine triangles: above a budget of face pairs their contacts are coarser, but the
// first impact is still found.

#include "algorithms/contact/counted_pairs.h"
#include "algorithms/contact/speculative_margin.h"
#include "algorithms/contact/tolerances.h"
#include "tests/contact/contact_scene.h"
#include "tests/support/build_kind.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

namespace ricochet {
namespace {

using namespace test;

constexpr Real kRadius = 0.3;  // metres
constexpr Real kLean = 0.05;   // radians: a face, and no vertex, is lowest
constexpr Index kTight = 50;   // close face pairs: fewer than these spheres have in any step

/// A fine sphere that falls onto another one from a distance of `gap`.
ContactScene fallingSphere(Real gap, Real speed, Index meridians = 64) {
    const auto sphere = sphereMesh(meridians, meridians / 2, kRadius);
    ContactScene scene(sphere, at(0, 2 * kRadius + gap, 0), sphere, Pose{});
    scene.input.a.motion.centre = {0, 2 * kRadius + gap, 0};
    scene.input.a.motion.linearVelocity = {0, -speed, 0};
    return scene;
}

PersistentContacts contactsInBudget(const ContactScene& scene, Index budget) {
    ContactSettings settings;
    settings.pairBudget = budget;
    return scene.contacts(BoxPairs(), settings);
}

Real leastDistance(const PersistentContacts& memory) {
    Real minimum = std::numeric_limits<Real>::infinity();
    for (const ContactPoint& point : memory.points) minimum = std::min(minimum, point.distance);
    return minimum;
}

TEST(PairBudget, PairsWithinTheBudgetHaveTheSameContactsAsWithoutOne) {
    const ContactScene scene = fallingSphere(0.03, 5);
    const PersistentContacts free = scene.contacts(BoxPairs());
    const PersistentContacts bound = contactsInBudget(scene, static_cast<Index>(free.facePairs.size()));
    EXPECT_FALSE(free.points.empty());
    EXPECT_FALSE(bound.isOverBudget);
    expectSame(free, bound);
}

TEST(PairBudget, FastBodiesSearchFewerFacesAndStillFindTheFirstImpact) {
    for (const Real gap : {0.005, 0.02, 0.03}) {
        const ContactScene scene = fallingSphere(gap, 6);
        const PersistentContacts free = scene.contacts(BoxPairs()), bound = contactsInBudget(scene, kTight);
        EXPECT_TRUE(bound.isOverBudget) << gap;
        EXPECT_LT(bound.facePairs.size(), 0.6 * static_cast<Real>(free.facePairs.size())) << gap;
        ASSERT_FALSE(bound.points.empty()) << gap;
        EXPECT_NEAR(leastDistance(bound), leastDistance(free), 1e-9) << gap;
    }
}

TEST(PairBudget, LateralFacesOfDeepBodiesAreSkipped) {
    const ContactScene scene = fallingSphere(-0.01, 0);
    const DepthBound known{0.01, scene.input.a.pose};
    const SpeculativeMargin whole = speculativeMargin(scene.input, {}, known);
    const auto coarse = coarseMargin(scene.input, {}, known, whole);
    ASSERT_TRUE(coarse);
    EXPECT_LT(coarse->queryDistance, whole.queryDistance);
    EXPECT_GE(coarse->queryDistance, whole.featureDepth);
    EXPECT_EQ(coarse->extensionAt(-known.deepest), whole.extension);
}

TEST(PairBudget, RestingBodiesHaveNoCoarserContacts) {
    ContactScene scene = fallingSphere(0.0001, 0);
    scene.input.a.pose = turned(kLean, Vec3::UnitX(), Vec3(0, 2 * kRadius - 0.002, 0));
    const DepthBound known{0, scene.input.a.pose};
    const SpeculativeMargin whole = speculativeMargin(scene.input, {}, known);
    EXPECT_FALSE(coarseMargin(scene.input, {}, known, whole));
    const PersistentContacts free = scene.contacts(BoxPairs()), bound = contactsInBudget(scene, 1);
    EXPECT_FALSE(free.points.empty());
    EXPECT_FALSE(bound.isOverBudget);
    expectSame(free, bound);
}

TEST(PairBudget, AboveTheBudgetContactsDoNotDependOnTheSuperset) {
    ContactSettings settings;
    settings.pairBudget = 20;
    for (const Real speed : {5.0, 8.0}) {
        const ContactScene scene = fallingSphere(0.02, speed, 32);
        PersistentContacts exact, superset;
        PairMemory ofExact, ofSuperset;
        for (int step = 0; step < 2; ++step) {
            findContacts(ClosePairs(), scene.input, settings, ofExact, exact);
            findContacts(BoxPairs(), scene.input, settings, ofSuperset, superset);
            EXPECT_LT(exact.facePairs.size(), superset.facePairs.size());
            EXPECT_TRUE(exact.isOverBudget) << speed;
            EXPECT_EQ(exact.isOverBudget, superset.isOverBudget) << speed;
            expectSame(exact, superset);
        }
    }
}

/// The budget lies between the number of close pairs and that of returned pairs.
TEST(PairBudget, PairsBeyondTheQueryDistanceAreNotCounted) {
    const ContactScene scene = fallingSphere(0.03, 5, 32);
    ContactSettings settings;
    settings.pairBudget = static_cast<Index>(scene.contacts(ClosePairs()).facePairs.size());
    ASSERT_GT(scene.contacts(BoxPairs()).facePairs.size(), settings.pairBudget);
    EXPECT_FALSE(scene.contacts(BoxPairs(), settings).isOverBudget);
    settings.pairBudget /= 10;
    EXPECT_TRUE(scene.contacts(ClosePairs(), settings).isOverBudget);
    EXPECT_TRUE(scene.contacts(BoxPairs(), settings).isOverBudget);
}

/// Face pairs that a search finds, and how many of them count against the budget.
struct Found {
    std::size_t pairs;
    Real counted;
};
Found foundBy(const ProximitySearch& search, const PairInput& input) {
    const MeshInstance a{input.a.model, displaced(input.a.pose, search.a)},
        b{input.b.model, displaced(input.b.pose, search.b)};
    PairMemory memory;
    FacePairs pairs;
    ClosePairs().findFacePairs(a, b, search.queryDistance, memory, pairs);
    const auto counted = std::ranges::count_if(pairs, [&](const FacePair& pair) {
        return (a.triangle(pair.faceA)[0] - b.triangle(pair.faceB)[0]).norm() <= search.queryDistance;
    });
    return {pairs.size(), static_cast<Real>(counted)};
}

TEST(PairBudget, CoarseSearchesEndOnceTheirShareOfTheBudgetIsSpent) {
    const ContactScene scene = fallingSphere(0.03, 10);
    const SpeculativeMargin whole = speculativeMargin(scene.input, {});
    ContactSettings settings;
    settings.pairBudget = static_cast<Index>(foundBy(whole.searches.front(), scene.input).counted) - 1;
    const auto coarse = coarseMargin(scene.input, settings, {}, whole);
    ASSERT_TRUE(coarse);
    std::size_t pairs = 0, done = 0;
    for (Real counted = 0; done < coarse->searches.size(); ++done) {
        if (done > 0 && counted > kTolerances.coarseBudget * settings.pairBudget) break;
        const Found found = foundBy(coarse->searches[done], scene.input);
        pairs += found.pairs, counted += found.counted;
    }
    EXPECT_LT(done, coarse->searches.size());
    EXPECT_EQ(scene.contacts(ClosePairs(), settings).facePairs.size(), pairs);
}

/// Records the query distances, and how many pairs it returned at most.
template <class Pairs>
class RecordingPairs final : public NarrowPhase {
public:
    std::shared_ptr<const CollisionModel> build(std::shared_ptr<const Mesh> mesh) const override {
        return pairs_.build(std::move(mesh));
    }
    void findFacePairs(const MeshInstance& a, const MeshInstance& b, Real queryDistance, PairMemory& memory,
                       FacePairs& out) const override {
        pairs_.findFacePairs(a, b, queryDistance, memory, out);
        record(queryDistance, out);
    }
    bool findFacePairsUpTo(std::size_t maximum, const MeshInstance& a, const MeshInstance& b,
                           Real queryDistance, PairMemory& memory, FacePairs& out) const override {
        const bool isAll = pairs_.findFacePairsUpTo(maximum, a, b, queryDistance, memory, out);
        record(queryDistance, out);
        return isAll;
    }
    mutable std::vector<Real> queryDistances;
    mutable std::size_t most = 0;

private:
    void record(Real queryDistance, const FacePairs& out) const {
        queryDistances.push_back(queryDistance);
        most = std::max(most, out.size());
    }
    Pairs pairs_;
};

/// Spheres that hardly moved in the last step, for which no coarser margin existed, and are fast now.
TEST(PairBudget, TheFullSearchIsSkippedIfTheLastStepsPairsExceedIt) {
    ContactScene slow = fallingSphere(0.001, 0), fast = fallingSphere(0.001, 6);
    slow.input.step.minimumQueryDistance = 0.04;
    const SpeculativeMargin whole = speculativeMargin(fast.input, {});
    ContactSettings settings;
    settings.pairBudget = kTight;
    PersistentContacts known, unknown;
    for (PersistentContacts* memory : {&known, &unknown}) {
        RecordingPairs<ClosePairs> narrowPhase;
        PairMemory pairMemory;
        findContacts(narrowPhase, slow.input, settings, pairMemory, *memory);
        EXPECT_FALSE(memory->isOverBudget);
        if (memory == &unknown) memory->clearFacePairs();
        narrowPhase.queryDistances.clear();
        findContacts(narrowPhase, fast.input, settings, pairMemory, *memory);
        EXPECT_TRUE(memory->isOverBudget);
        const auto searched =
            std::ranges::count(narrowPhase.queryDistances, whole.searches.front().queryDistance);
        EXPECT_EQ(searched, memory == &unknown);
    }
    EXPECT_FALSE(known.points.empty());
    expectSame(known, unknown);
}

TEST(PairBudget, TheNextStepHasTheSameBudget) {
    const ContactScene scene = fallingSphere(0.03, 6);
    ContactSettings settings;
    settings.pairBudget = kTight;
    const BoxPairs narrowPhase;
    PersistentContacts memory;
    PairMemory pairMemory;
    for (int step = 0; step < 2; ++step) {
        findContacts(narrowPhase, scene.input, settings, pairMemory, memory);
        EXPECT_TRUE(memory.isOverBudget) << step;
    }
    settings.pairBudget = 100'000'000;
    findContacts(narrowPhase, scene.input, settings, pairMemory, memory);
    EXPECT_FALSE(memory.isOverBudget);
    EXPECT_EQ(memory.facePairs.size(), scene.contacts(narrowPhase).facePairs.size());
}

/// A flat fan of needles about the origin, whose longest edges differ only by their directions.
std::shared_ptr<const Mesh> fanOfNeedles(int needles, Real thickness) {
    std::vector<Vec3> vertices = {Vec3(0, thickness, 0)};
    std::vector<Face> faces;
    for (int i = 0; i <= needles; ++i) {
        const Real angle = Real(i) / needles;
        vertices.emplace_back(std::cos(angle), 0, std::sin(angle));
        if (i == 0) continue;
        const auto last = static_cast<Index>(i + 1);
        faces.push_back({last, last - 1, 0});
    }
    return *Mesh::create(std::move(vertices), std::move(faces));
}

/// Two fans that cross at half their length: no corner of one is near one of the other.
ContactScene crossingFans(int needles, Real height) {
    const auto fan = fanOfNeedles(needles, 0.001);
    return {fan, turned(0.7, Vec3::UnitX(), Vec3(-0.3, height, 0)), fan, Pose{}};
}

TEST(PairBudget, NeedlesCountWhereTheirCornersAreFarApart) {
    const ContactScene scene = crossingFans(200, 0);
    PairMemory memory;
    const FacePairQuery query{
        {scene.modelA.get(), scene.input.a.pose}, {scene.modelB.get(), Pose{}}, 0.02, &memory};
    FacePairs pairs, all;
    ClosePairs().findFacePairs(query.a, query.b, query.queryDistance, memory, pairs);
    AllPairs(7).findFacePairs(query.a, query.b, query.queryDistance, memory, all);
    constexpr Index kNoLimit = kNone - 1;
    ASSERT_GT(pairs.size(), 500u);
    EXPECT_LT(countNear(pairs, query, kNoLimit), pairs.size() / 10);
    const Index needles = countNeedles(pairs, query, kNoLimit);
    EXPECT_NEAR(needles * kTolerances.needleShare, Real(pairs.size()), 0.3 * Real(pairs.size()));
    EXPECT_EQ(countNeedles(all, query, kNoLimit), needles);
    EXPECT_GT(countNeedles(all, query, 10), 10u);
    EXPECT_LT(countNeedles(all, query, 10), 20u);
}

/// A displacement of one or two parts has few later parts to leave out.
TEST(PairBudget, NeedlesCountIfTheyFlyFarInAStep) {
    ContactSettings settings;
    settings.pairBudget = 300;
    for (const Real speed : {9.5, 20.0}) {
        ContactScene scene = crossingFans(kIsSlowBuild ? 300 : 600, 0.02);
        scene.input.a.motion.linearVelocity = {0, -speed, 0};
        const SpeculativeMargin whole = speculativeMargin(scene.input, {});
        const bool isFar = whole.parts >= kTolerances.needleParts;
        EXPECT_EQ(isFar, speed > 10) << whole.parts;
        EXPECT_TRUE(coarseMargin(scene.input, settings, {}, whole));
        const PersistentContacts free = scene.contacts(BoxPairs()),
                                 bound = scene.contacts(BoxPairs(), settings);
        EXPECT_EQ(bound.isOverBudget, isFar);
        if (!isFar) expectSame(free, bound);
    }
}

/// Needles that all cross near their middles.
struct Needles {
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
};
Needles crossingNeedles(int needles) {
    Random random(3);
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
    for (int i = 0; i < needles; ++i) {
        const Vec3 along = randomPoint(random).normalized(), middle = 0.01 * randomPoint(random);
        const Vec3 aside = 0.01 * along.cross(randomPoint(random)).normalized();
        const auto first = static_cast<Index>(vertices.size());
        for (const Vec3& corner :
             {Vec3(middle - along - aside), Vec3(middle + along), Vec3(middle + along + aside)})
            vertices.push_back(corner);
        faces.push_back({first, first + 1, first + 2});
    }
    return {std::move(vertices), std::move(faces)};
}
std::shared_ptr<const Mesh> tangledNeedles(int needles) {
    Needles open = crossingNeedles(needles);
    return *Mesh::createTwoSided(std::move(open.vertices), std::move(open.faces));
}
ContactScene crowdedNeedles(int count = 500) {
    Needles oneSided = crossingNeedles(count);
    const std::shared_ptr<const Mesh> needles =
        *Mesh::create(std::move(oneSided.vertices), std::move(oneSided.faces));
    return {needles, turned(0.7, Vec3::UnitY(), Vec3(0.003, 0.002, 0.001)), needles, Pose{}};
}

/// In two steps there are contacts of no more face pairs than the budget, the same from two narrow phases.
void expectSampled(const ContactScene& scene, const ContactSettings& settings) {
    PersistentContacts exact, superset;
    PairMemory ofExact, ofSuperset;
    for (int step = 0; step < 2; ++step) {
        findContacts(ClosePairs(), scene.input, settings, ofExact, exact);
        findContacts(BoxPairs(), scene.input, settings, ofSuperset, superset);
        EXPECT_TRUE(exact.isOverBudget);
        EXPECT_LE(exact.facePairs.size(), settings.pairBudget);
        EXPECT_FALSE(exact.points.empty());
        expectSame(exact, superset);
    }
}

TEST(PairBudget, TangledOpenNeedlesHaveASampleOfTheirContacts) {
    const auto needles = tangledNeedles(60);
    const ContactScene scene(needles, turned(0.7, Vec3::UnitY(), Vec3(0.003, 0.002, 0.001)), needles, Pose{});
    ContactSettings settings;
    settings.pairBudget = 800;
    expectSampled(scene, settings);
    EXPECT_GT(scene.contacts(ClosePairs()).facePairs.size(), 10'000u);
}

TEST(PairBudget, CrowdedMeshesHaveASampleOfTheirContacts) {
    const ContactScene scene = crowdedNeedles();
    ContactSettings settings;
    settings.pairBudget = 300;
    expectSampled(scene, settings);
    FacePairs all;
    PairMemory memory;
    ClosePairs().findFacePairs(scene.input.a.instance(), scene.input.b.instance(), 0.001, memory, all);
    EXPECT_GT(all.size(), 80'000u);
}

/// Before, all of them were copied and classified before the budget counted them.
TEST(PairBudget, PairsOfCrowdedMeshesAreNotAllReturned) {
    const ContactScene scene = crowdedNeedles();
    ContactSettings settings;
    settings.pairBudget = 300;
    const RecordingPairs<ClosePairs> narrowPhase;
    const PersistentContacts bound = scene.contacts(narrowPhase, settings);
    EXPECT_TRUE(bound.isOverBudget);
    EXPECT_LT(narrowPhase.most, 10'000u) << "of 250,000";
}

TEST(PairBudget, FewOpenNeedlesHaveAllTheirContacts) {
    const auto needles = tangledNeedles(8);
    const ContactScene scene(needles, turned(0.7, Vec3::UnitY(), Vec3(0.003, 0.002, 0.001)), needles, Pose{});
    const PersistentContacts free = scene.contacts(ClosePairs()), bound = contactsInBudget(scene, 4096);
    EXPECT_FALSE(bound.isOverBudget);
    EXPECT_FALSE(free.points.empty());
    expectSame(free, bound);
}

/// A square in the x-y plane, two-sided, of two triangles in each of `cells` * `cells` cells.
std::shared_ptr<const Mesh> openSquare(Index cells, Real side) {
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
    for (Index i = 0; i <= cells; ++i) {
        for (Index j = 0; j <= cells; ++j)
            vertices.push_back(side * Vec3(Real(i) / cells - 0.5, Real(j) / cells - 0.5, 0));
    }
    for (Index i = 0; i < cells; ++i) {
        for (Index j = 0; j < cells; ++j) {
            const Index first = i * (cells + 1) + j, next = first + cells + 1;
            faces.push_back({first, next, next + 1});
            faces.push_back({first, next + 1, first + 1});
        }
    }
    return *Mesh::createTwoSided(std::move(vertices), std::move(faces));
}

/// A query of far surfaces finds all faces of both near one another, and a sample of them few that cross, too
/// steeply for features: it was without contacts.
TEST(PairBudget, SmallMeshesThatCrossHaveTheContactOfAllTheirFaces) {
    ContactScene scene(openSquare(22, 0.004), turned(0.3, Vec3::UnitX(), Vec3(0, 0.0195, 0.001)),
                       sphereMesh(12, 6, 0.02), Pose{});
    const PersistentContacts near = scene.contacts(ClosePairs());
    ASSERT_FALSE(near.points.empty());
    scene.input.step.minimumQueryDistance = 0.05;
    ContactSettings settings;
    settings.pairBudget = 4096;
    const PersistentContacts far = scene.contacts(ClosePairs(), settings);
    EXPECT_TRUE(far.isOverBudget);
    ASSERT_FALSE(far.points.empty());
    EXPECT_LT((deepestOf(far).normal - deepestOf(near).normal).norm(), 1e-9);
    EXPECT_NEAR(deepestOf(far).distance, deepestOf(near).distance, 1e-9);
    expectSame(far, scene.contacts(BoxPairs(), settings));
}

/// A search for the needles that cross takes as long as all their pairs, if their boxes overlap.
TEST(PairBudget, CrossingsAreSearchedOfUpToAMillionPairsOfFaces) {
    ContactSettings settings;
    settings.pairBudget = 300;
    for (const int count : {1023, 1025}) {
        const RecordingPairs<AllPairs> narrowPhase;
        EXPECT_TRUE(crowdedNeedles(count).contacts(narrowPhase, settings).isOverBudget);
        EXPECT_EQ(std::ranges::count(narrowPhase.queryDistances, 0), count == 1023);
    }
}

/// Large tetrahedra in one another.
std::shared_ptr<const Mesh> tangledTetrahedra(int tetrahedra) {
    Random random(5);
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
    for (int i = 0; i < tetrahedra; ++i) {
        const auto first = static_cast<Index>(vertices.size());
        for (int corner = 0; corner < 4; ++corner) vertices.push_back(randomPoint(random));
        for (const Face& face : {Face{0, 2, 1}, Face{0, 1, 3}, Face{0, 3, 2}, Face{1, 2, 3}})
            faces.push_back({first + face[0], first + face[1], first + face[2]});
    }
    return *Mesh::create(std::move(vertices), std::move(faces));
}

/// Features that cross are too deep for contacts, and the curves of a sample have gaps: there were none.
TEST(PairBudget, BodiesOfWhichTooManyFacesCrossHaveOneContactAsWholes) {
    const auto tetrahedra = tangledTetrahedra(250);
    const Vec3 apart(0.5, 0.3, 0.2);
    ContactScene scene(tetrahedra, turned(0.2, Vec3::UnitY(), apart), tetrahedra, Pose{});
    scene.input.step.timeStep = 0;  // a query: in a step they would be entangled
    ContactSettings settings;
    settings.pairBudget = 300;
    const PersistentContacts memory = scene.contacts(ClosePairs(), settings);
    EXPECT_TRUE(memory.isOverBudget);
    ASSERT_EQ(memory.points.size(), 1u);
    const ContactPoint& contact = memory.points[0];
    EXPECT_LT((contact.normal - Vec3(0.5, 0, 0.2).normalized()).norm(), 1e-12);  // no work against gravity
    EXPECT_LT((contact.onA - apart).norm(), 1e-12);
    EXPECT_LT(contact.distance, 0);
    expectSame(memory, scene.contacts(BoxPairs(), settings));
}

}  // namespace
}  // namespace ricochet
