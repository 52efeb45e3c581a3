#pragma once

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

namespace ricochet::bench {

/// What the calling thread has spent on the processor; other programs do not count, nor do other threads.
double threadMicroseconds();

/// What it costs to read that clock, which is as much as some queries take.
double clockMicroseconds();

/// Durations of one thing that was done again and again, in microseconds of the calling thread; the clock's
/// own time is taken off.
class Stopwatch {
public:
    template <class Action>
    void time(Action&& action) {
        const double begin = threadMicroseconds();
        action();
        const double spent = threadMicroseconds() - begin;
        microseconds_.push_back(std::max(0.0, spent - clockMicroseconds()));
    }
    double sum() const { return std::accumulate(microseconds_.begin(), microseconds_.end(), 0.0); }
    double least() const { return *std::min_element(microseconds_.begin(), microseconds_.end()); }
    double median() const {
        std::vector<double> sorted = microseconds_;
        std::sort(sorted.begin(), sorted.end());
        return sorted[sorted.size() / 2];
    }

private:
    std::vector<double> microseconds_;
};

/// Processor, compiler, flags and unit, in one line.
std::string machine();

}  // namespace ricochet::bench
