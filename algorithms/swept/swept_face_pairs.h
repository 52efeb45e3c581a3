#pragma once

#include "algorithms/geometry/narrow_phase.h"
#include "algorithms/geometry/rigid_motion.h"

namespace ricochet {

/// Two bodies at the middle of their motions. Faces that touch during the motions are at most `queryDistance`
/// (metres) apart there.
struct SweepMiddle {
    MeshInstance a, b;
    Real queryDistance;
};
SweepMiddle middleOf(const CollisionModel& a, const RigidMotion& motionA, const CollisionModel& b,
                     const RigidMotion& motionB, Real gap);

/// At least every pair of faces that come within the gap during the two motions, each once. For any narrow
/// phase: the query is at the middle, for all pairs within the remaining motion, so long motions should be
/// cut into parts.
void findSweptFacePairs(const NarrowPhase& narrowPhase, const SweepMiddle& middle, PairMemory& memory,
                        FacePairs& out);

/// The same if there are at most `most` pairs; otherwise false, and `out` holds none.
bool findSweptFacePairsUpTo(std::size_t maximum, const NarrowPhase& narrowPhase, const SweepMiddle& middle,
                            PairMemory& memory, FacePairs& out);

/// Whether the two faces are near enough at the middle to touch: then every narrow phase returns them.
bool mayMeet(const SweepMiddle& middle, const FacePair& faces);

}  // namespace ricochet
