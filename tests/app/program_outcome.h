#pragma once

#include "demos/app/subcommand.h"

#include <string>
#include <vector>

namespace ricochet::app {

struct Outcome {
    int exitCode;
    std::string out;    ///< standard output
    std::string error;  ///< standard error
};

/// A Wavefront file with one tetrahedron.
inline const std::string kTetrahedron =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

/// Runs a program within this process.
Outcome outcomeOf(const Program& program, const std::vector<std::string>& arguments);
/// `ricochet`.
Outcome runWith(const std::vector<std::string>& arguments);

}  // namespace ricochet::app
