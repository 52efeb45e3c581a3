#pragma once

#include "algorithms/geometry/narrow_phase.h"
#include "algorithms/geometry/rigid_motion.h"

namespace ricochet {

/// Two bodies at the middle of their motions. Faces that meet in the course of these are not farther apart
/// there than `queryDistance` (metres).
struct SweepMiddle {
    Placed a, b;
    Real queryDistance;
};
SweepMiddle middleOf(const Model& a, const RigidMotion& motionA, const Model& b, const RigidMotion& motionB,
                     Real gap);

/// At least every pair of faces that come within the gap in the course of the two motions, each once. For any
/// narrow phase: it is asked at the middle for all pairs within the motion that is left from there, so
/// long motions are better cut into parts.
void findSweptFacePairs(const NarrowPhase& narrowPhase, const SweepMiddle& middle, PairMemory& memory,
                        FacePairs& out);

/// Whether the two faces are near enough at the middle to meet: then every narrow phase hands them out.
bool mayMeet(const SweepMiddle& middle, const FacePair& faces);

}  // namespace ricochet
