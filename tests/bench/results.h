#pragma once

#include "tests/bench/measure.h"

#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

namespace ricochet::bench {

/// One line of the table; NaN for values not measured.
struct Row {
    std::string caseName;
    std::string backend;
    double medianUs = NAN;
    double minUs = NAN;
    double pairs = NAN;  ///< of all poses together
    double ratio = NAN;  ///< median against that of the first backend of the case
    double buildUsPerTriangle = NAN;
    double bytesPerTriangle = NAN;
    double boxTests = NAN;  ///< of all poses together
    double triangleTests = NAN;
    std::string note = {};  ///< without a comma
};

/// A row with times and ratio only.
Row timedRow(const std::string& caseName, const std::string& backend, const Stopwatch& watch,
             const Stopwatch& watchOfFirst);

/// Everything that was measured in one run.
class Results {
public:
    void add(const Row& row) { rows_.push_back(row); }
    const std::vector<Row>& rows() const { return rows_; }
    /// Null if there is none.
    const Row* find(const std::string& caseName, const std::string& backend) const;

private:
    std::vector<Row> rows_;
};

/// The names of the columns, without a line end.
extern const char* const kColumns;

/// The row's values in the order of the columns; empty for NaN.
std::string csvLine(const Row& row);

}  // namespace ricochet::bench
