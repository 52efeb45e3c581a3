#include "algorithms/contact/pair_input.h"

#include <algorithm>
#include <limits>

namespace ricochet {

Real BodyInput::radius() const {
    if (round) return radiusOf(*round);
    if (convex) return convex->radius();
    if (surface) return surface->radius;
    return bounds ? bounds->radius : std::numeric_limits<Real>::infinity();
}

Vec3 BodyInput::middle() const {
    if (round || convex) return pose.translation;
    if (surface) return transformPoint(pose, surface->centre);
    return bounds ? bounds->centre : pose.translation;
}

Real PairInput::smallerRadius() const { return std::min(a.radius(), b.radius()); }

}  // namespace ricochet
