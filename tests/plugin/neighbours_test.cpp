#include "plugin/pairs/neighbours.h"

#include "algorithms/wide_tree/wide_tree.h"
#include "plugin/pairs/step_clock.h"
#include "tests/support/meshes.h"

#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <gtest/gtest.h>

#include <optional>

namespace ricochet {
namespace {

/// Two static meshes in one place, and a body that both pairs are of.
struct TwoFloors : testing::Test {
    WideTree tree;
    std::shared_ptr<const CollisionModel> model =
        tree.build(makeMesh({{0, 0, 0}, {0, 0, 1}, {1, 0, 0}}, {{0, 1, 2}}));
    btBoxShape box{btVector3(1, 1, 1)};
    btCollisionObject left, body;
    std::optional<btCollisionObject> right{std::in_place};
    Neighbours neighbours;
    const int ofLeft = 0, ofRight = 0;  // pairs, known by their addresses

    TwoFloors() {
        for (btCollisionObject* object : {&left, &*right, &body}) object->setCollisionShape(&box);
        body.setCollisionFlags(0);
        note(ofLeft, left, 1);
        note(ofRight, *right, 1);
    }
    btCollisionObjectWrapper wrapped(const btCollisionObject& object) const {
        return {nullptr, &box, &object, object.getWorldTransform(), -1, -1};
    }
    void note(const int& pair, const btCollisionObject& floor, std::uint32_t step) {
        neighbours.note(&pair, wrapped(floor), model, tree, body, step);
    }
    std::size_t seenBy(const int& pair, std::uint32_t step) const {
        std::vector<Neighbour> beside;
        neighbours.find(&pair, wrapped(left), *model, body, step, 0.1, beside);
        return beside.size();
    }
};

/// Whether a pair of the step came before that one or after it, as it does on another thread.
TEST_F(TwoFloors, AreSeenInTheStepInWhichTheirPairEnds) {
    EXPECT_EQ(seenBy(ofLeft, 2), 1u);
    neighbours.forget(&ofRight, &*right, &body, 2);
    EXPECT_EQ(seenBy(ofLeft, 2), 1u);
    right.reset();
    EXPECT_EQ(seenBy(ofLeft, 2), 1u);
    EXPECT_EQ(seenBy(ofLeft, 3), 0u);
}

TEST_F(TwoFloors, AreNotSeenIfTheirPairEndsOutsideOfSteps) {
    neighbours.forget(&ofRight, &*right, &body, 0);
    EXPECT_EQ(seenBy(ofLeft, 2), 0u);
}

TEST_F(TwoFloors, AreNotSeenByTheirOwnPairThatBeginsAnew) {
    neighbours.forget(&ofRight, &*right, &body, 0);
    neighbours.forget(&ofLeft, &left, &body, 2);
    const int anew = 0;
    EXPECT_EQ(seenBy(anew, 2), 0u);
}

/// What was noted in the step that is under way was not there before it.
TEST_F(TwoFloors, AreSeenAsTheyWereBeforeTheStepInWhichTheirPairEnds) {
    neighbours.note(&ofRight, wrapped(*right), /*model*/ nullptr, tree, body, 2);
    neighbours.forget(&ofRight, &*right, &body, 2);
    EXPECT_EQ(seenBy(ofLeft, 2), 1u);
}

TEST(PairBeingProcessed, TellsItsThreadTheStepAndThenThatOfThePairAroundIt) {
    btDispatcherInfo first, second;
    EXPECT_EQ(stepBeingProcessed(), 0u);
    {
        const PairBeingProcessed outer(first);
        {
            const PairBeingProcessed inner(second);
            EXPECT_EQ(stepBeingProcessed(), numberOfStep(second));
        }
        EXPECT_EQ(stepBeingProcessed(), numberOfStep(first));
        EXPECT_NE(numberOfStep(first), numberOfStep(second));
    }
    EXPECT_EQ(stepBeingProcessed(), 0u);
}

}  // namespace
}  // namespace ricochet
