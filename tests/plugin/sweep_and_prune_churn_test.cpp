// A world of boxes that come, go, move, jump and change their filters, with ghosts and characters that walk
// among them: after every step SweepAndPruneBroadphase agrees with brute force.

#include "tests/support/build_kind.h"

#include <BulletCollision/CollisionDispatch/btGhostObject.h>
#include <BulletDynamics/Character/btKinematicCharacterController.h>
#include <btBulletCollisionCommon.h>
#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

#include <memory>
#include <random>
#include <set>
#include <vector>

namespace ricochet {
namespace {

constexpr int kObjects = 500, kGhosts = 6, kCharacters = 3;
constexpr btScalar kRoom = 12;  // metres

class ChurningWorld {
public:
    ChurningWorld();
    ~ChurningWorld();

    void step(int number);
    void expectPairsOfBruteForce();
    void expectPairsOfTheSimpleBroadphase();
    void expectGhostsToKnowTheirPairs();
    void expectExactQueries();

    int pairs() const { return truePairs_; }
    int changes = 0, found = 0;  ///< pairs that came or went; boxes that queries met

private:
    struct Slot {
        std::unique_ptr<btCollisionObject> object;
        btBroadphaseProxy* simple = nullptr;  ///< the same box in the simple broad phase
    };

    btScalar between(btScalar low, btScalar high) {
        return low + (high - low) * static_cast<btScalar>(random_() / 4294967296.0);
    }
    btVector3 randomPlace() {
        const btScalar x = between(0, kRoom), y = between(0, kRoom), z = between(0, kRoom);
        return {x, y, z};
    }
    int randomBox() {
        return kGhosts + kCharacters + static_cast<int>(random_() % (kObjects - kGhosts - kCharacters));
    }
    btBroadphaseProxy& proxy(int slot) const { return *slots_[slot].object->getBroadphaseHandle(); }
    static int slotOf(const btBroadphaseProxy* proxy) {
        return static_cast<const btCollisionObject*>(proxy->m_clientObject)->getUserIndex();
    }

    std::unique_ptr<btCollisionObject> makeObject(int slot);
    void add(int slot);
    void remove(int slot);
    void moveTo(int slot, const btVector3& at);
    void refilter(int slot);
    void walk();

