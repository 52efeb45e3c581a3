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

/// Where another precision than ours is asked for, the program of that precision beside this one takes over,
/// with the same arguments: then this does not return, but for one sentence where there is no such program.
Result<void> takePrecision(const std::string& precision, char** argv);

}  // namespace ricochet::app
