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

/// Lets a child process work out an answer, so that code which crashes, hangs or takes all memory on bad
/// input does so there. Fails, with one sentence, where no answer comes. What the child writes to its
/// standard streams is dropped.
Result<std::string> answerOfChild(const ChildLimits& limits, const std::function<std::string()>& answer);

}  // namespace ricochet
