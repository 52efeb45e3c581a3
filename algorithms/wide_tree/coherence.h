#pragma once

#include "algorithms/wide_tree/traversal.h"

#include <memory>
#include <vector>

namespace ricochet::wide_tree {

/// One body of a question: which mesh, at which revision, where. Holds on to the mesh's identity, not to the
/// mesh: another mesh at the same address is another one.
struct AskedBody {
    std::weak_ptr<const Mesh> mesh;
    std::uint64_t revision = 0;
    Pose pose;

    AskedBody() = default;
    explicit AskedBody(const Placed& placed)
        : mesh(placed.model->sharedMesh()), revision(placed.model->revision()), pose(placed.pose) {}

    bool hasModelOf(const Placed& placed) const {
        const std::shared_ptr<const Mesh>& other = placed.model->sharedMesh();
        return !mesh.owner_before(other) && !other.owner_before(mesh) && revision == placed.model->revision();
    }
    bool isSameAs(const Placed& placed) const {
        return hasModelOf(placed) && pose.rotation == placed.pose.rotation &&
               pose.translation == placed.pose.translation;
    }
};

/// The pairs of leaves on which a traversal ended, for a distance larger than was asked for: where bodies
/// have moved less than the difference, the next one begins there. (Li, Chen. Incremental 3D collision
/// detection with hierarchical data structures. 1998; there the front may be anywhere in the tree.)
struct Front {
    std::vector<NodePair> leaves;
    RelativePose pose;
    float listedDistance = -1;  ///< metres in A's frame: all leaves within so much are here

    /// Nothing that is asked for at `now` can lie beyond these leaves.
    bool holdsAt(const RelativePose& now, const Tree& treeB) const;
};

/// What the wide tree keeps of a pair: the last question and its answer, the front, and memory to work in.
struct Coherence final : PairMemory::Coherence {
    AskedBody a, b;
    RelativePose pose;        ///< of the last question
    Real queryDistance = -1;  ///< no question yet
    FacePairs answer;
    Front front;
    int pause = 0;                     ///< questions for which no front is made
    std::uint64_t testsOfDescent = 0;  ///< box tests of the last question that began at the roots
    std::vector<Work> work;

    /// Forgets what was about other models.
    void begin(const Placed& placedA, const Placed& placedB) {
        a = AskedBody(placedA);
        b = AskedBody(placedB);
        queryDistance = -1;
        front.listedDistance = -1;
        pause = 0;
    }
    void remember(const Pose& poseA, const Pose& poseB, const RelativePose& relative, Real distance) {
        a.pose = poseA;
        b.pose = poseB;
        pose = relative;
        queryDistance = distance;
    }
    /// Drops a new front that is too long to pay, its making having taken so many box tests.
    void reviewFront(std::uint64_t boxTests);

    bool isAbout(const Placed& placedA, const Placed& placedB) const {
        return a.hasModelOf(placedA) && b.hasModelOf(placedB);
    }
    bool isAnswered(const Placed& placedA, const Placed& placedB, Real distance) const {
        return queryDistance == distance && a.isSameAs(placedA) && b.isSameAs(placedB);
    }
};

/// By how many metres, in A's frame, some point of B's box has moved between two relative poses.
Real displacement(const RelativePose& before, const RelativePose& now, const FrameBox& boxOfB);

/// How much farther than asked for a traversal had better look, so that the next ones can begin with its
/// front; zero where bodies have moved too far for that.
float marginFor(Coherence& known, const RelativePose& now, const Tree& treeA, const Tree& treeB);

}  // namespace ricochet::wide_tree
