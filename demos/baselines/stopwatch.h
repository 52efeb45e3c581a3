#pragma once

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace ricochet::baselines {

/// A clock in microseconds, and what it costs to read it, which is as much as some queries take.
struct Clock {
    double (*now)();
    double cost;
};

/// CPU time of the calling thread, independent of other programs and threads.
const Clock& threadClock();
/// Wall-clock time.
const Clock& wallClock();

/// Durations of a repeated operation, in microseconds; the clock's own cost is subtracted.
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
    const std::vector<double>& microseconds() const { return microseconds_; }
    double sum() const { return std::accumulate(microseconds_.begin(), microseconds_.end(), 0.0); }
    double minimum() const { return *std::min_element(microseconds_.begin(), microseconds_.end()); }
    double median() const {
        std::vector<double> sorted = microseconds_;
        std::sort(sorted.begin(), sorted.end());
        return sorted[sorted.size() / 2];
    }

private:
    const Clock* clock_;
    std::vector<double> microseconds_;
};

}  // namespace ricochet::baselines
