#pragma once

#include "algorithms/geometry/round_shape.h"

#include <vector>

namespace ricochet {

SphereHull hullOf(std::vector<Sphere> spheres);

Vec3 supportOf(const SphereHull& hull, const Vec3& direction);

NearestOnSurface nearestOn(const SphereHull& hull, const Vec3& point);

}  // namespace ricochet
