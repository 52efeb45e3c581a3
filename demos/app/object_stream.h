#pragma once

#include "algorithms/mktree/world_object.h"

#include <iosfwd>
#include <string>

namespace ricochet::app {

/// The objects that a generator writes one after the other, little-endian: once the 8 characters RCOBJECT,
/// then of each object u32 part, u32 vertices v, u32 faces f, 3 v f64 coordinates in metres, 3 f u32 corners.
/// Parts begin with 0, and a new one is the last one's successor; faces are numbered as they come in their
/// part. The end of the stream ends the world. `in` must outlive the stream, `name` is for error messages.
mktree::ObjectStream objectsIn(std::istream& in, const std::string& name);

}  // namespace ricochet::app
