#pragma once

#include "algorithms/geometry/narrow_phase.h"
#include "algorithms/geometry/rigid_motion.h"

namespace ricochet {

/// At least every pair of faces that come within `gap` metres of each other in the course of the two motions,
/// each once. For any narrow phase: it is asked at the middle of the motion for all pairs within the way that
/// is left to go from there, so long motions are better cut into parts.
void findSweptFacePairs(const NarrowPhase& narrowPhase, const Model& a, const RigidMotion& motionA,
                        const Model& b, const RigidMotion& motionB, Real gap, PairMemory& memory,
                        FacePairs& out);

/// Metres: how much nearer any point of A and any point of B may come after the middle of the motions, or
/// were before it.
Real reachFromMiddle(const Model& a, const RigidMotion& motionA, const Model& b, const RigidMotion& motionB);

}  // namespace ricochet
