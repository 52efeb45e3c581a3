#include <btBulletDynamicsCommon.h>
#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

#include <memory>

namespace ricochet {
namespace {

struct OwnSolver : SmallStepsSolver {
    using SmallStepsSolver::SmallStepsSolver;
};
struct OwnBroadphase : MkTreeBroadphase {
    using MkTreeBroadphase::MkTreeBroadphase;
};
struct OwnDispatcher : BatchDispatcher {
    using BatchDispatcher::BatchDispatcher;
};

// The library itself needs none: tests/no_rtti.
TEST(DerivedClasses, OfAProgramHaveTypeInformation) {
    btDefaultCollisionConfiguration configuration;
    const std::unique_ptr<btConstraintSolver> solver = std::make_unique<OwnSolver>();
    const std::unique_ptr<btBroadphaseInterface> broadphase = std::make_unique<OwnBroadphase>();
    const std::unique_ptr<btDispatcher> dispatcher = std::make_unique<OwnDispatcher>(&configuration);
    EXPECT_NE(dynamic_cast<SmallStepsSolver*>(solver.get()), nullptr);
    EXPECT_NE(dynamic_cast<SweepAndPruneBroadphase*>(broadphase.get()), nullptr);
    EXPECT_NE(dynamic_cast<BatchDispatcher*>(dispatcher.get()), nullptr);
    EXPECT_EQ(dynamic_cast<OwnBroadphase*>(std::make_unique<SweepAndPruneBroadphase>().get()), nullptr);
}

}  // namespace
}  // namespace ricochet
