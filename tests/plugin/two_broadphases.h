// The same proxies in two broad phases, and brute force.
#pragma once

#include <btBulletCollisionCommon.h>
#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

#include <functional>
#include <map>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace ricochet::test {

/// Two names, the smaller first.
using IdPair = std::pair<int, int>;
using Pairs = std::set<IdPair>;

/// Proxies in two broad phases, under the same names. A name is the proxy's client.
class TwoBroadphases {
public:
    struct Body {
        btVector3 min, max;
        btBroadphaseProxy* proxies[2];
    };

    TwoBroadphases(btBroadphaseInterface& a, btBroadphaseInterface& b, unsigned randomSeed)
        : sides_{&a, &b}, random_(randomSeed) {}
    ~TwoBroadphases() {
        while (!bodies_.empty()) remove(bodies_.begin()->first);
    }

    int add(const btVector3& min, const btVector3& max, int group = 1, int mask = -1) {
        const int name = ++lastName_;
        Body& body = bodies_[name];
        body.min = min;
        body.max = max;
        void* const client = reinterpret_cast<void*>(static_cast<std::intptr_t>(name));
        for (int i = 0; i < 2; ++i) {
            body.proxies[i] =
                sides_[i]->createProxy(min, max, BOX_SHAPE_PROXYTYPE, client, group, mask, &dispatcher);
        }
        return name;
    }
    int addRandom() {
        btVector3 min, max;
        randomBox(min, max);
        const int mask = static_cast<int>(random_() % 8), group = 1 << random_() % 3;
        return add(min, max, group, mask);
    }
    void remove(int name) {
        for (int i = 0; i < 2; ++i) sides_[i]->destroyProxy(bodies_.at(name).proxies[i], &dispatcher);
        bodies_.erase(name);
    }
    void set(int name, const btVector3& min, const btVector3& max) {
        Body& body = bodies_.at(name);
        body.min = min;
        body.max = max;
        for (int i = 0; i < 2; ++i) sides_[i]->setAabb(body.proxies[i], min, max, &dispatcher);
    }
    void move(int name, btScalar speed) {
        const btVector3 by = randomVector(-speed, speed);
        set(name, bodies_.at(name).min + by, bodies_.at(name).max + by);
    }
    void teleport(int name) {
        btVector3 min, max;
        randomBox(min, max);
        set(name, min, max);
    }
    int randomName() {
        const auto body =
            bodies_.lower_bound(1 + static_cast<int>(random_() % static_cast<unsigned>(lastName_)));
        return (body == bodies_.end() ? bodies_.begin() : body)->first;
    }
    void randomBox(btVector3& min, btVector3& max) {
        min = randomVector(0, kSize);
        max = min + randomVector(btScalar(0.2), 2);
    }
    btVector3 randomVector(btScalar low, btScalar high) {
        const btScalar z = between(low, high), y = between(low, high), x = between(low, high);
        return {x, y, z};
    }
    btScalar between(btScalar low, btScalar high) {
        return low + (high - low) * static_cast<btScalar>(random_() / 4294967296.0);
    }

    void step(int side) { sides_[side]->calculateOverlappingPairs(&dispatcher); }
    void step() {
        for (int side = 0; side < 2; ++side) step(side);
    }
    /// Every body against every other.
    Pairs truth() const {
        const std::vector<std::pair<int, Body>> all(bodies_.begin(), bodies_.end());
        Pairs pairs;
        for (std::size_t i = 0; i < all.size(); ++i) {
            for (std::size_t k = i + 1; k < all.size(); ++k) {
                const Body &a = all[i].second, &b = all[k].second;
                if (TestAabbAgainstAabb2(a.min, a.max, b.min, b.max) &&
                    mayMeet(*a.proxies[0], *b.proxies[0])) {
                    pairs.insert({all[i].first, all[k].first});
                }
            }
        }
        return pairs;
    }
    Pairs pairsOf(int side) {
        Pairs pairs;
        btOverlappingPairCache& cache = *sides_[side]->getOverlappingPairCache();
        const btBroadphasePairArray& array = cache.getOverlappingPairArray();
        for (int i = 0; i < array.size(); ++i) {
            btBroadphaseProxy *a = array[i].m_pProxy0, *b = array[i].m_pProxy1;
            EXPECT_EQ(cache.findPair(b, a), &array[i]);
            EXPECT_TRUE(pairs.insert(std::minmax(nameOf(a), nameOf(b))).second);
        }
        return pairs;
    }
    static bool mayMeet(const btBroadphaseProxy& a, const btBroadphaseProxy& b) {
        return (a.m_collisionFilterGroup & b.m_collisionFilterMask) != 0 &&
               (b.m_collisionFilterGroup & a.m_collisionFilterMask) != 0;
    }
    static int nameOf(const btBroadphaseProxy* proxy) {
        return static_cast<int>(reinterpret_cast<std::intptr_t>(proxy->m_clientObject));
    }

    const std::map<int, Body>& bodies() const { return bodies_; }
    Body& body(int name) { return bodies_.at(name); }

    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};

private:
    static constexpr btScalar kSize = 16;  // metres
    btBroadphaseInterface* sides_[2];
    std::mt19937 random_;
    std::map<int, Body> bodies_;
    int lastName_ = 0;
};

/// Collects names; calls `then` after each.
template <class Callback>
struct Names : Callback {
    std::set<int> names;
    std::function<void()> then = [] {};
    bool process(const btBroadphaseProxy* proxy) override {
        EXPECT_TRUE(names.insert(TwoBroadphases::nameOf(proxy)).second);
        then();
        return true;
    }
};
using RayNames = Names<btBroadphaseRayCallback>;
using BoxNames = Names<btBroadphaseAabbCallback>;

}  // namespace ricochet::test
