#pragma once

#include <algorithm>
#include <cstddef>
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

/// What one backend did in one case.
struct Entry {
    std::string backend;
    Stopwatch watch = {};
    std::size_t pairs = 0;  ///< face pairs, of all queries
};

/// Processor, compiler, flags and unit, in one line.
std::string machine();

/// A comment that says on what it was measured, and the names of the columns.
void printHeader();

/// One row per entry; `ratio` is against the first one's median.
void printRows(const std::string& name, const std::vector<Entry>& entries);

/// Ends the program where two backends that answer exactly found different numbers of pairs.
void requireEqualPairs(const std::string& name, const Entry& a, const Entry& b);

}  // namespace ricochet::bench
