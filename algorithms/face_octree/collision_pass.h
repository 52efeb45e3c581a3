#pragma once

#include "algorithms/face_octree/checked_faces.h"
#include "algorithms/face_octree/divided_tests.h"
#include "algorithms/face_octree/face_check_list.h"
#include "algorithms/face_octree/face_octree.h"
#include "algorithms/geometry/subdivision.h"

namespace ricochet {

/// How deep cells are divided.
SubdivisionRules subdivisionRules(const FaceOctreeSettings& settings);

/// One run through the stages of the paper's figure 3.1. The next run reuses its arrays, but not their
/// contents.
class CollisionPass {
public:
    /// Finds the face pairs of `bodies` that lie within `queryDistance` metres.
    void run(const FaceOctreeSettings& settings, const Executor& executor,
             std::span<const MeshInstance> bodies, Real queryDistance);

    /// Finds the face pairs of bodies that may touch during a step.
    void run(const FaceOctreeSettings& settings, const Executor& executor,
             std::span<const MovingBody> bodies);

    /// Finds the candidates among the pairs of bodies: at least every two faces that lie within the sum of
    /// their bodies' growths (metres). Bodies of other pairs may also be compared.
    void findCandidates(const FaceOctreeSettings& settings, const Executor& executor,
                        std::span<const MeshInstance> bodies, std::span<const Real> growths,
                        std::span<const PairOfBodies> pairs);

    // The stages one by one, to time them: one of the first two, then the others in this order.
    void place(std::span<const MeshInstance> bodies, Real queryDistance);
    void place(std::span<const MovingBody> bodies);
    void findRegions(const FaceOctreeSettings& settings, const Executor& executor);
    void listFaces(const FaceOctreeSettings& settings, const Executor& executor);
    void listPairs(const FaceOctreeSettings& settings, const Executor& executor);
    void testPairs(const FaceOctreeSettings& settings, const Executor& executor);

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
        OctreeCell cell;
        std::vector<Index> entries;
        Subdivision subdivision;
        std::vector<EntryPair> pairs;
    };

    void restart();
    void runStages(const FaceOctreeSettings& settings, const Executor& executor);
    SubdivisionRules rulesFrom(const FaceOctreeSettings& settings) const;
    bool hasPairs();
    std::size_t branchOut(const OctreeCell& root, const SubdivisionRules& rules);
    void subdivideBranches(const OctreeCell& root, const SubdivisionRules& rules, const Executor& executor);
    void subdivideAtOnce(const OctreeCell& root, const SubdivisionRules& rules,
                         const std::function<void(const EntryPair&)>& take);
    void listAndTestPairs(const FaceOctreeSettings& settings, const Executor& executor);
    void dropRepetitions();

    std::vector<PlacedBody> bodies_;
    std::vector<FaceCheckList> lists_;  ///< per body
    CheckedFaces faces_;
    Subdivision trunk_;
    std::vector<Index> allEntries_;
    std::vector<Branch> branches_;
    std::vector<EntryPair> ofVoxel_;
    std::vector<EntryPair> pairs_;  ///< the face pair checklist, then those that pass
    ListedTests listedTests_;
    ProducerAndConsumers producerAndConsumers_;
    Real queryDistance_ = 0;
    std::uint64_t boxTests_ = 0;
    std::uint64_t triangleTests_ = 0;
};

}  // namespace ricochet
