#pragma once

#include <string>
#include <vector>

namespace ricochet::app {

struct Outcome {
    int exitCode;
    std::string out;    ///< standard output
    std::string error;  ///< standard error
};

/// Runs the program within this process.
Outcome runWith(const std::vector<std::string>& arguments);

}  // namespace ricochet::app
