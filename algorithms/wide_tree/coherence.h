#pragma once

#include "algorithms/wide_tree/traversal.h"

#include <memory>
#include <vector>

namespace ricochet::wide_tree {

/// One body of a query: its mesh, revision and pose. Refers to the mesh's identity, not to the mesh: another
/// mesh at the same address is a different one.
struct AskedBody {
    std::weak_ptr<const Mesh> mesh;
    std::uint64_t revision = 0;
    Pose pose;

    AskedBody() = default;
    explicit AskedBody(const MeshInstance& placed)
        : mesh(placed.model->sharedMesh()), revision(placed.model->revision()), pose(placed.pose) {}

    bool hasModel(const MeshInstance& placed) const {
        const std::shared_ptr<const Mesh>& other = placed.model->sharedMesh();
        return !mesh.owner_before(other) && !other.owner_before(mesh) && revision == placed.model->revision();
    }
    bool isSameAs(const MeshInstance& placed) const {
        return hasModel(placed) && pose.rotation == placed.pose.rotation &&
               pose.translation == placed.pose.translation;
    }
};

/// The pairs of leaves at which a traversal ended, for a distance larger than the query distance: as long as
/// bodies have moved less than the difference, the next traversal starts there. (Li, Chen. Incremental 3D
/// collision detection with hierarchical data structures. 1998; there the front may be anywhere in the tree.)
struct Front {
    std::vector<NodePair> leaves;
    RelativePose pose;
    float listedDistance = -1;  ///< metres in A's frame: all pairs of leaves within this distance are listed

    /// Whether the front covers the query at `now`.
    bool holdsAt(const RelativePose& now, const Tree& treeB) const;
};

/// The wide tree's data of a pair: the last query and its result, and the front.
struct Coherence final : CacheOf<Coherence> {
    AskedBody a, b;
    RelativePose pose;        ///< of the last query
    Real queryDistance = -1;  ///< negative: no query yet
    FacePairs answer;
    Front front;
    int pause = 0;                     ///< number of queries for which no front is made
    std::uint64_t testsOfDescent = 0;  ///< box tests of the last query that started at the roots

    std::unique_ptr<NarrowPhaseCache> copy() const override { return std::make_unique<Coherence>(*this); }
    /// Discards data of other models.
    void begin(const MeshInstance& placedA, const MeshInstance& placedB) {
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
    /// Drops a new front that is too long to pay off, given the number of box tests that made it.
    void reviewFront(std::uint64_t boxTests);

    bool isAbout(const MeshInstance& placedA, const MeshInstance& placedB) const {
        return a.hasModel(placedA) && b.hasModel(placedB);
    }
    bool isAnswered(const MeshInstance& placedA, const MeshInstance& placedB, Real distance) const {
        return queryDistance == distance && a.isSameAs(placedA) && b.isSameAs(placedB);
    }
};

/// Upper bound, in metres in A's frame, of the displacement of any point of B's box between two relative
/// poses.
Real displacement(const RelativePose& before, const RelativePose& now, const FrameBox& boxOfB);

/// The margin that a traversal should add to the query distance, so that the next ones can start from its
/// front; zero if bodies have moved too far for that.
float marginFor(Coherence& known, const RelativePose& now, const Tree& treeA, const Tree& treeB);

}  // namespace ricochet::wide_tree
