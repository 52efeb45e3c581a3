// The paper's fixed boxes in Bullet's worlds: Lin, Manocha, Cohen, Gottschalk, 1996, section 3.

#include <LinearMath/btAabbUtil2.h>
#include <btBulletDynamicsCommon.h>
#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

#include <algorithm>
#include <memory>
#include <random>
#include <utility>
#include <vector>

namespace ricochet {
namespace {

constexpr btScalar kBoxTolerance = btScalar(1e-4);  // metres: bodies fly within some metres

SweepAndPruneSettings settingsFor(BodyBoxes boxes, Sweep sweep = Sweep::automatic) {
    SweepAndPruneSettings settings;
    settings.boxes = boxes;
    settings.sweep = sweep;
    return settings;
}

/// Bodies that fly and turn through one another, so that they move alike on every broad phase.
class Flight {
public:
    explicit Flight(btBroadphaseInterface& phase) : phase_(phase) {
        world_.setGravity(btVector3(0, 0, 0));
        compound_.addChildShape(btTransform(btQuaternion::getIdentity(), btVector3(btScalar(0.7), 0, 0)),
                                &rod_);
        btCollisionShape* const shapes[] = {&rod_, &sphere_, &compound_};
        std::mt19937 random(11);
        const auto vector = [&] {
            const auto number = [&] { return static_cast<btScalar>(random() / 2147483648.0 - 1); };
            const btScalar x = number(), y = number(), z = number();
            return btVector3(x, y, z);
        };
        for (int i = 0; i < 60; ++i) {
            btRigidBody& body = add(*shapes[i % 3], 1, 4 * vector());
            body.setLinearVelocity(vector());
            body.setAngularVelocity(4 * vector());
        }
    }
    ~Flight() {
        for (const auto& body : bodies_) world_.removeRigidBody(body.get());
    }

    btRigidBody& add(btCollisionShape& shape, btScalar mass, const btVector3& at) {
        bodies_.push_back(std::make_unique<btRigidBody>(mass, nullptr, &shape, btVector3(1, 1, 1)));
        btRigidBody& body = *bodies_.back();
        body.setWorldTransform(btTransform(btQuaternion::getIdentity(), at));
        body.setActivationState(DISABLE_DEACTIVATION);
        body.setCollisionFlags(body.getCollisionFlags() | btCollisionObject::CF_NO_CONTACT_RESPONSE);
        world_.addRigidBody(&body);
        return body;
    }
    void step() { world_.stepSimulation(btScalar(1) / 60, 0); }
    btDynamicsWorld& world() { return world_; }
    std::size_t count() const { return bodies_.size(); }
    btRigidBody& body(std::size_t i) { return *bodies_[i]; }

    struct Box {
        btVector3 min, max;
        btVector3 size() const { return max - min; }
        bool contains(const Box& other) const {
            btVector3 low = min, high = max;
            low.setMin(other.min);
            high.setMax(other.max);
            return low == min && high == max;
        }
    };
    Box box(std::size_t i) const {
        Box box;
        world_.getBroadphase()->getAabb(bodies_[i]->getBroadphaseProxy(), box.min, box.max);
        return box;
    }

    /// By the bodies' numbers, ascending.
    std::vector<std::pair<std::size_t, std::size_t>> pairs() {
        std::vector<std::pair<std::size_t, std::size_t>> all;
        const btBroadphasePairArray& array = world_.getPairCache()->getOverlappingPairArray();
        for (int i = 0; i < array.size(); ++i) {
            all.push_back(std::minmax(numberOf(*array[i].m_pProxy0), numberOf(*array[i].m_pProxy1)));
        }
        std::sort(all.begin(), all.end());
        return all;
    }
    /// Those whose boxes overlap, each compared with each.
    std::vector<std::pair<std::size_t, std::size_t>> overlaps() const {
        std::vector<std::pair<std::size_t, std::size_t>> all;
        for (std::size_t i = 0; i < count(); ++i) {
            for (std::size_t j = i + 1; j < count(); ++j) {
                if (bodies_[i]->isStaticObject() && bodies_[j]->isStaticObject()) continue;  // filtered
                const Box a = box(i), b = box(j);
                if (TestAabbAgainstAabb2(a.min, a.max, b.min, b.max)) all.emplace_back(i, j);
            }
        }
        return all;
    }

private:
    std::size_t numberOf(const btBroadphaseProxy& proxy) const {
        const auto found = std::find_if(bodies_.begin(), bodies_.end(),
                                        [&](const auto& each) { return each.get() == proxy.m_clientObject; });
        return static_cast<std::size_t>(found - bodies_.begin());
    }

