// MkTreeBroadphase beside btDbvtBroadphase, btSimpleBroadphase and brute force.

#include "tests/plugin/two_broadphases.h"
#include "tests/support/build_kind.h"

#include <btBulletDynamicsCommon.h>

#include <cmath>
#include <memory>
#include <string>

namespace ricochet {
namespace {

using test::BoxNames;
using test::Pairs;
using test::RayNames;
using test::TwoBroadphases;

struct PhaseCase {
    std::string name;
    std::function<std::unique_ptr<btOverlappingPairCache>()> makeCache;
    MkTreeBroadphaseSettings settings = {};
};

std::vector<PhaseCase> phaseCases() {
    const auto own = [] { return std::unique_ptr<btOverlappingPairCache>(); };
    const auto hashed = [] { return std::make_unique<btHashedOverlappingPairCache>(); };
    const auto sorted = [] { return std::make_unique<btSortedOverlappingPairCache>(); };
    return {{"Own", own},
            {"OwnPaperRule", own, {MkTreeRule::leastOverlap, 2, {}}},
            {"OwnLists", own, {MkTreeRule::surfaceArea, 8, {Sweep::incremental, 1}}},
            {"Hashed", hashed},
            {"SortedWithDeferredRemoval", sorted}};
}

class MkTreePhase : public testing::TestWithParam<PhaseCase> {
protected:
    std::unique_ptr<btOverlappingPairCache> cache = GetParam().makeCache();
    MkTreeBroadphase ours{cache.get(), GetParam().settings};
    btDbvtBroadphase trees;
    btSimpleBroadphase simple{1000};
};

INSTANTIATE_TEST_SUITE_P(MkTree, MkTreePhase, testing::ValuesIn(phaseCases()),
                         [](const auto& test) { return test.param.name; });

constexpr int kStatic = btBroadphaseProxy::StaticFilter;

/// The stock trees keep pairs for a while after their boxes have parted.
Pairs overlapping(const Pairs& pairs, TwoBroadphases& both) {
    Pairs rest;
    for (const auto& [a, b] : pairs) {
        const TwoBroadphases::Body &boxA = both.body(a), &boxB = both.body(b);
        if (TestAabbAgainstAabb2(boxA.min, boxA.max, boxB.min, boxB.max)) rest.insert({a, b});
    }
    return rest;
}

/// A third of the random proxies have the static group; some of these move, and become moving ones.
TEST_P(MkTreePhase, PairsAreThoseOfTheTreesInAChurn) {
    TwoBroadphases both(ours, trees, /*seed*/ 14);
    const int bodies = 120, steps = test::kIsSlowBuild ? 100 : 300;
    for (int i = 0; i < bodies; ++i) both.addRandom();
    std::size_t pairCount = 0, ofStatic = 0, steady = 0;
    for (int step = 0; step < steps; ++step) {
        const int moving = step % 7 == 0 ? bodies : bodies / 20;
        for (int i = 0; i < moving; ++i) both.move(both.randomName(), btScalar(0.2));
        both.teleport(both.randomName());
        both.remove(both.randomName());
        both.addRandom();
        both.step();
        const Pairs pairs = both.pairsOf(0);
        ASSERT_EQ(pairs, both.truth()) << "step " << step;
        ASSERT_EQ(pairs, overlapping(both.pairsOf(1), both)) << "step " << step;
        pairCount += pairs.size();
        for (const auto& [a, b] : pairs) {
            const int groups = both.body(a).proxies[0]->m_collisionFilterGroup |
                               both.body(b).proxies[0]->m_collisionFilterGroup;
            ofStatic += (groups & kStatic) != 0;
        }
        steady += pairs.empty();
    }
    EXPECT_EQ(steady, 0u);
    EXPECT_GT(ofStatic, 3 * pairCount / 10);
    EXPECT_LT(ofStatic, 9 * pairCount / 10);
}

TEST_P(MkTreePhase, AChangedFilterCountsAfterRefilter) {
    TwoBroadphases both(ours, simple, /*seed*/ 1);
    const btVector3 zero(0, 0, 0), one(1, 1, 1);
    const int a = both.add(zero, one, kStatic), b = both.add(zero, one), c = both.add(zero, one, kStatic);
    both.step();
    EXPECT_EQ(both.pairsOf(0), (Pairs{{a, b}, {a, c}, {b, c}}));
    btBroadphaseProxy* const proxy = both.body(a).proxies[0];
    for (const int mask : {0, -1}) {
        proxy->m_collisionFilterMask = mask;
        ours.refilter(proxy, &both.dispatcher);
        ours.calculateOverlappingPairs(&both.dispatcher);
        EXPECT_EQ(both.pairsOf(0), mask == 0 ? (Pairs{{b, c}}) : (Pairs{{a, b}, {a, c}, {b, c}}));
    }
}

TEST_P(MkTreePhase, QueriesAreThoseOfTheSimpleBroadphase) {
    TwoBroadphases both(ours, simple, /*seed*/ 5);
    for (int i = 0; i < 300; ++i) both.addRandom();
    std::size_t inBoxes = 0, onRays = 0;
    for (int step = 0; step < 20; ++step) {
        if (step % 2 == 0) both.step();
        for (int i = 0; i < 10; ++i) both.move(both.randomName(), 1);
        for (int i = 0; i < 20; ++i) {
            btVector3 min, max, from, to;
            both.randomBox(min, max);
            BoxNames inOurs, inSimple;
            ours.aabbTest(min, max, inOurs);
            simple.aabbTest(min, max, inSimple);
            ASSERT_EQ(inOurs.names, inSimple.names);
            both.randomBox(from, to);
            both.randomBox(to, max);
            RayNames hits;
            ours.rayTest(from, to, hits);
            for (const auto& [name, body] : both.bodies()) {  // boxes that contain an end of the ray
                const bool isIn = TestAabbAgainstAabb2(from, from, body.min, body.max) ||
                                  TestAabbAgainstAabb2(to, to, body.min, body.max);
                EXPECT_LE(isIn, hits.names.count(name) > 0);
            }
            inBoxes += inOurs.names.size();
            onRays += hits.names.size();
        }
    }
    EXPECT_GT(inBoxes, 100u);
    EXPECT_GT(onRays, 100u);
}

TEST_P(MkTreePhase, BoundsBatchesAndResetAreThoseOfTheSweep) {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher(&configuration);
    const btVector3 zero(0, 0, 0), one(1, 1, 1);
    const ProxyData data[] = {{zero, one, BOX_SHAPE_PROXYTYPE, nullptr, kStatic, -1},
                              {zero, one, BOX_SHAPE_PROXYTYPE, nullptr, 1, -1},
                              {one, one + one, BOX_SHAPE_PROXYTYPE, nullptr, kStatic, -1}};
    for (int round = 0; round < 2; ++round) {
        btBroadphaseProxy* proxies[3];
        ours.addBatch(data, 3, proxies, &dispatcher);
        EXPECT_EQ(proxies[0]->m_uniqueId, 1);
        ours.calculateOverlappingPairs(&dispatcher);
        EXPECT_EQ(ours.getOverlappingPairCache()->getNumOverlappingPairs(), 3);
        btVector3 min, max;
        ours.getBroadphaseAabb(min, max);
        EXPECT_EQ(min, zero);
        EXPECT_EQ(max, one + one);
        ours.removeBatch(proxies, 3, &dispatcher);
        EXPECT_EQ(ours.getOverlappingPairCache()->getNumOverlappingPairs(), 0);
        ours.resetPool(&dispatcher);
    }
}

TEST(MkTreeBroadphase, PairsRemovedByOthersAreFoundAgain) {
    MkTreeBroadphase ours;
    btSimpleBroadphase simple(10);
    TwoBroadphases both(ours, simple, 9);
    const int a = both.add(btVector3(0, 0, 0), btVector3(1, 1, 1), kStatic);
    both.add(btVector3(0, 0, 0), btVector3(1, 1, 1));
    both.step();
    ours.getOverlappingPairCache()->removeOverlappingPairsContainingProxy(both.body(a).proxies[0],
                                                                          &both.dispatcher);
    EXPECT_TRUE(both.pairsOf(0).empty());
    both.step();
    EXPECT_EQ(both.pairsOf(0), both.pairsOf(1));
}

/// Boxes fall on tiles, beside a platform that goes up and down.
class Yard {
public:
    explicit Yard(btBroadphaseInterface& phase) : world_(&dispatcher_, &phase, &solver_, &configuration_) {
        world_.setGravity(btVector3(0, -10, 0));
        world_.getDispatchInfo().m_deterministicOverlappingPairs = true;
        for (int i = 0; i < 400; ++i) {
            add(tile_, 0, btVector3(btScalar(i % 20), btScalar(-0.5), btScalar(i / 20)));
        }
        platform_ = &add(tile_, 0, btVector3(8, 1, 8));
        platform_->setCollisionFlags(btCollisionObject::CF_KINEMATIC_OBJECT);
        platform_->setActivationState(DISABLE_DEACTIVATION);
        for (int i = 0; i < 60; ++i) {
            add(box_, 1,
                btVector3(5 + btScalar(0.7) * btScalar(i % 8), 2 + btScalar(i / 8), 5 + btScalar(i % 7)));
        }
    }
    ~Yard() {
        for (const auto& body : bodies_) world_.removeRigidBody(body.get());
    }
    void step() {
        const btScalar height = 1 + btScalar(0.5) * std::sin(btScalar(0.05) * btScalar(++steps_));
        platform_->setWorldTransform(btTransform(btQuaternion::getIdentity(), btVector3(8, height, 8)));
        world_.stepSimulation(btScalar(1) / 60, 0);
    }
    std::vector<btVector3> centres() const {
        std::vector<btVector3> all;
        for (const auto& body : bodies_) all.push_back(body->getWorldTransform().getOrigin());
        return all;
    }
    btDiscreteDynamicsWorld& world() { return world_; }
    btRigidBody& platform() { return *platform_; }

private:
    btRigidBody& add(btCollisionShape& shape, btScalar mass, const btVector3& at) {
        btVector3 inertia(0, 0, 0);
        if (mass > 0) shape.calculateLocalInertia(mass, inertia);
        bodies_.push_back(std::make_unique<btRigidBody>(mass, nullptr, &shape, inertia));
        bodies_.back()->setWorldTransform(btTransform(btQuaternion::getIdentity(), at));
        world_.addRigidBody(bodies_.back().get());
        return *bodies_.back();
    }

