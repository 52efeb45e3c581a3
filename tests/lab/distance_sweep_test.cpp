#include "demos/lab/reproduce/distance_sweep.h"

#include "tests/support/meshes.h"

#include <gmock/gmock.h>

namespace ricochet::lab {
namespace {

using baselines::Answer;
using baselines::BaselineKind;
using testing::HasSubstr;
using testing::IsEmpty;

/// Records its queries. With several pairs it returns one more if the body is turned round.
class MadeUpBaseline : public baselines::Baseline {
public:
    explicit MadeUpBaseline(std::size_t pairsWhenNear) : pairsWhenNear_(pairsWhenNear) {}

    void collide(const baselines::PosePair& poses) override {
        asked.push_back(poses.b);
        ++counters_.calls;
        counters_.boxTests += 10;
        const bool isTurnedRound = poses.b.rotation(0, 0) < -0.5;
        found_ = poses.b.translation.x() < 1 ? pairsWhenNear_ : 0;
        if (found_ > 1 && isTurnedRound) ++found_;
    }
    std::size_t pairCount() override { return found_; }
    std::optional<Counters> counters() const override { return counters_; }

    static inline std::vector<Pose> asked;

private:
    std::size_t pairsWhenNear_, found_ = 0;
    Counters counters_;
};

template <std::size_t pairs>
std::unique_ptr<baselines::Baseline> finds(const baselines::SharedMesh&, const baselines::SharedMesh&) {
    return std::make_unique<MadeUpBaseline>(pairs);
}

/// Takes a tenth of a millisecond for each query.
class SlowBaseline final : public MadeUpBaseline {
public:
    SlowBaseline() : MadeUpBaseline(7) {}

    void collide(const baselines::PosePair& poses) override {
        MadeUpBaseline::collide(poses);
        const double until = baselines::threadClock().now() + 100;
        while (baselines::threadClock().now() < until) continue;
    }
};

std::unique_ptr<baselines::Baseline> isSlow(const baselines::SharedMesh&, const baselines::SharedMesh&) {
    return std::make_unique<SlowBaseline>();
}

std::unique_ptr<baselines::Baseline> isAbsent(const baselines::SharedMesh&, const baselines::SharedMesh&) {
    return nullptr;
}

const BaselineKind kSeven = {"seven", Answer::exact, finds<7>}, kEight = {"eight", Answer::exact, finds<8>},
                   kOne = {"one", Answer::first, finds<1>}, kSlow = {"slow", Answer::exact, isSlow},
                   kAbsent = {"absent", Answer::exact, isAbsent};

std::vector<SweepCurve> sweep(const std::vector<const BaselineKind*>& kinds, const SweepPlan& plan) {
    const auto box = boxMesh(Vec3::Constant(-0.5), Vec3::Constant(0.5));
    return sweepDistances(box, box, kinds, plan, [] {});
}

TEST(DistanceSweep, TurnsOnceAboutZAtEachDistance) {
    MadeUpBaseline::asked.clear();
    sweep({&kSeven}, {{1.5, 0.5}, 4, 10, 1});
    ASSERT_EQ(MadeUpBaseline::asked.size(), 2u * (4 + 1));  // with one query each to warm up
    const Pose& quarter = MadeUpBaseline::asked[1 + 1];
    EXPECT_TRUE(transformPoint(quarter, Vec3(1, 0, 3)).isApprox(Vec3(1.5, 1, 3)));
    EXPECT_EQ(MadeUpBaseline::asked.back().translation, Vec3(0.5, 0, 0));
}

TEST(DistanceSweep, CountsOnlyTimedQueries) {
    const auto curves = sweep({&kSeven}, {{1.5, 0.5}, 4, 10, 1});
    const SweepCell& near = curves[0].cells[1];
    EXPECT_EQ(near.sumOfPairs(), 4u * 7 + 1);
    EXPECT_EQ(near.counters->calls, 4u);
    EXPECT_EQ(near.counters->boxTests, 40u);
}

TEST(DistanceSweep, ReportsABackendThatContradictsTheFirstOne) {
    const auto curves = sweep({&kSeven, &kEight, &kOne}, {{1.5, 0.5}, 4, 10, 1});
    EXPECT_THAT(curves[1].cells[0].contradiction, IsEmpty());
    EXPECT_EQ(curves[1].cells[1].contradiction, "8 pairs instead of 7 in frame 0");
    EXPECT_THAT(curves[2].cells[1].contradiction, IsEmpty());
}

TEST(DistanceSweep, SkipsFramesOfABackendThatTakesTooLong) {
    const auto curves = sweep({&kSeven, &kSlow}, {{0.5}, 20, 1e-6, 4});
    EXPECT_EQ(curves[0].cells[0].pairs.size(), 20u);  // the reference
    EXPECT_EQ(curves[1].cells[0].frameStep, 5);
    EXPECT_EQ(curves[1].cells[0].pairs.size(), 4u);
    EXPECT_THAT(curves[1].cells[0].contradiction, IsEmpty());  // compared frame by frame
}

TEST(DistanceSweep, AbsentLibraryHasNoCells) {
    const auto curves = sweep({&kSeven, &kAbsent}, {{0.5}, 2, 1, 1});
    EXPECT_FALSE(curves[1].isInstalled);
    EXPECT_THAT(curves[1].cells, IsEmpty());
}

}  // namespace
}  // namespace ricochet::lab
