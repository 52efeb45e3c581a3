#pragma once

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace ricochet::peers {

/// A clock in microseconds, and what it costs to read it, which is as much as some queries take.
struct Clock {
    double (*now)();
    double cost;
};

/// What the calling thread has spent on the processor; other programs do not count, nor do other threads.
const Clock& threadClock();
/// The time of day goes on for all.
const Clock& wallClock();

/// Durations of one thing that was done again and again, in microseconds; the clock's own cost is taken off.
class Stopwatch {
public:
    Stopwatch() : Stopwatch(threadClock()) {}
    explicit Stopwatch(const Clock& clock) : clock_(&clock) {}

    /// Times that are known already.
    explicit Stopwatch(std::vector<double> microseconds)
        : clock_(&threadClock()), microseconds_(std::move(microseconds)) {}

    template <class Action>
    void time(Action&& action) {
        const double begin = clock_->now();
        action();
        microseconds_.push_back(std::max(0.0, clock_->now() - begin - clock_->cost));
    }
    double sum() const { return std::accumulate(microseconds_.begin(), microseconds_.end(), 0.0); }
    double least() const { return *std::min_element(microseconds_.begin(), microseconds_.end()); }
    double median() const {
        std::vector<double> sorted = microseconds_;
        std::sort(sorted.begin(), sorted.end());
        return sorted[sorted.size() / 2];
    }

private:
    const Clock* clock_;
    std::vector<double> microseconds_;
};

}  // namespace ricochet::peers
