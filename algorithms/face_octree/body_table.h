#pragma once

#include "algorithms/geometry/face_pair_batch.h"
#include "algorithms/geometry/overlap_regions.h"

#include <span>
#include <vector>

namespace ricochet {

/// The bodies of the queries of a step, each once: a body is a model at a pose. Arrays are reused.
class BodyTable {
public:
    /// In the order of their first query. Two equal sides of one query are two bodies.
    void assign(std::span<const FacePairQuery> queries);

    std::span<const MeshInstance> bodies() const { return bodies_; }
    /// The bodies of each query.
    std::span<const PairOfBodies> pairs() const { return pairs_; }

private:
    Index find(const MeshInstance& placed);
    Index add(const MeshInstance& placed);

    std::vector<MeshInstance> bodies_;
    std::vector<PairOfBodies> pairs_;
    std::vector<Index> slots_;  ///< a hash table with open addressing: bodies, or kNone
};

}  // namespace ricochet
