#pragma once

#include "tests/bench/results.h"

#include <string>

namespace ricochet::bench {

/// Every case of the protocols in a line: the first backend's median, and how many times as long the others
/// take; a table in Markdown.
std::string caseTable(const Results& results);

}  // namespace ricochet::bench
