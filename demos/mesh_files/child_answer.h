#pragma once

#include "algorithms/geometry/types.h"

#include <cstddef>
#include <functional>
#include <string>

namespace ricochet {

struct ChildLimits {
    double seconds;     ///< by the clock
    std::size_t bytes;  ///< of memory, beyond what this process has
};

/// Computes an answer in a child process, so that crashes, hangs and excessive memory use on bad input are
/// contained there. Fails, with an error message, if there is no answer. The child's standard output and
/// error are discarded.
Result<std::string> answerOfChild(const ChildLimits& limits, const std::function<std::string()>& answer);

}  // namespace ricochet
