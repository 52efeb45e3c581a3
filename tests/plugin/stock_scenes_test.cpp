// Scenes of Bullet's own shapes, with SweepAndPruneBroadphase in the place of Bullet's broad phases.

#include "tests/scenes/stock_world.h"
#include "tests/support/build_kind.h"

#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

#include <algorithm>
#include <memory>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace ricochet {
namespace {

struct SceneCase {
    std::string name, variant;
    int bodies, steps;
    bool hasSleepers = false;  ///< from the start
};

void PrintTo(const SceneCase& c, std::ostream* out) { *out << c.name << " " << c.variant; }

/// Short runs: as many steps as it takes until bodies collide.
std::vector<SceneCase> cases() {
    return {{"primitives", "boxes", test::kIsSlowBuild ? 300 : 3000, 40},
            {"primitives", "pyramids", 110, 60},
            {"primitives", "ragdolls", 66, 90},
            {"primitives", "convex-rain", 120, 60},
            {"primitives", "on-mesh", 100, 90},
            {"cloud", "", 200, 40},
            {"clusters", "", 200, 40},
            {"churn", "", 400, 40, /*hasSleepers*/ true},
            {"sleepers", "", 300, 40, /*hasSleepers*/ true}};
}

/// A scene in a world of Bullet's in which the order of pairs does not matter: dispatch by unique ids.
class SceneInWorld {
public:
    SceneInWorld(btBroadphaseInterface& phase, const SceneCase& which)
        : world_(&dispatcher_, &phase, &solver_, &configuration_) {
        world_.getDispatchInfo().m_deterministicOverlappingPairs = true;
        scenes::SceneOptions options = scenes::stockOptions(which.variant);
        options.bodies = which.bodies;
        scene_ = scenes::makeScene(which.name, world_, options);
    }

    void step() {
        scene_->beforeStep();
        world_.stepSimulation(btScalar(1) / 60, /*maxSubSteps*/ 0);
    }

    std::vector<btTransform> poses() const {
        std::vector<btTransform> poses;
        for (const scenes::SceneBody& each : scene_->bodies())
            poses.push_back(each.body->getWorldTransform());
        return poses;
    }

    /// By the numbers of their bodies in the world.
    std::vector<std::pair<int, int>> pairs() {
        std::vector<std::pair<int, int>> pairs;
        btOverlappingPairCache& cache = *world_.getPairCache();
        for (int i = 0; i < cache.getNumOverlappingPairs(); ++i) {
            const btBroadphasePair& pair = cache.getOverlappingPairArray()[i];
            pairs.push_back(std::minmax(numberOf(pair.m_pProxy0), numberOf(pair.m_pProxy1)));
        }
        std::sort(pairs.begin(), pairs.end());
        return pairs;
    }
    int contacts() {
        int contacts = 0;
        for (int i = 0; i < dispatcher_.getNumManifolds(); ++i) {
            contacts += dispatcher_.getManifoldByIndexInternal(i)->getNumContacts();
        }
        return contacts;
    }

private:
    static int numberOf(const btBroadphaseProxy* proxy) {
        return static_cast<const btCollisionObject*>(proxy->m_clientObject)->getWorldArrayIndex();
    }

    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_{&configuration_};
    btSequentialImpulseConstraintSolver solver_;
    btDiscreteDynamicsWorld world_;
    std::unique_ptr<scenes::Scene> scene_;
};

class StockScenes : public testing::TestWithParam<SceneCase> {
protected:
    int steps() const { return test::kIsSlowBuild ? 10 : GetParam().steps; }
    /// Step by step, bit for bit.
    void expectTheSameMotion(SceneInWorld& a, SceneInWorld& b) const {
        for (int step = 0; step < steps(); ++step) {
            a.step();
            b.step();
            ASSERT_EQ(a.poses(), b.poses()) << "step " << step;
        }
    }
};

/// The trees' boxes are larger: a pair that they have and ours do not wakes a sleeper.
class WakefulScenes : public StockScenes {};

std::vector<SceneCase> wakefulCases() {
    std::vector<SceneCase> wakeful = cases();
    std::erase_if(wakeful, [](const SceneCase& each) { return each.hasSleepers; });
    return wakeful;
}

std::string nameOf(const testing::TestParamInfo<SceneCase>& test) {
    std::string name = test.param.name + test.param.variant;
    std::erase(name, '-');
    return name;
}

INSTANTIATE_TEST_SUITE_P(SweepAndPrune, StockScenes, testing::ValuesIn(cases()), nameOf);
INSTANTIATE_TEST_SUITE_P(SweepAndPrune, WakefulScenes, testing::ValuesIn(wakefulCases()), nameOf);

TEST_P(StockScenes, HaveThePairsOfTheSimpleBroadphaseAndTheSameMotionBitForBit) {
    SceneCase scene = GetParam();
    scene.bodies = std::min(scene.bodies, 1000);  // the simple one is slow
    btSimpleBroadphase simple(2000);
    SweepAndPruneBroadphase sweep;
    SceneInWorld a(simple, scene), b(sweep, scene);
    std::size_t pairs = 0;
    for (int step = 0; step < steps(); ++step) {
        a.step();
        b.step();
        ASSERT_EQ(a.pairs(), b.pairs()) << "step " << step;
        ASSERT_EQ(a.poses(), b.poses()) << "step " << step;
        pairs = std::max(pairs, b.pairs().size());
    }
    EXPECT_GT(pairs, 20u);
}

TEST_P(WakefulScenes, MoveAsWithTheTreesBitForBit) {
    btDbvtBroadphase trees;
    SweepAndPruneBroadphase sweep;
    SceneInWorld a(trees, GetParam()), b(sweep, GetParam());
    expectTheSameMotion(a, b);
    if (!test::kIsSlowBuild) {
        EXPECT_GT(b.contacts(), 0);
    }
}

TEST_P(StockScenes, MoveTheSameSortedAnewAndWithBulletsCache) {
    btHashedOverlappingPairCache cache;
    SweepAndPruneBroadphase anew(nullptr, {Sweep::fromScratch, 2}), given(&cache);
    SceneInWorld a(anew, GetParam()), b(given, GetParam());
    expectTheSameMotion(a, b);
}

}  // namespace
}  // namespace ricochet
