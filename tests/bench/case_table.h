#pragma once

#include "tests/bench/results.h"

#include <string>

namespace ricochet::bench {

/// A Markdown table with a row for each case of the protocols: the first backend's median, and the others'
/// ratios to it.
std::string caseTable(const Results& results);

}  // namespace ricochet::bench
