#pragma once

#include "algorithms/face_octree/checked_faces.h"
#include "algorithms/face_octree/face_check_list.h"
#include "algorithms/face_octree/face_octree.h"
#include "algorithms/face_octree/subdivision.h"

namespace ricochet {

/// One run through the stages of the paper's figure 3.1. Its arrays are kept for the next run; what they hold
/// is not.
class CollisionPass {
public:
    /// Finds the face pairs of `bodies` that lie within `within` metres.
    void run(const FaceOctreeSettings& settings, const Executor& executor, std::span<const Placed> bodies,
             Real within);

    /// Calls visit(bodyA, bodyB, faceA, faceB) for each pair found.
    template <class Visit>
    void forEachPair(Visit&& visit) const {
        for (const EntryPair& pair : pairs_) {
            visit(faces_.bodies[pair.first], faces_.bodies[pair.second], faces_.faces[pair.first],
                  faces_.faces[pair.second]);
        }
    }

    std::uint64_t boxTests() const { return boxTests_; }
    std::uint64_t triangleTests() const { return triangleTests_; }

private:
    /// A part of the octree that one thread subdivides.
    struct Branch {
        Cell cell;
        std::vector<Index> entries;
        Subdivision subdivision;
        std::vector<EntryPair> pairs;
    };

    void listFaces(const FaceOctreeSettings& settings, const Executor& executor, Real growth);
    void listPairs(const FaceOctreeSettings& settings, const Executor& executor, Real growth);
    std::size_t branchOut(const Cell& root, const SubdivisionRules& rules);
    void keepClosePairs(const Executor& executor, Real within);

    std::vector<PlacedBody> bodies_;
    std::vector<FaceCheckList> lists_;  ///< per body
    CheckedFaces faces_;
    Subdivision trunk_;
    std::vector<Index> allEntries_;
    std::vector<Branch> branches_;
    std::vector<EntryPair> pairs_;  ///< the face pair checklist, then those that pass
    std::vector<char> isClose_;     ///< per entry of the checklist
    std::uint64_t boxTests_ = 0;
    std::uint64_t triangleTests_ = 0;
};

}  // namespace ricochet