    btBroadphaseInterface& phase_;
    btBoxShape rod_{btVector3(1, btScalar(0.1), btScalar(0.2))};
    btSphereShape sphere_{btScalar(0.5)};
    btCompoundShape compound_;
    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_{&configuration_};
    btSequentialImpulseConstraintSolver solver_;
    btDiscreteDynamicsWorld world_{&dispatcher_, &phase_, &solver_, &configuration_};
    std::vector<std::unique_ptr<btRigidBody>> bodies_;
};

TEST(FixedBoxes, AreCubesThatKeepTheirSizeWhileBodiesTurn) {
    SweepAndPruneBroadphase fixedPhase(nullptr, settingsFor(BodyBoxes::fixed)), dynamicPhase;
    Flight fixedBoxes(fixedPhase), dynamicBoxes(dynamicPhase);
    // Boxes of bodies that also move contain the motion of a step; so do those of every third body, whose
    // shape is not about its centre.
    for (Flight* flight : {&fixedBoxes, &dynamicBoxes}) {
        for (std::size_t i = 0; i < flight->count(); ++i) {
            flight->body(i).setLinearVelocity(btVector3(0, 0, 0));
        }
    }
    std::vector<btVector3> first(fixedBoxes.count()), dynamicFirst(fixedBoxes.count());
    btScalar change = 0, dynamicChange = 0;
    for (int step = 0; step < 60; ++step) {
        fixedBoxes.step(), dynamicBoxes.step();
        for (std::size_t i = 0; i < fixedBoxes.count(); ++i) {
            if (i % 3 == 2) continue;
            const btVector3 size = fixedBoxes.box(i).size(), other = dynamicBoxes.box(i).size();
            EXPECT_NEAR(size.x(), size.y(), kBoxTolerance);
            EXPECT_NEAR(size.x(), size.z(), kBoxTolerance);
            if (step == 0) first[i] = size, dynamicFirst[i] = other;
            change = std::max(change, (size - first[i]).length());
            dynamicChange = std::max(dynamicChange, (other - dynamicFirst[i]).length());
        }
    }
    EXPECT_LT(change, kBoxTolerance);
    EXPECT_GT(dynamicChange, 1);
}

TEST(FixedBoxes, ContainTheDynamicOnesAndGiveEveryPairOfThem) {
    for (const Sweep sweep : {Sweep::automatic, Sweep::fromScratch, Sweep::incremental}) {
        SweepAndPruneBroadphase fixedPhase(nullptr, settingsFor(BodyBoxes::fixed, sweep)),
            dynamicPhase(nullptr, settingsFor(BodyBoxes::dynamic, sweep));
        Flight fixedBoxes(fixedPhase), dynamicBoxes(dynamicPhase);
        std::size_t more = 0, shared = 0;
        for (int step = 0; step < 40; ++step) {
            fixedBoxes.step(), dynamicBoxes.step();
            for (std::size_t i = 0; i < fixedBoxes.count(); ++i) {
                ASSERT_EQ(fixedBoxes.body(i).getWorldTransform(), dynamicBoxes.body(i).getWorldTransform());
                EXPECT_TRUE(fixedBoxes.box(i).contains(dynamicBoxes.box(i)));
            }
            const auto fixedPairs = fixedBoxes.pairs(), dynamicPairs = dynamicBoxes.pairs();
            EXPECT_EQ(fixedPairs, fixedBoxes.overlaps());
            EXPECT_TRUE(std::includes(fixedPairs.begin(), fixedPairs.end(), dynamicPairs.begin(),
                                      dynamicPairs.end()));
            more += fixedPairs.size() - dynamicPairs.size();
            shared += dynamicPairs.size();
        }
        EXPECT_GT(shared, 1000u);
        EXPECT_GT(more, shared / 2);
    }
}

TEST(FixedBoxes, AFastBodysBoxAlsoContainsItsMotion) {
    SweepAndPruneBroadphase phase(nullptr, settingsFor(BodyBoxes::fixed));
    Flight flight(phase);
    const std::size_t fast = 0;
    flight.body(fast).setLinearVelocity(btVector3(600, 0, 0));
    flight.step();
    EXPECT_GT(flight.box(fast).size().x(), 10);
    EXPECT_LT(flight.box(fast).size().y(), 3);
}

TEST(FixedBoxes, StaticBodiesKeepTheBoxesThatBulletComputes) {
    SweepAndPruneBroadphase fixedPhase(nullptr, settingsFor(BodyBoxes::fixed)), dynamicPhase;
    btStaticPlaneShape plane(btVector3(0, 1, 0), -20);
    btBoxShape slab(btVector3(5, btScalar(0.1), 5));
    Flight fixedBoxes(fixedPhase), dynamicBoxes(dynamicPhase);
    for (Flight* flight : {&fixedBoxes, &dynamicBoxes}) {
        flight->add(plane, 0, btVector3(0, 0, 0));
        flight->add(slab, 0, btVector3(0, -9, 0));
        flight->step();
    }
    for (std::size_t i = fixedBoxes.count() - 2; i < fixedBoxes.count(); ++i) {
        EXPECT_EQ(fixedBoxes.box(i).min, dynamicBoxes.box(i).min);
        EXPECT_EQ(fixedBoxes.box(i).max, dynamicBoxes.box(i).max);
    }
    EXPECT_EQ(fixedBoxes.pairs(), fixedBoxes.overlaps());
}

TEST(FixedBoxes, AProxyWithoutAnObjectKeepsItsBox) {
    SweepAndPruneBroadphase phase(nullptr, settingsFor(BodyBoxes::fixed));
    const btVector3 low(0, 0, 0), high(1, 2, 3);
    btBroadphaseProxy* const proxy = phase.createProxy(low, high, 0, nullptr, 1, 1, nullptr);
    phase.setAabb(proxy, low, 2 * high, nullptr);
    btVector3 min, max;
    phase.getAabb(proxy, min, max);
    EXPECT_EQ(min, low);
    EXPECT_EQ(max, 2 * high);
    phase.destroyProxy(proxy, nullptr);
}

TEST(FixedBoxes, ARunningWorldMigratesToThemAndBack) {
    SweepAndPruneBroadphase fixedPhase(nullptr, settingsFor(BodyBoxes::fixed)), dynamicPhase, other;
    Flight flight(dynamicPhase);
    flight.step();
    migrate(flight.world(), fixedPhase);
    flight.step();
    EXPECT_EQ(flight.pairs(), flight.overlaps());
    EXPECT_NEAR(flight.box(0).size().x(), flight.box(0).size().y(), kBoxTolerance);
    migrate(flight.world(), other);
    flight.step();
    EXPECT_EQ(flight.pairs(), flight.overlaps());
    EXPECT_GT((flight.box(0).size() - flight.box(1).size()).length(), kBoxTolerance);
}

}  // namespace
}  // namespace ricochet
