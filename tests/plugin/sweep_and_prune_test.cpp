// SweepAndPruneBroadphase beside btSimpleBroadphase and brute force.

#include "tests/plugin/two_broadphases.h"
#include "tests/support/build_kind.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ricochet {
namespace {

using test::BoxNames;
using test::Pairs;
using test::RayNames;
using test::TwoBroadphases;

struct CacheCase {
    std::string name;
    std::function<std::unique_ptr<btOverlappingPairCache>()> make;
    Sweep sweep = Sweep::automatic;
};

std::vector<CacheCase> cacheCases() {
    const auto own = [] { return std::unique_ptr<btOverlappingPairCache>(); };
    return {{"Own", own},
            {"OwnFromScratch", own, Sweep::fromScratch},
            {"OwnIncremental", own, Sweep::incremental},
            {"Hashed", [] { return std::make_unique<btHashedOverlappingPairCache>(); }},
            {"SortedWithDeferredRemoval", [] { return std::make_unique<btSortedOverlappingPairCache>(); }}};
}

class Caches : public testing::TestWithParam<CacheCase> {
protected:
    std::unique_ptr<btOverlappingPairCache> cache = GetParam().make();
    SweepAndPruneBroadphase ours{cache.get(), {GetParam().sweep, 1}};
    btSimpleBroadphase simple{1000};
};

INSTANTIATE_TEST_SUITE_P(SweepAndPrune, Caches, testing::ValuesIn(cacheCases()),
                         [](const auto& test) { return test.param.name; });

TEST_P(Caches, PairsAreThoseOfTheSimpleBroadphaseInAChurn) {
    TwoBroadphases both(ours, simple, /*seed*/ 4);
    const int bodies = 120, steps = test::kIsSlowBuild ? 40 : 400;
    for (int i = 0; i < bodies; ++i) both.addRandom();
    std::size_t minimum = 1000000, maximum = 0;
    for (int step = 0; step < steps; ++step) {
        const int moving = step % 7 == 0 ? bodies : bodies / 20;
        for (int i = 0; i < moving; ++i) both.move(both.randomName(), btScalar(0.2));
        both.teleport(both.randomName());
        both.remove(both.randomName());
        both.addRandom();
        both.step(0);
        const Pairs pairs = both.pairsOf(0);
        ASSERT_EQ(pairs, both.truth()) << "step " << step;
        if (step % 20 == 0) {  // the simple one is slow
            both.step(1);
            ASSERT_EQ(pairs, both.pairsOf(1)) << "step " << step;
        }
        minimum = std::min(minimum, pairs.size());
        maximum = std::max(maximum, pairs.size());
    }
    EXPECT_GT(minimum, 0u);
    EXPECT_GT(maximum, minimum);
}

TEST_P(Caches, AChangedFilterCountsAfterRefilter) {
    TwoBroadphases both(ours, simple, /*seed*/ 1);
    const btVector3 zero(0, 0, 0), one(1, 1, 1);
    const int a = both.add(zero, one), b = both.add(zero, one), c = both.add(zero, one);
    both.step();
    EXPECT_EQ(both.pairsOf(0), (Pairs{{a, b}, {a, c}, {b, c}}));
    btBroadphaseProxy* const proxy = both.body(a).proxies[0];
    proxy->m_collisionFilterMask = 0;
    ours.refilter(proxy, &both.dispatcher);
    ours.calculateOverlappingPairs(&both.dispatcher);
    EXPECT_EQ(both.pairsOf(0), (Pairs{{b, c}}));
    proxy->m_collisionFilterMask = -1;
    ours.refilter(proxy, &both.dispatcher);
    ours.calculateOverlappingPairs(&both.dispatcher);
    EXPECT_EQ(both.pairsOf(0), (Pairs{{a, b}, {a, c}, {b, c}}));
}

TEST_P(Caches, AFilterCallbackDecides) {
    struct OnlyOddSums : btOverlapFilterCallback {
        bool needBroadphaseCollision(btBroadphaseProxy* a, btBroadphaseProxy* b) const override {
            return (TwoBroadphases::nameOf(a) + TwoBroadphases::nameOf(b)) % 2 == 1;
        }
    } filter;
    ours.getOverlappingPairCache()->setOverlapFilterCallback(&filter);
    TwoBroadphases both(ours, simple, /*seed*/ 1);
    for (int i = 0; i < 3; ++i) both.add(btVector3(0, 0, 0), btVector3(1, 1, 1));
    both.step();
    EXPECT_EQ(both.pairsOf(0), (Pairs{{1, 2}, {2, 3}}));
}

TEST_P(Caches, ABatchComesAndGoes) {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher(&configuration);
    const btVector3 zero(0, 0, 0), one(1, 1, 1);
    const ProxyData data[] = {{zero, one, BOX_SHAPE_PROXYTYPE, nullptr, 1, -1},
                              {zero, one, BOX_SHAPE_PROXYTYPE, nullptr, 1, -1},
                              {one, one + one, BOX_SHAPE_PROXYTYPE, nullptr, 1, -1}};
    btBroadphaseProxy* proxies[3];
    ours.addBatch(data, 3, proxies, &dispatcher);
    ours.calculateOverlappingPairs(&dispatcher);
    EXPECT_EQ(ours.getOverlappingPairCache()->getNumOverlappingPairs(), 3);
    ours.removeBatch(proxies, 2, &dispatcher);
    EXPECT_EQ(ours.getOverlappingPairCache()->getNumOverlappingPairs(), 0);
    ours.removeBatch(proxies + 2, 1, &dispatcher);
    ours.resetPool(&dispatcher);
    ours.addBatch(data, 1, proxies, &dispatcher);
    EXPECT_EQ(proxies[0]->m_uniqueId, 1);  // as new
    ours.removeBatch(proxies, 1, &dispatcher);
}

struct Single : testing::Test {
    SweepAndPruneBroadphase ours;
    btSimpleBroadphase simple{1000};
    TwoBroadphases both{ours, simple, /*seed*/ 9};
};

TEST_F(Single, BoxQueriesAreThoseOfTheSimpleBroadphase) {
    for (int i = 0; i < 300; ++i) both.addRandom();
    std::size_t found = 0;
    for (int step = 0; step < 20; ++step) {
        both.step();
        for (int i = 0; i < 10; ++i) both.move(both.randomName(), 1);
        for (int i = 0; i < 20; ++i) {
            btVector3 min, max;
            both.randomBox(min, max);
            BoxNames inOurs, inSimple;
            ours.aabbTest(min, max, inOurs);
            simple.aabbTest(min, max, inSimple);
            ASSERT_EQ(inOurs.names, inSimple.names);
            found += inOurs.names.size();
        }
    }
    EXPECT_GT(found, 100u);
}

TEST_F(Single, RaysMeetEveryBoxThatDbvtMeetsExactly) {
    // The test that btDbvt makes of each box, with the values that Bullet puts into a callback.
    for (int i = 0; i < 300; ++i) both.addRandom();
    both.step();
    std::size_t hits = 0;
    for (int i = 0; i < 300; ++i) {
        btVector3 from, to, unused;
        both.randomBox(from, unused);
        both.randomBox(to, unused);
        const btVector3 boxMin(btScalar(-0.2), -1, btScalar(-0.1)), boxMax(btScalar(0.4), 0, btScalar(0.3));
        RayNames found;
        ours.rayTest(from, to, found, boxMin, boxMax);
        const btVector3 direction = (to - from).normalized();
        const btVector3 inverse(1 / direction.x(), 1 / direction.y(), 1 / direction.z());
        const unsigned signs[3] = {inverse.x() < 0, inverse.y() < 0, inverse.z() < 0};
        for (const auto& [name, body] : both.bodies()) {
            const auto hitsGrownBy = [&, &box = body](btScalar by) {
                const btVector3 more(by, by, by);
                const btVector3 bounds[2] = {box.min - boxMax - more, box.max - boxMin + more};
                btScalar at = 0;
                return btRayAabb2(from, inverse, signs, bounds, at, 0, from.distance(to) + by);
            };
            if (hitsGrownBy(btScalar(-1e-4))) {
                EXPECT_TRUE(found.names.count(name));
            }
            if (!hitsGrownBy(btScalar(1e-4))) {
                EXPECT_FALSE(found.names.count(name));
            }
        }
        hits += found.names.size();
    }
    EXPECT_GT(hits, 300u);
}

TEST_F(Single, RaysMayBeCastInARaysCallback) {
    for (int i = 0; i < 100; ++i) both.addRandom();
    both.step();
    const btVector3 from(-1, 5, 5), to(20, 9, 9), size(3, 3, 3);
    RayNames truth;
    ours.rayTest(from, to, truth, -size, size);
    ASSERT_GT(truth.names.size(), 5u);
    RayNames outer;
    outer.then = [&] {
        RayNames inner;
        ours.rayTest(from, to, inner, -size, size);
        EXPECT_EQ(inner.names, truth.names);
    };
    ours.rayTest(from, to, outer, -size, size);
    EXPECT_EQ(outer.names, truth.names);
}

TEST_F(Single, OddBoxesOverlapAsInTheSimpleBroadphase) {
    const btScalar nan = std::numeric_limits<btScalar>::quiet_NaN(), large = BT_LARGE_FLOAT;
    const btScalar huge = btScalar(1e6), infinite = std::numeric_limits<btScalar>::infinity();
    const std::pair<btVector3, btVector3> boxes[] = {
        {btVector3(nan, 0, 0), btVector3(1, 1, 1)},
        {btVector3(0, 0, 0), btVector3(1, nan, 1)},
        {btVector3(-large, -large, -large), btVector3(large, large, large)},
        {btVector3(-huge, -1, -huge), btVector3(huge, 0, huge)},
        {btVector3(huge, huge, huge), 2 * btVector3(huge, huge, huge)},
        {btVector3(-infinite, 0, 0), btVector3(infinite, 1, 1)},
        {btVector3(3, 3, 3), btVector3(3, 3, 3)}};
    for (const auto& [min, max] : boxes) both.add(min, max);
    for (int i = 0; i < 50; ++i) both.add(btVector3(0, 0, 0), btVector3(1, 1, 1));
    for (int step = 0; step < 4; ++step) {
        both.step();
        EXPECT_EQ(both.pairsOf(0), both.pairsOf(1)) << "step " << step;
        for (int name = 1; name < 20; ++name)
            both.set(name, boxes[(name + step) % 7].first, boxes[(name + step) % 7].second);
    }
}

TEST_F(Single, TheWorldsBoundsAreThoseOfAllProxies) {
    btVector3 min, max;
    ours.getBroadphaseAabb(min, max);
    EXPECT_EQ(min, btVector3(0, 0, 0));
    both.add(btVector3(1, 2, 3), btVector3(4, 5, 6));
    const int gone = both.add(btVector3(-9, -9, -9), btVector3(9, 9, 9));
    both.add(btVector3(0, 3, 3), btVector3(4, 5, 8));
    const btScalar nan = std::numeric_limits<btScalar>::quiet_NaN();
    both.add(btVector3(nan, nan, nan), btVector3(nan, nan, nan));
    both.remove(gone);
    ours.getBroadphaseAabb(min, max);
    EXPECT_EQ(min, btVector3(0, 2, 3));
    EXPECT_EQ(max, btVector3(4, 5, 8));
}

TEST_F(Single, PairsRemovedByOthersAreFoundAgain) {
    const int a = both.add(btVector3(0, 0, 0), btVector3(1, 1, 1));
    both.add(btVector3(0, 0, 0), btVector3(1, 1, 1));
    both.step();
    ours.getOverlappingPairCache()->removeOverlappingPairsContainingProxy(both.body(a).proxies[0],
                                                                          &both.dispatcher);
    EXPECT_TRUE(both.pairsOf(0).empty());
    both.step();
    EXPECT_EQ(both.pairsOf(0), both.pairsOf(1));
    ours.getOverlappingPairCache()->sortOverlappingPairs(&both.dispatcher);
    EXPECT_EQ(both.pairsOf(0), both.pairsOf(1));
}

TEST_F(Single, AnEmptyOneFindsNothing) {
    both.step();
    RayNames ray;
    ours.rayTest(btVector3(0, 0, 0), btVector3(1, 1, 1), ray);
    EXPECT_TRUE(ray.names.empty());
    EXPECT_EQ(ours.getOverlappingPairCache()->getNumOverlappingPairs(), 0);
}

}  // namespace
}  // namespace ricochet
