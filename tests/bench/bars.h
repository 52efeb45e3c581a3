#pragma once

#include "tests/bench/results.h"

#include <string>

namespace ricochet::bench {

/// What is to be reached, what was measured, and whether the one meets the other: a table in Markdown.
std::string summary(const Results& results);

}  // namespace ricochet::bench
