#pragma once

#include "demos/app/reproduce/line_chart.h"
#include "demos/app/reproduce/paper000_motions.h"
#include "demos/app/text_table.h"
#include "demos/peers/stopwatch.h"

#include <functional>
#include <string>
#include <vector>

namespace ricochet::app::paper000 {

/// Microseconds of processor time at each cycle of a run, from the first to the last.
struct Series {
    std::string label;
    std::vector<double> cycles;

    double last() const { return cycles.back(); }
    double median() const;
};

/// Goes through the run so often and takes each cycle's median. `begin` is called before each time through
/// and returns what is timed, which is told the poses.
using Detect = std::function<void(const std::vector<Pose>&)>;
Series timed(const std::string& label, const Run& run, int times, const std::function<Detect()>& begin);

/// Cycle by cycle, a column for each series.
TextTable tableOf(const std::vector<Series>& all);
LineChart chartOf(const std::string& title, const std::string& subtitle, const std::vector<Series>& all);

/// Three digits.
std::string text(double value);
std::string yesOrNo(bool holds);

/// The median of so many calls, microseconds of processor time.
template <class Action>
double medianOf(int times, const Action& action) {
    peers::Stopwatch watch;
    for (int i = 0; i < times; ++i) watch.time(action);
    return watch.median();
}

/// Brute force over all faces of two placed bodies, microseconds: other times may be compared by it from
/// machine to machine.
double bruteForceMicroseconds(const Run& run, int repeats);

}  // namespace ricochet::app::paper000