    /// Brute force for one body: its row of the table of pairs.
    void updatePairs(int slot);
    bool shouldBeAPair(int a, int b) const;
    void setPair(int a, int b, bool isPair);

    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_{&configuration_};
    SweepAndPruneBroadphase sweep_;
    btSimpleBroadphase simple_{kObjects + 1};
    btGhostPairCallback ghosts_;
    btCollisionWorld world_{&dispatcher_, &sweep_, &configuration_};
    btBoxShape shapes_[3] = {btBoxShape(btVector3(btScalar(0.2), btScalar(0.7), btScalar(0.4))),
                             btBoxShape(btVector3(btScalar(0.9), btScalar(0.3), btScalar(0.5))),
                             btBoxShape(btVector3(btScalar(0.5), btScalar(0.5), btScalar(0.5)))};
    btCapsuleShape capsule_{btScalar(0.4), btScalar(0.8)};
    std::mt19937 random_{31};
    std::vector<Slot> slots_{kObjects};
    std::vector<std::unique_ptr<btKinematicCharacterController>> characters_;
    std::vector<std::vector<char>> isPair_{kObjects, std::vector<char>(kObjects)};
    std::vector<btVector3> lows_{kObjects}, highs_{kObjects};  ///< boxes that brute force has seen
    int truePairs_ = 0;
};

ChurningWorld::ChurningWorld() {
    sweep_.getOverlappingPairCache()->setInternalGhostPairCallback(&ghosts_);
    for (int slot = 0; slot < kObjects; ++slot) add(slot);
    for (int i = 0; i < kCharacters; ++i) {
        auto* const ghost = static_cast<btPairCachingGhostObject*>(slots_[kGhosts + i].object.get());
        characters_.push_back(std::make_unique<btKinematicCharacterController>(
            ghost, &capsule_, btScalar(0.3), btVector3(0, 1, 0)));
        characters_.back()->setGravity(btVector3(0, 0, 0));
    }
}

ChurningWorld::~ChurningWorld() {
    characters_.clear();
    for (int slot = 0; slot < kObjects; ++slot) remove(slot);
}

/// The first are ghosts, then come characters, then boxes.
std::unique_ptr<btCollisionObject> ChurningWorld::makeObject(int slot) {
    std::unique_ptr<btCollisionObject> object;
    if (slot < kGhosts) {
        object = std::make_unique<btGhostObject>();
        object->setCollisionFlags(btCollisionObject::CF_NO_CONTACT_RESPONSE);
    } else if (slot < kGhosts + kCharacters) {
        object = std::make_unique<btPairCachingGhostObject>();
        object->setCollisionFlags(btCollisionObject::CF_CHARACTER_OBJECT);
    } else {
        object = std::make_unique<btCollisionObject>();
    }
    const bool isCharacter = slot >= kGhosts && slot < kGhosts + kCharacters;
    object->setCollisionShape(isCharacter ? static_cast<btCollisionShape*>(&capsule_) : &shapes_[slot % 3]);
    object->setUserIndex(slot);
    return object;
}

void ChurningWorld::add(int slot) {
    slots_[slot].object = makeObject(slot);
    moveTo(slot, randomPlace());
    const bool isBox = slot >= kGhosts + kCharacters;
    const int group = isBox ? 1 << random_() % 3 : 1, mask = isBox ? static_cast<int>(random_() % 8) : -1;
    world_.addCollisionObject(slots_[slot].object.get(), group, mask);
    const btBroadphaseProxy& made = proxy(slot);
    slots_[slot].simple = simple_.createProxy(made.m_aabbMin, made.m_aabbMax, BOX_SHAPE_PROXYTYPE,
                                              slots_[slot].object.get(), group, mask, &dispatcher_);
    updatePairs(slot);
}

void ChurningWorld::remove(int slot) {
    for (int other = 0; other < kObjects; ++other) setPair(slot, other, false);
    simple_.destroyProxy(slots_[slot].simple, &dispatcher_);
    world_.removeCollisionObject(slots_[slot].object.get());
    slots_[slot].object.reset();
}

void ChurningWorld::moveTo(int slot, const btVector3& at) {
    slots_[slot].object->setWorldTransform(btTransform(btQuaternion::getIdentity(), at));
}

/// By our own function, or as a world does it: with a new proxy.
void ChurningWorld::refilter(int slot) {
    proxy(slot).m_collisionFilterMask = static_cast<int>(random_() % 8);
    if (random_() % 2) {
        sweep_.refilter(&proxy(slot), &dispatcher_);
    } else {
        world_.refreshBroadphaseProxy(slots_[slot].object.get());
    }
    simple_.destroyProxy(slots_[slot].simple, &dispatcher_);
    const btBroadphaseProxy& now = proxy(slot);
    slots_[slot].simple =
        simple_.createProxy(now.m_aabbMin, now.m_aabbMax, BOX_SHAPE_PROXYTYPE, now.m_clientObject,
                            now.m_collisionFilterGroup, now.m_collisionFilterMask, &dispatcher_);
    updatePairs(slot);
}

void ChurningWorld::walk() {
    for (const auto& character : characters_) {
        const btVector3 direction = randomPlace() - randomPlace();
        character->setWalkDirection(direction.normalized() / 10);
        character->updateAction(&world_, btScalar(1) / 60);
    }
}

void ChurningWorld::step(int number) {
    const int moving = number % 20 == 0 ? kObjects : kObjects / 20;
    for (int i = 0; i < moving; ++i) {
        const int slot = randomBox();
        const btVector3 by = (randomPlace() - randomPlace()) / 80;
        moveTo(slot, slots_[slot].object->getWorldTransform().getOrigin() + by);
    }
    moveTo(randomBox(), randomPlace());
    moveTo(number % kGhosts, randomPlace());
    const int replaced = randomBox();
    remove(replaced);
    add(replaced);
    refilter(randomBox());
    if (number % 5 == 0) walk();
    world_.updateAabbs();
    for (int slot = 0; slot < kObjects; ++slot) {
        const btBroadphaseProxy& now = proxy(slot);
        if (now.m_aabbMin == lows_[slot] && now.m_aabbMax == highs_[slot]) continue;
        simple_.setAabb(slots_[slot].simple, now.m_aabbMin, now.m_aabbMax, &dispatcher_);
        updatePairs(slot);
    }
    world_.computeOverlappingPairs();
}

void ChurningWorld::updatePairs(int slot) {
    lows_[slot] = proxy(slot).m_aabbMin;
    highs_[slot] = proxy(slot).m_aabbMax;
    for (int other = 0; other < kObjects; ++other) {
        if (slots_[other].object) setPair(slot, other, shouldBeAPair(slot, other));
    }
}

bool ChurningWorld::shouldBeAPair(int a, int b) const {
    if (a == b || !TestAabbAgainstAabb2(lows_[a], highs_[a], lows_[b], highs_[b])) return false;
    const btBroadphaseProxy &proxyA = proxy(a), &proxyB = proxy(b);
    return (proxyA.m_collisionFilterGroup & proxyB.m_collisionFilterMask) != 0 &&
           (proxyB.m_collisionFilterGroup & proxyA.m_collisionFilterMask) != 0;
}

void ChurningWorld::setPair(int a, int b, bool isPair) {
    if ((isPair_[a][b] != 0) == isPair) return;
    isPair_[a][b] = isPair_[b][a] = isPair;
    truePairs_ += isPair ? 1 : -1;
    ++changes;
}

void ChurningWorld::expectPairsOfBruteForce() {
    btOverlappingPairCache& cache = *sweep_.getOverlappingPairCache();
    ASSERT_EQ(cache.getNumOverlappingPairs(), truePairs_);
    std::set<std::pair<int, int>> pairs;
    for (int i = 0; i < cache.getNumOverlappingPairs(); ++i) {
        const btBroadphasePair& pair = cache.getOverlappingPairArray()[i];
        const int a = slotOf(pair.m_pProxy0), b = slotOf(pair.m_pProxy1);
        ASSERT_TRUE(isPair_[a][b]) << a << " and " << b;
        ASSERT_TRUE(pairs.insert(std::minmax(a, b)).second) << a << " and " << b;
    }
}

/// As slow as fifty steps of all the other checks.
void ChurningWorld::expectPairsOfTheSimpleBroadphase() {
    simple_.calculateOverlappingPairs(&dispatcher_);
    btOverlappingPairCache& cache = *simple_.getOverlappingPairCache();
    ASSERT_EQ(cache.getNumOverlappingPairs(), truePairs_);
    for (int i = 0; i < cache.getNumOverlappingPairs(); ++i) {
        const btBroadphasePair& pair = cache.getOverlappingPairArray()[i];
        ASSERT_TRUE(isPair_[slotOf(pair.m_pProxy0)][slotOf(pair.m_pProxy1)]);
    }
}

void ChurningWorld::expectGhostsToKnowTheirPairs() {
    for (int slot = 0; slot < kGhosts + kCharacters; ++slot) {
        auto& ghost = static_cast<btGhostObject&>(*slots_[slot].object);
        std::set<int> inside, truth;
        for (int i = 0; i < ghost.getNumOverlappingObjects(); ++i) {
            inside.insert(ghost.getOverlappingObject(i)->getUserIndex());
        }
        for (int other = 0; other < kObjects; ++other) {
            if (isPair_[slot][other]) truth.insert(other);
        }
        ASSERT_EQ(inside, truth) << "ghost " << slot;
    }
}

/// Records the slots that a query reports; none twice.
template <class Callback>
struct Met : Callback {
    std::set<int> slots;
    bool process(const btBroadphaseProxy* proxy) override {
        const auto* const object = static_cast<const btCollisionObject*>(proxy->m_clientObject);
        EXPECT_TRUE(slots.insert(object->getUserIndex()).second);
        return true;
    }
};

void ChurningWorld::expectExactQueries() {
    const btVector3 from = randomPlace(), to = randomPlace();
    const btVector3 size(between(0, 1), between(0, 1), between(0, 1));
    Met<btBroadphaseAabbCallback> inBox;
    sweep_.aabbTest(from, from + size, inBox);
    Met<btBroadphaseRayCallback> onRay;
    sweep_.rayTest(from, to, onRay, -size, size);
    const btVector3 direction = (to - from).normalized();
    const btVector3 inverse(1 / direction.x(), 1 / direction.y(), 1 / direction.z());
    const unsigned signs[3] = {inverse.x() < 0, inverse.y() < 0, inverse.z() < 0};
    for (int slot = 0; slot < kObjects; ++slot) {
        const bool isInBox = TestAabbAgainstAabb2(lows_[slot], highs_[slot], from, from + size);
        ASSERT_EQ(inBox.slots.count(slot) == 1, isInBox) << slot;
        // As btDbvt tests a box, but for what rounding may add.
        const auto hitsGrownBy = [&](btScalar by) {
            const btVector3 more(by, by, by);
            const btVector3 bounds[2] = {lows_[slot] - size - more, highs_[slot] + size + more};
            btScalar at = 0;
            return btRayAabb2(from, inverse, signs, bounds, at, 0, from.distance(to) + by);
        };
        if (onRay.slots.count(slot)) {
            ASSERT_TRUE(hitsGrownBy(btScalar(1e-4))) << slot;
        } else {
            ASSERT_FALSE(hitsGrownBy(btScalar(-1e-4))) << slot;
        }
    }
    found += static_cast<int>(inBox.slots.size() + onRay.slots.size());
}

TEST(SweepAndPruneChurn, PairsGhostsAndQueriesAgreeWithBruteForceForTenThousandSteps) {
    ChurningWorld world;
    const int steps = test::kIsSlowBuild ? 250 : 10000;  // sanitizers are slow
    int minimum = 1000000, maximum = 0;
    for (int number = 0; number < steps; ++number) {
        SCOPED_TRACE("step " + std::to_string(number));
        world.step(number);
        ASSERT_NO_FATAL_FAILURE(world.expectPairsOfBruteForce());
        ASSERT_NO_FATAL_FAILURE(world.expectGhostsToKnowTheirPairs());
        ASSERT_NO_FATAL_FAILURE(world.expectExactQueries());
        if (number % 50 == 0) {
            ASSERT_NO_FATAL_FAILURE(world.expectPairsOfTheSimpleBroadphase());
        }
        minimum = std::min(minimum, world.pairs());
        maximum = std::max(maximum, world.pairs());
    }
    EXPECT_GT(minimum, 50);
    EXPECT_GT(maximum, minimum);
    EXPECT_GT(world.changes, 5 * steps);
    EXPECT_GT(world.found, 5 * steps);
}

}  // namespace
}  // namespace ricochet
