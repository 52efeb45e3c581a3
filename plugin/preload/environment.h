#pragma once

#include <ricochet/settings.h>

#include <string>

namespace ricochet::preload {

/// Settings from a program's environment, or an error message about an invalid variable.
struct Request : Settings {
    Request() { meshInertia = true; }
    bool smallSteps = false;  ///< in place of the program's sequential solvers
    std::string error;
};

/// Reads the variables that plugin/README.md lists; missing or empty ones leave the default of `Request`.
Request readEnvironment();

}  // namespace ricochet::preload
