#pragma once

#include "tests/bench/results.h"

#include <string>

namespace ricochet::bench {

/// The bars, what was measured, and whether it meets them: a table in Markdown.
std::string summary(const Results& results);

}  // namespace ricochet::bench
