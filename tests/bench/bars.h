#pragma once

#include "tests/bench/results.h"

#include <string>

namespace ricochet::bench {

/// A Markdown table of the bars, the measurements, and whether these meet them.
std::string summary(const Results& results);

}  // namespace ricochet::bench
