#include "algorithms/swept/swept_face_pairs.h"

#include "algorithms/geometry/placed_vertices.h"

namespace ricochet {

Real reachFromMiddle(const Model& a, const RigidMotion& motionA, const Model& b, const RigidMotion& motionB) {
    constexpr Real kRoundUp = 1 + 1e-12;
    return kRoundUp * (0.5 * (motionA.shift - motionB.shift).norm() + turnReach(motionA, a.mesh().box()) +
                       turnReach(motionB, b.mesh().box()));
}

void findSweptFacePairs(const NarrowPhase& narrowPhase, const Model& a, const RigidMotion& motionA,
                        const Model& b, const RigidMotion& motionB, Real gap, PairMemory& memory,
                        FacePairs& out) {
    const Placed placedA{&a, poseAt(motionA, 0.5)}, placedB{&b, poseAt(motionB, 0.5)};
    const Real within = gap + reachFromMiddle(a, motionA, b, motionB);
    const Aabb boxA = placedBox(placedA.pose, a.mesh().box()), boxB = placedBox(placedB.pose, b.mesh().box());
    out.clear();
    if (!overlaps(grownOutward(boxA, within), boxB)) return;
    narrowPhase.findFacePairs(placedA, placedB, within, memory, out);
}

}  // namespace ricochet
