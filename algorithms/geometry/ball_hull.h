#pragma once

#include "algorithms/geometry/round_shape.h"

#include <vector>

namespace ricochet {

BallHull hullOf(std::vector<Ball> balls);

Vec3 supportOf(const BallHull& hull, const Vec3& direction);

NearestOnSurface nearestOn(const BallHull& hull, const Vec3& point);

}  // namespace ricochet
