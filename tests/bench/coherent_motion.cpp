#include "algorithms/wide_tree/wide_tree.h"
#include "tests/bench/sections.h"
#include "tests/support/placements.h"
#include "tests/support/random_geometry.h"

#include <numbers>
#include <stdexcept>

namespace ricochet::bench {
namespace {

constexpr int kMotions = 20, kSteps = 20, kPasses = 3;
constexpr Real kStepAngle = 0.25 * std::numbers::pi / 180;

using Motion = std::vector<PosePair>;

/// B rotates about its own origin; the first pose is its initial one.
Motion motionFrom(const PosePair& start, Random& random) {
    const Vec3 axis = randomRotation(random).col(0);
    Motion motion = {start};
    for (int step = 1; step <= kSteps; ++step) {
        PosePair poses = start;
        poses.b.rotation =
            Eigen::AngleAxis<Real>(step * kStepAngle, axis).toRotationMatrix() * start.b.rotation;
        motion.push_back(poses);
    }
    return motion;
}

/// The wide tree along a motion, by each of the methods that are compared.
class Walk {
public:
    explicit Walk(const Case& scene)
        : built_(wide_, scene.a, scene.b), farAway_(20 * (scene.a->box().size() + scene.b->box().size())) {}

    /// Not timed: warms the caches for all methods.
    void countPairs(const Motion& motion) {
        counts_.clear();
        for (const PosePair& poses : motion) {
            PairMemory memory;
            query(poses, memory);
            counts_.push_back(pairs_.size());
        }
    }

    /// The pair keeps its memory.
    void keep(const Motion& motion) {
        PairMemory memory;
        query(motion.front(), memory);
        for (std::size_t step = 1; step < motion.size(); ++step) {
            warm_.time([&] { query(motion[step], memory); });
            requireCount(step);
            askAgain(motion[step], memory);
        }
    }

    /// The bodies were far apart in the last step: cached results are useless, but memory is allocated and
    /// the trees are in the caches.
    void startCold(const Motion& motion) {
        query(motion.front(), coldMemory_);
        for (std::size_t step = 1; step < motion.size(); ++step) {
            PosePair apart = motion[step];
            apart.b.translation += farAway_;
            query(apart, coldMemory_);
            cold_.time([&] { query(motion[step], coldMemory_); });
            requireCount(step);
        }
    }

    /// A new memory for each step.
    void startFresh(const Motion& motion) {
        query(motion.front(), coldMemory_);
        for (std::size_t step = 1; step < motion.size(); ++step) {
            PairMemory memory;
            fresh_.time([&] { query(motion[step], memory); });
            requireCount(step);
        }
    }

    void addRows(const std::string& name, Results& results) const {
        results.add(timedRow(name, "cold", cold_, cold_));
        results.add(timedRow(name, "fresh-memory", fresh_, cold_));
        results.add(timedRow(name, "coherent", warm_, cold_));
        Row again = timedRow(name, "unchanged", again_, cold_);
        again.boxTests = static_cast<double>(testsAgain_.boxTests);
        again.triangleTests = static_cast<double>(testsAgain_.triangleTests);
        results.add(again);
    }

private:
    void query(const PosePair& poses, PairMemory& memory) {
        wide_.findFacePairs({built_.a.get(), poses.a}, {built_.b.get(), poses.b}, 0, memory, pairs_);
    }
    void askAgain(const PosePair& poses, PairMemory& memory) {
        const Counters before = memory.counters;
        again_.time([&] { query(poses, memory); });
        testsAgain_.boxTests += memory.counters.boxTests - before.boxTests;
        testsAgain_.triangleTests += memory.counters.triangleTests - before.triangleTests;
    }
    void requireCount(std::size_t step) const {
        if (pairs_.size() != counts_[step]) {
            throw std::runtime_error("data cached from step to step change the answer");
        }
    }

    WideTree wide_;
    test::BuiltPair built_;
    Vec3 farAway_;
    PairMemory coldMemory_;
    FacePairs pairs_;
    std::vector<std::size_t> counts_;
    Stopwatch cold_, fresh_, warm_, again_;
    Counters testsAgain_;
};

}  // namespace

void measureCoherentMotion(const std::string& name, const Case& scene, Results& results) {
    Walk walk(scene);
    for (int pass = 0; pass < kPasses; ++pass) {
        Random random(91);
        for (std::size_t i = 0; i < std::min<std::size_t>(kMotions, scene.poses.size()); ++i) {
            const Motion motion = motionFrom(scene.poses[i], random);
            walk.countPairs(motion);
            walk.keep(motion);
            walk.startCold(motion);
            walk.startFresh(motion);
        }
    }
    walk.addRows("coherent/" + name, results);
}

}  // namespace ricochet::bench
