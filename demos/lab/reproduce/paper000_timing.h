#pragma once

#include "demos/app/replay/report_page.h"
#include "demos/app/text_table.h"
#include "demos/baselines/stopwatch.h"
#include "demos/lab/reproduce/paper000_motions.h"

#include <functional>
#include <string>
#include <vector>

namespace ricochet::lab::paper000 {

using namespace app;

/// Microseconds of processor time at each cycle of a run, from the first to the last.
struct Series {
    std::string label;
    std::vector<double> cycles;

    double last() const { return cycles.back(); }
    double median() const;
};

/// Repeats the run and takes the median of each cycle. `begin` is called before each repetition and returns
/// the timed function of the poses.
using Detect = std::function<void(const std::vector<Pose>&)>;
Series timed(const std::string& label, const Run& run, int times, const std::function<Detect()>& begin);

/// Cycle by cycle, a column for each series.
TextTable tableOf(const std::vector<Series>& all);
PageChart chartOf(const std::string& title, const std::string& subtitle, const std::vector<Series>& all);

/// Three digits.
std::string text(double value);

/// The median over the calls, microseconds of processor time.
template <class Action>
double medianOf(int times, const Action& action) {
    baselines::Stopwatch watch;
    for (int i = 0; i < times; ++i) watch.time(action);
    return watch.median();
}

/// Brute force over all faces of two placed bodies, microseconds: a unit in which times of different
/// machines can be compared.
double bruteForceMicroseconds(const Run& run, int repeats);

}  // namespace ricochet::lab::paper000
