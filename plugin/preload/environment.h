#pragma once

#include <ricochet/settings.h>

#include <string>

namespace ricochet::preload {

/// Settings that a program's environment asks for, or one sentence about a variable that makes no sense.
struct Request {
    Settings settings;
    std::string error;
};

/// Reads RICOCHET_NARROW, RICOCHET_ROUND, RICOCHET_CONVEX, RICOCHET_MARGINS, RICOCHET_THREADS,
/// RICOCHET_CLEARANCE, RICOCHET_MAX_PATCHES, RICOCHET_PAIR_BUDGET and RICOCHET_SWEPT_CONTACTS; what is not
/// there or empty is as `Settings` has it.
Request readEnvironment();

}  // namespace ricochet::preload
