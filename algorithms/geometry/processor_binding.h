#pragma once

#include "algorithms/geometry/executor.h"

#include <memory>
#include <string>
#include <vector>

namespace ricochet {

/// As `makeThreadExecutor`, but each of its own threads stays on one processor, in turn of those on which the
/// calling thread may run; the threads that call `run` are left alone. Free where the system cannot bind
/// them.
std::shared_ptr<const Executor> makeBoundThreadExecutor(Index threads);

/// Empty, or one sentence that tells why threads cannot be bound to processors on this system.
std::string whyThreadsCannotBeBound();

/// The processors on which the calling thread may run, by the system's numbers; empty where it cannot tell.
std::vector<int> allowedProcessors();

/// The number of the calling process, which a process that is forked from it does not share.
int processNumber();

/// From now on the calling thread runs on that processor only. Returns whether the system did so.
bool bindThisThread(int processor);

}  // namespace ricochet
