#include "tests/bench/results.h"

#include <algorithm>
#include <array>

namespace ricochet::bench {
namespace {

std::string number(double value, const char* format) {
    if (std::isnan(value)) return {};
    std::array<char, 40> text;
    std::snprintf(text.data(), text.size(), format, value);
    return text.data();
}

}  // namespace

Row timedRow(const std::string& caseName, const std::string& backend, const Stopwatch& watch,
             const Stopwatch& watchOfFirst) {
    Row row = {caseName, backend};
    row.medianUs = watch.median();
    row.minUs = watch.minimum();
    row.ratio = watch.median() / watchOfFirst.median();
    return row;
}

const Row* Results::find(const std::string& caseName, const std::string& backend) const {
    const auto row = std::find_if(rows_.begin(), rows_.end(), [&](const Row& r) {
        return r.caseName == caseName && r.backend == backend;
    });
    return row == rows_.end() ? nullptr : &*row;
}

const char* const kColumns =
    "case,backend,median_us,min_us,pairs,ratio,build_us_per_triangle,bytes_per_triangle,box_tests,triangle_"
    "tests,note";

std::string csvLine(const Row& row) {
    return row.caseName + "," + row.backend + "," + number(row.medianUs, "%.2f") + "," +
           number(row.minUs, "%.2f") + "," + number(row.pairs, "%.0f") + "," + number(row.ratio, "%.4g") +
           "," + number(row.buildUsPerTriangle, "%.2f") + "," + number(row.bytesPerTriangle, "%.1f") + "," +
           number(row.boxTests, "%.0f") + "," + number(row.triangleTests, "%.0f") + "," + row.note;
}

}  // namespace ricochet::bench
