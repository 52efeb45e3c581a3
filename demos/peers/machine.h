#pragma once

#include <string>

namespace ricochet::peers {

/// Processor, compiler, flags and unit, in one line.
std::string machine();

}  // namespace ricochet::peers
