#include "tests/scenes/stock_world.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace ricochet::scenes {
namespace {

class DropScene : public testing::Test {
protected:
    /// Where a body is after it has been at each of the positions in turn.
    Place after(std::initializer_list<btVector3> positions) {
        for (const btVector3& p : positions) {
            scene_->beforeStep();
            putAt(body_, p.x(), p.y(), p.z());
        }
        return scene_->placeOf(body_);
    }

    StockWorld stock_;
    std::unique_ptr<Scene> scene_ = makeScene("drop", stock_.world, stockOptions());
    btRigidBody& body_ = *scene_->bodies()[5].body;
};

TEST_F(DropScene, HasFifteenToriAndFifteenLumpyBodies) {
    std::multiset<std::size_t> faces;
    for (const SceneBody& b : scene_->bodies()) faces.insert(b.mesh->faces.size());
    EXPECT_EQ(scene_->bodies().size(), 31u);
    EXPECT_EQ(faces.count(1024), 15u);
    EXPECT_EQ(faces.count(1280), 15u);
}

TEST_F(DropScene, BodiesStartAboveEachOther) {
    for (int i = 0; i < 30; ++i) {
        const btVector3 p = scene_->bodies()[i + 1].body->getCenterOfMassPosition();
        EXPECT_NEAR(p.y(), 4 + 1.3 * i, 1e-4);
        EXPECT_LE(std::max(std::abs(p.x()), std::abs(p.z())), 2.2);
    }
}

TEST_F(DropScene, HasALip) { EXPECT_TRUE(scene_->hasLip()); }

TEST_F(DropScene, ABodyInTheBowlIsInside) { EXPECT_EQ(after({{0, 0.3f, 0}, {5, 2.5f, 0}}), Place::inside); }

TEST_F(DropScene, ABodyBelowTheSurfaceWentThrough) { EXPECT_EQ(after({{3, 0.7f, 0}}), Place::through); }

TEST_F(DropScene, ABodyBeyondTheLipWentOver) { EXPECT_EQ(after({{0, 3.5f, 6.2f}}), Place::over); }

TEST_F(DropScene, ABodyThatWentOverTheLipStaysSoBelowTheBowl) {
    EXPECT_EQ(after({{6.2f, 3.5f, 0}, {6.3f, 1, 0}, {5, -2, 0}}), Place::over);
}

TEST_F(DropScene, ABodyThatWentThroughTheWallStaysSoBeyondTheLip) {
    EXPECT_EQ(after({{5, 1.5f, 0}, {6.5f, -3, 0}}), Place::through);
}

TEST_F(DropScene, ABodyThatLeavesBelowTheLipWentThroughTheWall) {
    EXPECT_EQ(after({{5.8f, 2.9f, 0}, {6.2f, 2, 0}}), Place::through);
}

TEST_F(DropScene, ARingThatHangsOnTheLipIsNotLost) { EXPECT_EQ(after({{5.8f, 2.5f, 0}}), Place::inside); }

TEST_F(DropScene, ABodyThatReturnsIsNotLost) {
    EXPECT_EQ(after({{6.2f, 4, 0}, {5.5f, 4, 0}}), Place::inside);
}

TEST_F(DropScene, TheBowlItselfIsInside) {
    EXPECT_EQ(scene_->placeOf(*scene_->bodies()[0].body), Place::inside);
}

}  // namespace
}  // namespace ricochet::scenes
