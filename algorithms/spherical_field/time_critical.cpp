#include "algorithms/spherical_field/time_critical.h"

#include <algorithm>
#include <chrono>

namespace ricochet::spherical_field {
namespace {

/// Pairs of cells that are refined between two readings of the clock: about half a microsecond.
constexpr int kStepsPerClockReading = 4;

class Deadline {
public:
    explicit Deadline(Real microseconds) : isLimited_(microseconds < 1e12) {
        if (isLimited_) {
            const auto span = std::chrono::nanoseconds(static_cast<std::int64_t>(1e3 * microseconds));
            end_ = Clock::now() + span;
        }
    }
    bool hasPassed() const { return isLimited_ && Clock::now() >= end_; }

private:
    using Clock = std::chrono::steady_clock;
    bool isLimited_;
    Clock::time_point end_ = {};
};

int cellLevel(Index cell) {
    int level = 0;
    while (firstOfLevel(level + 1) <= cell) ++level;
    return level;
}

/// One query on two fields, refined until the answer is known or the budget is spent.
class TimedDescent {
public:
    TimedDescent(const Query& query, const Budget& budget, Work& work)
        : query_(query),
          work_(work),
          deadline_(budget.microseconds),
          levels_(budget.levels),
          traversal_(query, work),
          lastLevel_(std::max(query.fieldA.level, query.fieldB.level)) {}

    TimedAnswer run() {
        work_.clear();
        if (levels_ < 1) return answerOfBounds();
        traversal_.begin();
        if (levels_ > lastLevel_ + 1) return descend();
        return compareLevels();
    }

private:
    TimedAnswer answerOfBounds() const {
        const FloatBoxes& boxes = traversal_.boxes();
        const bool mayMeet = boxes.mayOverlap(query_.fieldA.root, boxes.place(query_.fieldB.root));
        return {mayMeet ? Intersection::maybe : Intersection::apart, 0};
    }

    /// Depth-first, the pair with the deepest overlap first: if the meshes intersect, it soon finds faces
    /// that do.
    TimedAnswer descend() {
        sortNewPairs(0);
        for (int steps = 0; !work_.open.empty(); ++steps) {
            if (steps % kStepsPerClockReading == 0 && deadline_.hasPassed()) return undecided();
            const std::size_t others = work_.open.size() - 1;
            bool isLeafPair = false;
            traversal_.step([&](Index a, Index b) {
                isLeafPair = true;
                const auto stop = [&] { return !work_.found.empty() || deadline_.hasPassed(); };
                if (!traversal_.testFaces(a, b, stop)) work_.open.push_back({a, b});
            });
            if (!work_.found.empty()) return {Intersection::meets, lastLevel_ + 2};
            if (isLeafPair && work_.open.size() > others) return undecided();
            if (!isLeafPair) sortNewPairs(others);
        }
        return {Intersection::apart, lastLevel_ + 2};
    }

    /// Breadth-first, down to the level that the budget allows.
    TimedAnswer compareLevels() {
        for (int level = 1;; ++level) {
            if (work_.open.empty()) return {Intersection::apart, level};
            if (level == levels_) return {Intersection::maybe, level};
            if (deadline_.hasPassed()) return undecided();
            round_.swap(work_.open);
            for (const CellPair& pair : round_) refineBoth(pair);
            round_.clear();
        }
    }

    /// Appends the pairs of the next level to `work_.open`.
    void refineBoth(CellPair pair) {
        const std::size_t first = work_.open.size();
        if (query_.fieldA.isLeaf(pair.a)) {
            work_.open.push_back(pair);
        } else {
            traversal_.refineA(pair);
        }
        if (query_.fieldB.isLeaf(pair.b)) return;
        half_.assign(work_.open.begin() + static_cast<std::ptrdiff_t>(first), work_.open.end());
        work_.open.resize(first);
        for (const CellPair& refined : half_) traversal_.refineB(refined);
    }

    /// Sorts the pairs added last, so that the deepest overlap is popped next.
    void sortNewPairs(std::size_t first) {
        const auto depth = [this](const CellPair& pair) {
            const CellNode& a = query_.fieldA.cells[pair.a];
            const CellNode& b = query_.fieldB.cells[pair.b];
            const FloatBoxes& boxes = traversal_.boxes();
            const Eigen::Vector3f centre = boxes.rotation() * b.centre() + boxes.translation();
            const float radii = a.radiusSquared() + b.radiusSquared();
            return radii / ((centre - a.centre()).squaredNorm() + std::numeric_limits<float>::min());
        };
        const auto begin = work_.open.begin() + static_cast<std::ptrdiff_t>(first);
        std::sort(begin, work_.open.end(),
                  [&](const CellPair& p, const CellPair& q) { return depth(p) < depth(q); });
    }

    TimedAnswer undecided() const {
        int level = lastLevel_ + 1;
        for (const CellPair& pair : work_.open) {
            level = std::min({level, cellLevel(pair.a) + 1, cellLevel(pair.b) + 1});
        }
        return {Intersection::maybe, level};
    }

    const Query& query_;
    Work& work_;
    const Deadline deadline_;
    const int levels_;
    Traversal traversal_;
    const int lastLevel_;
    std::vector<CellPair> round_, half_;
};

}  // namespace

TimedAnswer intersects(const Query& query, const Budget& budget, Work& work) {
    return TimedDescent(query, budget, work).run();
}

}  // namespace ricochet::spherical_field
