#include "tests/faults/fault_sweep.h"
#include "tests/support/build_kind.h"
#include "tests/support/bullet_world.h"

#include <gmock/gmock.h>

#include <stdexcept>

namespace ricochet::faults {
namespace {

constexpr long long kStride = test::kIsSlowBuild ? 211 : 61;  // a prime: it meets all kinds of allocations

void expectNoFailures(const FaultSweep& sweep, int leastTried) {
    const FaultSweepResult result = sweepFaults(sweep);
    EXPECT_THAT(result.failures, testing::IsEmpty());
    EXPECT_GE(result.tried, leastTried);
}

TEST(FailedAllocations, InTheFirstStepLeaveAWorldThatGoesOn) {
    expectNoFailures({.world = {}, .step = 0, .first = 0, .stride = kStride}, 3);
}

TEST(FailedAllocations, InALaterStepLeaveAWorldThatGoesOn) {
    expectNoFailures({.world = {}, .step = 2, .first = 0, .stride = 7}, 1);
}

TEST(FailedAllocations, OnThreadsLeaveAWorldThatGoesOn) {
    const EveryPairOptions threads{.threads = 3, .hasSmallSteps = true};
    expectNoFailures({.world = threads, .step = 0, .first = 5, .stride = kStride}, 3);
    expectNoFailures({.world = threads, .step = 2, .first = 0, .stride = 7}, 1);
}

/// Soft bodies are solved last in a step.
TEST(FailedAllocations, InTheSoftBodySolverAreReported) {
    for (const int step : {0, 2}) {
        const auto all =
            sweepFaults({.world = {}, .step = step, .first = 1'000'000, .stride = 1}).allocations;
        EXPECT_GT(all, 10);
        const auto last = sweepFaults({.world = {}, .step = step, .first = all - 10, .stride = 1});
        EXPECT_THAT(last.failures, testing::IsEmpty());
        EXPECT_EQ(last.tried, 10);
        EXPECT_EQ(last.thrown, 0);
        EXPECT_EQ(last.reported, last.tried);
    }
}

TEST(FailedAllocations, WithBulletsSolverLeaveAWorldThatGoesOn) {
    expectNoFailures(
        {.world = {.threads = 1, .hasSmallSteps = false}, .step = 0, .first = 3, .stride = kStride}, 3);
}

TEST(ThrowingCallbacks, LeaveAStepAndAWorldThatGoesOn) {
    for (const int threads : {1, 3}) {
        test::BulletMesh ground = test::boxMesh(5, 1, 5), ring = test::torusMesh(btScalar(0.3));
        auto faces = ring.faces;
        faces.pop_back();
        test::BulletMesh open(ring.vertices, faces);
        btBvhTriangleMeshShape floor(&ground.interface, true), torus(&open.interface, true);
        test::BulletWorld w;
        int reports = 0;
        Settings settings;
        settings.threads = threads;
        settings.report = [&](const Report&) {
            if (reports++ == 0) throw std::runtime_error("a user's");
        };
        ASSERT_EQ(registerAlgorithms(&w.dispatcher, settings), "");
        w.add(floor, 0, btVector3(0, -1, 0));
        w.add(torus, 1, btVector3(0, btScalar(0.29), 0));
        EXPECT_THROW(w.run(1), std::runtime_error);
        w.run(10);
        EXPECT_GT(w.contacts(), 0);
        release(torus);  // the next one may have its address, and is reported anew
        release(floor);
        unregisterAlgorithms(&w.dispatcher);
    }
}

}  // namespace
}  // namespace ricochet::faults
