#pragma once

#include "demos/peers/machine.h"
#include "demos/peers/stopwatch.h"

#include <functional>

namespace ricochet::bench {

using peers::Clock;
using peers::machine;
using peers::Stopwatch;
using peers::threadClock;
using peers::wallClock;

/// Runs a program and returns its exit code; an exception becomes a message on standard error.
int exitCodeOf(const std::function<void()>& program);

}  // namespace ricochet::bench
