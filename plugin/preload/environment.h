#pragma once

#include <ricochet/settings.h>

#include <string>

namespace ricochet::preload {

/// Settings from a program's environment, or an error message about an invalid variable.
struct Request : Settings {
    bool smallSteps = false;  ///< in place of the program's sequential solvers
    std::string error;
};

/// Reads RICOCHET_NARROW, RICOCHET_SOLVER, RICOCHET_ROUND, RICOCHET_HULL, RICOCHET_CONVEX, RICOCHET_MARGINS,
/// RICOCHET_THREADS, RICOCHET_BIND_THREADS, RICOCHET_CONTINUOUS, RICOCHET_CLEARANCE, RICOCHET_MAX_PATCHES,
/// RICOCHET_PAIR_BUDGET and RICOCHET_SWEPT_CONTACTS; missing or empty variables leave the default of
/// `Settings`.
Request readEnvironment();

}  // namespace ricochet::preload
