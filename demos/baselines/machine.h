#pragma once

#include <string>

namespace ricochet::baselines {

/// Processor, compiler, flags and unit of time, in one line.
std::string machine();

}  // namespace ricochet::baselines
