#pragma once

#include "algorithms/spherical_field/field.h"

#include <utility>
#include <vector>

namespace ricochet::spherical_field {

/// For pictures: the edges of the shells of a level, or of the leaf level above that, as line segments in the
/// mesh's frame.
std::vector<std::pair<Vec3, Vec3>> shellOutlines(const Field& field, int level);

}  // namespace ricochet::spherical_field
