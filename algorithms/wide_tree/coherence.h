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

    bool isSameAs(const Placed& placed) const {
        const std::shared_ptr<const Mesh>& other = placed.model->sharedMesh();
        return !mesh.owner_before(other) && !other.owner_before(mesh) &&
               revision == placed.model->revision() && pose.rotation == placed.pose.rotation &&
               pose.translation == placed.pose.translation;
    }
};

/// What the wide tree keeps of a pair: the last question and its answer, and memory to work in.
struct Coherence final : PairMemory::Coherence {
    AskedBody a, b;
    Real within = -1;  ///< no question yet
    FacePairs answer;
    std::vector<Work> work;

    bool isAnswered(const Placed& placedA, const Placed& placedB, Real distance) const {
        return within == distance && a.isSameAs(placedA) && b.isSameAs(placedB);
    }
};

}  // namespace ricochet::wide_tree
