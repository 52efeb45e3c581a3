#include "algorithms/closest_features/clipping.h"

#include <Eigen/Geometry>

namespace ricochet {
namespace {

/// The intersection of the side from p to q with a plane that separates p and q.
Vec3 crossing(const ClipCorner& p, const ClipCorner& q, Real heightP, Real heightQ) {
    return p.point + heightP / (heightP - heightQ) * (q.point - p.point);
}

}  // namespace

void clipToPrism(std::span<const Vec3> prism, const Vec3& normal, Real tolerance,
                 std::vector<ClipCorner>& polygon, std::vector<ClipCorner>& spare) {
    for (std::size_t i = 0; i < prism.size() && !polygon.empty(); ++i) {
        const Vec3& from = prism[i];
        const Vec3 outwards = (prism[(i + 1) % prism.size()] - from).cross(normal);
        const Real limit = tolerance * outwards.norm();
        const auto heightOf = [&](const ClipCorner& c) { return outwards.dot(c.point - from) - limit; };
        const auto name = static_cast<std::uint8_t>(kFirstPrismSide + i);
        spare.clear();
        const ClipCorner* last = &polygon.back();
        Real lastHeight = heightOf(*last);
        for (const ClipCorner& corner : polygon) {
            const Real height = heightOf(corner);
            if (lastHeight <= 0 && height > 0) {
                spare.push_back({crossing(*last, corner, lastHeight, height), last->after, name});
            } else if (lastHeight > 0 && height <= 0) {
                spare.push_back({crossing(*last, corner, lastHeight, height), name, last->after});
            }
            if (height <= 0) spare.push_back(corner);
            last = &corner;
            lastHeight = height;
        }
        polygon.swap(spare);
    }
}

}  // namespace ricochet
