#include "algorithms/swept/swept_face_pairs.h"

#include "algorithms/geometry/placed_vertices.h"

namespace ricochet {

namespace {

constexpr Real kRoundUp = 1 + 1e-12;

/// Metres: upper bound by which the distance of any points of A and B may be smaller at another time than at
/// the middle of the motions.
Real displacementFromMiddle(const CollisionModel& a, const RigidMotion& motionA, const CollisionModel& b,
                            const RigidMotion& motionB) {
    return kRoundUp * (0.5 * (motionA.translation - motionB.translation).norm() +
                       turnDisplacement(motionA, a.mesh().box()) + turnDisplacement(motionB, b.mesh().box()));
}

Real queryDistanceAt(const SweepMiddle& middle) { return kRoundUp * middle.queryDistance; }

bool areBoxesNear(const SweepMiddle& middle) {
    const Aabb boxA = placedBox(middle.a.pose, middle.a.mesh().box()),
               boxB = placedBox(middle.b.pose, middle.b.mesh().box());
    return overlaps(grownOutward(boxA, queryDistanceAt(middle)), boxB);
}

}  // namespace

SweepMiddle middleOf(const CollisionModel& a, const RigidMotion& motionA, const CollisionModel& b,
                     const RigidMotion& motionB, Real gap) {
    return {{&a, poseAt(motionA, 0.5)},
            {&b, poseAt(motionB, 0.5)},
            gap + displacementFromMiddle(a, motionA, b, motionB)};
}

void findSweptFacePairs(const NarrowPhase& narrowPhase, const SweepMiddle& middle, PairMemory& memory,
                        FacePairs& out) {
    out.clear();
    if (!areBoxesNear(middle)) return;
    narrowPhase.findFacePairs(middle.a, middle.b, queryDistanceAt(middle), memory, out);
}

bool findSweptFacePairsUpTo(std::size_t maximum, const NarrowPhase& narrowPhase, const SweepMiddle& middle,
                            PairMemory& memory, FacePairs& out) {
    out.clear();
    return !areBoxesNear(middle) ||
           narrowPhase.findFacePairsUpTo(maximum, middle.a, middle.b, queryDistanceAt(middle), memory, out);
}

bool mayMeet(const SweepMiddle& middle, const FacePair& faces) {
    const ClosestPoints closest =
        closestPoints(middle.a.triangle(faces.faceA), middle.b.triangle(faces.faceB));
    return closest.distanceSquared <= middle.queryDistance * middle.queryDistance;
}

}  // namespace ricochet
