#pragma once

#include "demos/baselines/machine.h"
#include "demos/baselines/stopwatch.h"

#include <functional>

namespace ricochet::bench {

using baselines::Clock;
using baselines::machine;
using baselines::Stopwatch;
using baselines::threadClock;
using baselines::wallClock;

/// Runs a program and returns its exit code; an exception becomes a message on standard error.
int exitCodeOf(const std::function<void()>& program);

}  // namespace ricochet::bench
