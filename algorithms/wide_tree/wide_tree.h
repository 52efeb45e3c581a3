#pragma once

#include "algorithms/geometry/executor.h"
#include "algorithms/geometry/narrow_phase.h"
#include "algorithms/wide_tree/bvh_builder.h"

namespace ricochet {

struct WideTreeSettings {
    wide_tree::BuildSettings build;
    Real rebuildGrowth =
        2;  ///< a deformed tree is rebuilt once its boxes' summed area has grown by this factor
};

/// Eight-wide tree of oriented nodes, each with its own frame; float filters that return yes, no or
/// uncertain, and exact predicates for uncertain pairs. See README.md for the idea and its sources.
/// Counters: box tests are pairs of boxes, triangle tests are pairs whose boxes overlap in both leaves'
/// frames.
class WideTree final : public NarrowPhase {
public:
    explicit WideTree(WideTreeSettings settings = {},
                      std::shared_ptr<const Executor> executor = makeSerialExecutor())
        : settings_(settings), executor_(std::move(executor)) {}

    std::shared_ptr<const CollisionModel> build(std::shared_ptr<const Mesh> mesh) const override;
    std::shared_ptr<const CollisionModel> buildOnDemand(std::shared_ptr<const Mesh> mesh) const override;
    void complete(const CollisionModel& model) const override;
    Index buildNear(const CollisionModel& model, const Aabb& box, Index triangles) const override;
    std::shared_ptr<const CollisionModel> rebuild(const CollisionModel& model) const override;
    void save(const CollisionModel& model, Archive& archive) const override;
    std::shared_ptr<const CollisionModel> load(std::shared_ptr<const Mesh> mesh,
                                               Archive& archive) const override;
    void findFacePairs(const MeshInstance& a, const MeshInstance& b, Real queryDistance, PairMemory& memory,
                       FacePairs& out) const override;
    bool findFacePairsUpTo(std::size_t maximum, const MeshInstance& a, const MeshInstance& b,
                           Real queryDistance, PairMemory& memory, FacePairs& out) const override;
    bool endsEarly() const override { return true; }
    std::optional<FacePair> findFirstPair(const MeshInstance& a, const MeshInstance& b,
                                          PairMemory& memory) const override;
    std::optional<ClosestFaces> findClosestPair(const MeshInstance& a, const MeshInstance& b, Real upTo,
                                                PairMemory& memory) const override;
    void findFaces(const CollisionModel& model, const Aabb& box, std::vector<Index>& out) const override;
    void castRay(const MeshInstance& placed, const Ray& ray, std::vector<Index>& out) const override;
    std::optional<ClosestFace> closestFace(const MeshInstance& placed,
                                           const PointQuery& query) const override;

private:
    WideTreeSettings settings_;
    std::shared_ptr<const Executor> executor_;
};

}  // namespace ricochet
