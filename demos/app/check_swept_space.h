#pragma once

#include "algorithms/geometry/types.h"

#include <string>

namespace ricochet::app {

/// Labelled queries of continuous collision detection by the face octree's swept-space test, all of a file as
/// the faces of two bodies. `division` is dynamic, spmd or producer-consumer. Prints each miss, and counts;
/// returns 0 if nothing was missed. False positives are allowed for a test that only reports "apart" with a
/// proof.
Result<int> checkSweptSpace(const std::string& path, const std::string& division);

}  // namespace ricochet::app
