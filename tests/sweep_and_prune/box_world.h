#pragma once

#include "algorithms/sweep_and_prune/sweep_and_prune.h"
#include "tests/sweep_and_prune/brute_force_boxes.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace ricochet::test {

/// A method to sweep, by the name that tests give it.
struct Mode {
    std::string name;
    SweepSettings settings;
};

inline std::vector<Mode> modes() {
    return {{"Incremental", {SweepMode::incremental, makeSerialExecutor()}},
            {"FromScratch", {SweepMode::fromScratch, makeSerialExecutor()}},
            {"Automatic", {SweepMode::automatic, makeSerialExecutor()}},
            {"AutomaticOnThreads", {SweepMode::automatic, makeThreadExecutor(3)}},
            {"FromScratchOnThreads", {SweepMode::fromScratch, makeThreadExecutor(3)}}};
}

/// Random boxes that come, go, move, teleport and sleep, in a broad phase and in the oracle; keeps the set of
/// pairs that the reported changes amount to.
class BoxWorld {
public:
    struct Shape {
        std::array<float, 3> size = {12, 12, 12};  ///< metres: of the world
        float longest = 1.5f;                      ///< metres: of most boxes
        float speed = 0.1f;                        ///< metres per step
        float moving = 1;                          ///< share of the bodies
        float standing = 0;                        ///< share of the bodies inserted as static ones
        bool hasOddities = false;                  ///< outliers, huge boxes, boxes that are not numbers
    };

    BoxWorld(const SweepSettings& settings, const Shape& shape, unsigned seed)
        : BoxWorld(makeSweepAndPrune(settings), shape, seed) {}
    BoxWorld(std::unique_ptr<BroadPhase> broadPhase, const Shape& shape, unsigned seed)
        : sweep(std::move(broadPhase)), shape_(shape), random_(seed) {}

    void insert() {
        const SweepBox box = randomBox();
        const bool isStatic = shape_.standing > 0 && uniform(0, 1) < shape_.standing;
        const Index body = isStatic ? sweep->insertStatic(box) : sweep->insert(box);
        EXPECT_FALSE(oracle.boxes().count(body));
        oracle.set(body, box);
    }

    void remove(Index body) {
        BodyPairs lost;
        sweep->remove(body, &lost);
        lose(body, lost);
        oracle.erase(body);
        velocities_.erase(body);
    }
    void forgetPairs(Index body) {
        BodyPairs lost;
        sweep->forgetPairs(body, &lost);
        lose(body, lost);
    }

    void moveSome() {
        const std::map<Index, SweepBox> before = oracle.boxes();
        for (const auto& [body, box] : before) {
            if (uniform(0, 1) < shape_.moving) set(body, shifted(box, randomVelocity()));
        }
    }
    /// Moves all bodies, each at its own velocity, which changes at walls and sometimes at random; now and
    /// then one shrinks or grows.
    void flyOn() {
        for (const auto& [body, box] : std::map<Index, SweepBox>(oracle.boxes())) {
            const auto [known, isNew] = velocities_.try_emplace(body, randomVelocity());
            if (!isNew && random_() % 64 == 0) known->second = randomVelocity();
            for (int axis = 0; axis < 3; ++axis) {
                float& speed = known->second[axis];
                if (box.min[axis] < 0) speed = std::abs(speed);
                if (box.min[axis] > shape_.size[axis]) speed = -std::abs(speed);
            }
            const bool isOdd = !(box.extent(0) < 2 * shape_.longest);
            const float size = isOdd || random_() % 32 != 0 ? 1 : box.extent(0) > 0.3f ? 0.5f : 2;
            set(body, scaled(shifted(box, known->second), size));
        }
    }
    void teleport(Index body) { set(body, randomBox()); }
    void set(Index body, const SweepBox& box) {
        sweep->update(body, box);
        oracle.set(body, box);
    }

