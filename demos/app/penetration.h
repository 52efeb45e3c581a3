#pragma once

#include "demos/app/solid.h"

namespace ricochet::app {

/// How deep two solids are inside one another, in metres: the deepest point of either one's vertices and
/// edges inside the other, by its distance to the other's surface. Zero if neither has any inside the other.
Real penetration(const Solid& a, const Pose& aToWorld, const Solid& b, const Pose& bToWorld);

}  // namespace ricochet::app