    btBoxShape tile_{btVector3(btScalar(0.5), btScalar(0.5), btScalar(0.5))};
    btBoxShape box_{btVector3(btScalar(0.3), btScalar(0.3), btScalar(0.3))};
    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_{&configuration_};
    btSequentialImpulseConstraintSolver solver_;
    btDiscreteDynamicsWorld world_;
    std::vector<std::unique_ptr<btRigidBody>> bodies_;
    btRigidBody* platform_ = nullptr;
    int steps_ = 0;
};

TEST(MkTreeBroadphase, AYardEndsAsWithTheTreesBitForBit) {
    btDbvtBroadphase trees;
    MkTreeBroadphase ours;
    Yard a(trees), b(ours);
    for (int i = 0; i < 120; ++i) {
        a.step();
        b.step();
        ASSERT_EQ(a.centres(), b.centres()) << "step " << i;
    }
    EXPECT_GT(b.world().getDispatcher()->getNumManifolds(), 60);
    for (const btVector3& centre : b.centres()) EXPECT_GT(centre.y(), btScalar(-0.6));
}

/// While the platform passes from the tree to the sweep, its pairs keep their algorithms and contacts.
TEST(MkTreeBroadphase, APlatformKeepsItsPairsWhenItBecomesAMovingOne) {
    MkTreeBroadphase ours;
    Yard yard(ours);
    const auto algorithmsOfPlatform = [&] {
        std::set<std::pair<const btBroadphaseProxy*, const btCollisionAlgorithm*>> all;
        const btBroadphasePairArray& pairs = ours.getOverlappingPairCache()->getOverlappingPairArray();
        const btBroadphaseProxy* const platform = yard.platform().getBroadphaseHandle();
        for (int i = 0; i < pairs.size(); ++i) {
            if (pairs[i].m_pProxy0 == platform) all.insert({pairs[i].m_pProxy1, pairs[i].m_algorithm});
            if (pairs[i].m_pProxy1 == platform) all.insert({pairs[i].m_pProxy0, pairs[i].m_algorithm});
        }
        return all;
    };
    for (int i = 0; i < 300; ++i) yard.world().stepSimulation(btScalar(1) / 60, 0);  // it has not moved yet
    const auto before = algorithmsOfPlatform();
    ASSERT_GT(before.size(), 0u);
    for (int i = 0; i < 8; ++i) {
        const btVector3 up(0, btScalar(0.001) * btScalar(i), 0);
        yard.platform().setWorldTransform(btTransform(btQuaternion::getIdentity(), btVector3(8, 1, 8) + up));
        yard.world().stepSimulation(btScalar(1) / 60, 0);
        EXPECT_EQ(algorithmsOfPlatform(), before) << i;
    }
}

TEST(MkTreeBroadphase, AWorldMayMigrateToItAndBack) {
    btDbvtBroadphase trees, again, others;
    MkTreeBroadphase ours;
    Yard yard(trees), unmoved(others);
    for (int i = 0; i < 90; ++i) {
        if (i == 30) migrate(yard.world(), ours);
        if (i == 60) migrate(yard.world(), again);
        yard.step();
        unmoved.step();
        ASSERT_EQ(yard.centres(), unmoved.centres()) << "step " << i;
    }
}

}  // namespace
}  // namespace ricochet
