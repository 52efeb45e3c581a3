#pragma once

#include "algorithms/geometry/face_pair_batch.h"

#include <cstdint>
#include <memory>
#include <utility>

namespace ricochet {

/// A mesh and its pose; owns the mesh, so that no other one can take its address.
class HeldMesh {
public:
    void hold(const MeshInstance& placed) {
        if (mesh_ != placed.model->sharedMesh()) mesh_ = placed.model->sharedMesh();
        revision_ = placed.model->revision();
        pose_ = placed.pose;
    }
    bool is(const MeshInstance& placed) const {
        return mesh_.get() == &placed.mesh() && revision_ == placed.model->revision() &&
               pose_.rotation == placed.pose.rotation && pose_.translation == placed.pose.translation;
    }

private:
    std::shared_ptr<const Mesh> mesh_;
    std::uint64_t revision_ = 0;
    Pose pose_;
};

/// The result of a query that a FacePairBatch computed early. Stays in the pair's memory, so that its arrays
/// are used again, but is valid for one call only.
class PreparedPairs final : public CacheOf<PreparedPairs> {
public:
    /// That of the query's memory, emptied.
    static PreparedPairs& of(const FacePairQuery& query) {
        auto& prepared = cacheIn<PreparedPairs>(*query.memory);
        prepared.a_.hold(query.a);
        prepared.b_.hold(query.b);
        prepared.queryDistance_ = query.queryDistance;
        prepared.isValid_ = true;
        prepared.pairs.clear();
        prepared.counters = {};
        return prepared;
    }

    /// Moves the pairs to `out` if this very query was prepared, and counts it. False otherwise. In any case
    /// the result is used up.
    static bool take(const MeshInstance& a, const MeshInstance& b, Real queryDistance, PairMemory& memory,
                     FacePairs& out) {
        auto* const prepared = asKind<PreparedPairs>(memory.cache.get());
        if (!prepared || !std::exchange(prepared->isValid_, false)) return false;
        if (!prepared->a_.is(a) || !prepared->b_.is(b) || prepared->queryDistance_ != queryDistance)
            return false;
        out.swap(prepared->pairs);
        memory.counters.calls += 1;
        memory.counters.boxTests += prepared->counters.boxTests;
        memory.counters.triangleTests += prepared->counters.triangleTests;
        memory.counters.facePairs += out.size();
        return true;
    }

    FacePairs pairs;
    Counters counters;  ///< tests

private:
    HeldMesh a_, b_;
    Real queryDistance_ = 0;
    bool isValid_ = false;
};

}  // namespace ricochet
