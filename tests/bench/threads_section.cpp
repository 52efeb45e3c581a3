#include "algorithms/wide_tree/wide_tree.h"
#include "tests/bench/sections.h"
#include "tests/support/placements.h"

#include <stdexcept>

namespace ricochet::bench {
namespace {

constexpr double kLongMicroseconds = 1000;
constexpr std::size_t kMostPoses = 40;

/// A wide tree with a number of threads.
class Threads {
public:
    Threads(const Case& scene, Index threads)
        : wide_({}, makeThreadExecutor(threads)), built_(wide_, scene.a, scene.b) {}

    double query(const PosePair& poses, const Clock& clock = wallClock()) {
        Stopwatch watch(clock);
        watch.time([&] {
            wide_.findFacePairs({built_.a.get(), poses.a}, {built_.b.get(), poses.b}, 0, memory_, pairs_);
        });
        return watch.minimum();
    }
    const FacePairs& pairs() const { return pairs_; }

private:
    WideTree wide_;
    test::BuiltPair built_;
    PairMemory memory_;
    FacePairs pairs_;
};

/// Poses whose queries seem long at first.
std::vector<PosePair> longPoses(const Case& scene, Threads& one) {
    std::vector<PosePair> poses;
    for (const PosePair& p : scene.poses) {
        if (poses.size() < kMostPoses && one.query(p, threadClock()) > kLongMicroseconds) poses.push_back(p);
    }
    return poses;
}

/// Drops poses for which one thread's best time is short.
void keepLong(std::vector<double>& ofOne, std::vector<double>& ofTwo) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < ofOne.size(); ++i) {
        if (ofOne[i] <= kLongMicroseconds) continue;
        ofOne[count] = ofOne[i];
        ofTwo[count++] = ofTwo[i];
    }
    ofOne.resize(count);
    ofTwo.resize(count);
}

}  // namespace

void measureThreads(const std::string& name, const Case& scene, Results& results) {
    constexpr int kPasses = 5;
    Threads one(scene, 1), two(scene, 2);
    const std::vector<PosePair> poses = longPoses(scene, one);
    // A repeated pose is answered from memory.
    if (poses.size() < 2) return;
    std::vector<double> bestOfOne(poses.size(), INFINITY), bestOfTwo = bestOfOne;
    for (int pass = 0; pass < kPasses; ++pass) {
        for (std::size_t i = 0; i < poses.size(); ++i) {
            bestOfOne[i] = std::min(bestOfOne[i], one.query(poses[i]));
            bestOfTwo[i] = std::min(bestOfTwo[i], two.query(poses[i]));
            if (one.pairs() != two.pairs()) throw std::runtime_error(name + ": threads change the answer");
        }
    }
    keepLong(bestOfOne, bestOfTwo);
    if (bestOfOne.empty()) return;
    const Stopwatch watchOfOne(bestOfOne), watchOfTwo(bestOfTwo);
    results.add(timedRow("threads/" + name, "1-thread", watchOfOne, watchOfOne));
    results.add(timedRow("threads/" + name, "2-threads", watchOfTwo, watchOfOne));
}

}  // namespace ricochet::bench
