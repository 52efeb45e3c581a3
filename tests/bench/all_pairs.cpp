#include "tests/bench/all_pairs.h"

#include "tests/bench/measure.h"

#include <stdexcept>

namespace ricochet::bench {
namespace {

/// A backend applied to one case.
struct Contender {
    BaselineKind kind;
    std::unique_ptr<Baseline> baseline;
    double buildMicroseconds;
    Stopwatch watch = {};
    std::vector<std::size_t> counts = {};   ///< pairs at each pose of the first pass
    std::optional<Counters> counters = {};  ///< of the first pass

    std::size_t pairs(std::size_t poses) const {
        std::size_t sum = 0;
        for (std::size_t i = 0; i < poses; ++i) sum += counts[i];
        return sum;
    }
};

/// Small meshes are built several times, since the first build is slower than later ones in a program.
Contender build(const BaselineKind& kind, const Case& scene) {
    constexpr int kTimes = 5;
    constexpr double kEnoughMicroseconds = 2e5;
    Stopwatch watch;
    std::unique_ptr<Baseline> baseline;
    for (int i = 0; i < kTimes && watch.sum() < kEnoughMicroseconds; ++i) {
        baseline.reset();
        watch.time([&] { baseline = kind.make(scene.a, scene.b); });
    }
    return {kind, std::move(baseline), watch.median()};
}

void query(Contender& contender, const PosePair& poses) {
    contender.baseline->prepare(poses);
    contender.watch.time([&] { contender.baseline->collide(poses); });
}

void firstPass(Contender& contender, const Case& scene, const Effort& effort) {
    for (const PosePair& poses : scene.poses) {
        if (contender.watch.sum() > 1e6 * effort.mostSeconds) break;
        query(contender, poses);
        contender.counts.push_back(contender.baseline->pairCount());
    }
    contender.counters = contender.baseline->counters();
}

void furtherPasses(Contender& contender, const Case& scene, const Effort& effort) {
    for (int pass = 0; pass < effort.passes; ++pass) {
        if (contender.watch.sum() > 1e6 * effort.enoughSeconds) return;
        for (const PosePair& poses : scene.poses) query(contender, poses);
    }
}

/// At the poses done by both.
void compareCounts(const std::string& name, const Contender& exact, const Contender& other) {
    const auto found = baselines::contradiction(exact.counts, other.kind.answer, other.counts);
    if (!found) return;
    const std::string where = found->pose ? "pose " + std::to_string(*found->pose) : "all poses";
    throw std::runtime_error(name + ", " + where + ": " + exact.kind.name + " found " +
                             std::to_string(found->exact) + " pairs, " + other.kind.name + " found " +
                             std::to_string(found->other));
}

Row rowOf(const std::string& name, const Case& scene, const Contender& contender, const Contender& first) {
    Row row = timedRow(name, contender.kind.name, contender.watch, first.watch);
    row.pairs = static_cast<double>(contender.pairs(contender.counts.size()));
    row.buildUsPerTriangle = contender.buildMicroseconds / scene.triangles();
    const std::size_t bytes = contender.baseline->bytes();
    if (bytes > 0) row.bytesPerTriangle = static_cast<double>(bytes) / scene.triangles();
    if (contender.counters) {
        row.boxTests = static_cast<double>(contender.counters->boxTests);
        row.triangleTests = static_cast<double>(contender.counters->triangleTests);
    }
    if (contender.counts.size() < scene.poses.size()) {
        row.note = "the first " + std::to_string(contender.counts.size()) + " poses only";
    }
    return row;
}

}  // namespace

void measureAllPairs(const std::string& name, const Case& scene, const std::vector<BaselineKind>& kinds,
                     const Effort& effort, Results& results) {
    std::vector<Contender> contenders;
    for (const BaselineKind& kind : kinds) {
        if (reasonToSkip(kind.name, name)) continue;
        contenders.push_back(build(kind, scene));
        firstPass(contenders.back(), scene, effort);
        compareCounts(name, contenders.front(), contenders.back());
    }
    for (int round = 0; round < effort.rounds; ++round) {
        for (Contender& contender : contenders) furtherPasses(contender, scene, effort);
    }
    for (const Contender& contender : contenders) {
        results.add(rowOf(name, scene, contender, contenders.front()));
    }
    for (const BaselineKind& kind : kinds) {
        const char* reason = reasonToSkip(kind.name, name);
        if (!reason) continue;
        Row row = {name, kind.name};
        row.note = std::string("skipped: ") + reason;
        results.add(row);
    }
}

}  // namespace ricochet::bench
