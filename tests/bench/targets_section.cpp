#include "tests/bench/baselines.h"
#include "tests/bench/sections.h"
#include "tests/support/only_target.h"

#include <stdexcept>

namespace ricochet::bench {
namespace {

/// Times of all poses, and the number of pairs.
std::size_t measure(Baseline& baseline, const Case& scene, Stopwatch& watch) {
    constexpr int kRepeats = 3;
    std::size_t pairs = 0;
    for (int pass = 0; pass < kRepeats; ++pass) {
        for (const PosePair& poses : scene.poses) {
            watch.time([&] { baseline.collide(poses); });
            pairs += baseline.pairCount();
        }
    }
    return pairs / kRepeats;
}

}  // namespace

void measureTargets(const std::string& name, const Case& scene, Results& results) {
    const auto baseline = baselines::baselineNamed("wide-tree").make(scene.a, scene.b);
    std::optional<Stopwatch> best;
    std::optional<std::size_t> pairsOfBest;
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
        const test::OnlyTarget only(target);
        Stopwatch watch;
        const std::size_t pairs = measure(*baseline, scene, watch);
        if (!best) best = watch;
        if (!pairsOfBest) pairsOfBest = pairs;
        if (pairs != *pairsOfBest)
            throw std::runtime_error(name + ": instruction sets differ in their pairs");
        Row row = timedRow("targets/" + name, hwy::TargetName(target), watch, *best);
        row.pairs = static_cast<double>(pairs);
        results.add(row);
    }
}

}  // namespace ricochet::bench
