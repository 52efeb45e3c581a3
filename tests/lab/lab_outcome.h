#pragma once

#include "demos/lab/program.h"
#include "tests/app/program_outcome.h"

namespace ricochet::lab {

/// Runs `ricochet-lab` within this process.
inline Outcome runLab(const std::vector<std::string>& arguments) {
    return outcomeOf(labProgram(), arguments);
}

}  // namespace ricochet::lab