    Index randomBody() {
        auto place = oracle.boxes().begin();
        std::advance(place, random_() % oracle.boxes().size());
        return place->first;
    }

    /// The changes are sorted, each is a change, and they amount to the oracle's pairs.
    void step() {
        const PairChanges& changes = sweep->step();
        EXPECT_TRUE(std::is_sorted(changes.added.begin(), changes.added.end()));
        EXPECT_TRUE(std::is_sorted(changes.removed.begin(), changes.removed.end()));
        for (const BodyPair& pair : changes.removed) EXPECT_EQ(reported.erase(pair), 1u);
        for (const BodyPair& pair : changes.added) EXPECT_TRUE(reported.insert(pair).second);
        added += changes.added.size();
        removed += changes.removed.size();
    }
    BodyPairs reportedPairs() const { return {reported.begin(), reported.end()}; }

    float uniform(float low, float high) {
        return low + (high - low) * (static_cast<float>(random_() >> 8) * 0x1p-24f);
    }

    SweepBox randomBox() {
        if (shape_.hasOddities && random_() % 16 == 0) return oddity();
        SweepBox box;
        for (int axis = 0; axis < 3; ++axis) {
            box.min[axis] = uniform(0, shape_.size[axis]);
            box.max[axis] = box.min[axis] + uniform(0.2f * shape_.longest, shape_.longest);
        }
        return box;
    }

    std::unique_ptr<BroadPhase> sweep;
    BruteForceBoxes oracle;
    std::set<BodyPair> reported;
    std::size_t added = 0, removed = 0;

private:
    /// Expects all pairs of the body, and no others.
    void lose(Index body, const BodyPairs& lost) {
        for (const BodyPair& pair : lost) {
            EXPECT_TRUE(pair.a == body || pair.b == body);
            EXPECT_EQ(reported.erase(pair), 1u);
        }
        for (const BodyPair& pair : reported) EXPECT_TRUE(pair.a != body && pair.b != body);
    }
    SweepBox oddity() {
        constexpr float kInfinity = std::numeric_limits<float>::infinity();
        constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
        const float at = uniform(-1e6f, 1e6f), x = uniform(0, shape_.size[0]);
        const SweepBox oddities[] = {
            {{-kInfinity, -kInfinity, -kInfinity}, {kInfinity, 0, kInfinity}},
            {{-1e18f, -1e18f, -1e18f}, {1e18f, 1e18f, 1e18f}},
            {{-1e6f, 0, -1e6f}, {1e6f, 1, 1e6f}},
            {{kNan, 0, 0}, {1, 1, 1}},
            {{x, x, x}, {x, kNan, x}},
            {{at, at, at}, {at + 1, at + 1, at + 1}},
            {{x, x, x}, {x, x, x}},
            {{x, 0, 0}, {x + 0.1f, shape_.size[1], shape_.size[2]}},
        };
        return oddities[random_() % std::size(oddities)];
    }

    using Velocity = std::array<float, 3>;  ///< metres per step
    Velocity randomVelocity() {
        Velocity velocity;
        for (float& along : velocity) along = uniform(-shape_.speed, shape_.speed);
        return velocity;
    }
    static SweepBox shifted(SweepBox box, const Velocity& by) {
        for (int axis = 0; axis < 3; ++axis) {
            box.min[axis] += by[axis];
            box.max[axis] += by[axis];
        }
        return box;
    }

    static SweepBox scaled(SweepBox box, float by) {
        for (int axis = 0; axis < 3 && by != 1; ++axis) {
            const float centre = (box.min[axis] + box.max[axis]) / 2, half = by * box.extent(axis) / 2;
            box.min[axis] = centre - half;
            box.max[axis] = centre + half;
        }
        return box;
    }

    Shape shape_;
    std::mt19937 random_;
    std::map<Index, Velocity> velocities_;  ///< of those that fly
};

}  // namespace ricochet::test
