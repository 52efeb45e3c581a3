#include "algorithms/face_octree/swept_space.h"

namespace ricochet {
namespace {

constexpr Real kRoundUp = 1 + 1e-12;
constexpr Real kPlaced =
    1e-14;  // of the largest coordinate: rounding of vertices that a caller places by paths

Real largestCoordinate(const MeshInstance& placed) {
    const Aabb box = placedBox(placed.pose, placed.mesh().box());
    return std::max(box.min.cwiseAbs().maxCoeff(), box.max.cwiseAbs().maxCoeff());
}

/// Its share of the gap as a part of what it sweeps.
MovingBody grownBy(MovingBody body, Real by) {
    const Real rounding = kPlaced * std::max(largestCoordinate(body.at0), largestCoordinate(body.at1));
    body.deviation = kRoundUp * (body.deviation + by) + rounding;
    return body;
}

}  // namespace

void SweptSpace::findSweptFacePairs(const MovingBody& a, const MovingBody& b, Real gap,
                                    FacePairs& out) const {
    const std::array<MovingBody, 2> bodies = {grownBy(a, gap / 2), grownBy(b, gap / 2)};
    std::vector<CollidingFaces> found;
    octree_.findSweptCollidingFaces(bodies, found);
    out.clear();
    for (const CollidingFaces& faces : found) out.push_back({faces.faceA, faces.faceB});
}

}  // namespace ricochet
