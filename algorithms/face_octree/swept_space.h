#pragma once

#include "algorithms/face_octree/face_octree.h"
#include "algorithms/geometry/swept_narrow_phase.h"

namespace ricochet {

/// Smith, Kitamura. Towards the Realization of Real-Time Collision Detection. 1994. Chapter 4: the face
/// octree with the swept-space test, for two bodies of which continuous queries ask which faces may touch.
class SweptSpace final : public SweptNarrowPhase {
public:
    /// Threads, and how they share the pairs (`FaceOctreeSettings::division`), affect only the duration.
    explicit SweptSpace(FaceOctreeSettings settings = {},
                        std::shared_ptr<const Executor> executor = makeSerialExecutor())
        : octree_(std::move(settings), std::move(executor)) {}

    /// All pairs except those whose swept spaces are proved farther apart than the gap.
    void findSweptFacePairs(const MovingBody& a, const MovingBody& b, Real gap,
                            FacePairs& out) const override;

private:
    FaceOctree octree_;
};

}  // namespace ricochet
