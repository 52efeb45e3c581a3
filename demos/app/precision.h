#pragma once

#include "algorithms/geometry/types.h"

#include <LinearMath/btScalar.h>

#include <string>

namespace ricochet::app {

/// The precision of the Bullet that this program was built with.
#ifdef BT_USE_DOUBLE_PRECISION
inline constexpr const char* kPrecision = "double";
#else
inline constexpr const char* kPrecision = "float";
#endif

/// If another precision is requested, replaces this process by the program of that precision in the same
/// folder, with the same arguments. Returns only an error message if there is no such program.
Result<void> takePrecision(const std::string& precision, char** argv);

}  // namespace ricochet::app
