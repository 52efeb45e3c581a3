#pragma once

#include "algorithms/geometry/narrow_phase.h"

namespace ricochet {

struct HullThenFacesSettings {
    /// `findFirstPair` first tests the pair that it returned the last time.
    bool beginsWithLastPair = true;
    /// `findFirstPair` may return two faces of the models at overlapping red features of the hulls
    /// (FeatureColours), once the exact triangle test has confirmed them. Off by default, because it costs
    /// more than it saves.
    bool answersWhereRedMeetsRed = false;
};

/// Hulls first, faces only if the hulls are near: the middle layer of paper 001 (4.1). A pair whose hulls are
/// proved apart by more than the query distance is done; any other goes to an exact narrow phase.
/// Counters: one box test is a test of a pair of hulls; the rest is the exact narrow phase's.
class HullThenFaces final : public NarrowPhase {
public:
    explicit HullThenFaces(std::shared_ptr<const NarrowPhase> faces, HullThenFacesSettings settings = {})
        : faces_(std::move(faces)), settings_(settings) {}

    std::shared_ptr<const CollisionModel> build(std::shared_ptr<const Mesh> mesh) const override;
    std::shared_ptr<const CollisionModel> rebuild(const CollisionModel& model) const override;
    void findFacePairs(const MeshInstance& a, const MeshInstance& b, Real queryDistance, PairMemory& memory,
                       FacePairs& out) const override;
    std::optional<FacePair> findFirstPair(const MeshInstance& a, const MeshInstance& b,
                                          PairMemory& memory) const override;
    std::optional<ClosestFaces> findClosestPair(const MeshInstance& a, const MeshInstance& b, Real upTo,
                                                PairMemory& memory) const override;
    void findFaces(const CollisionModel& model, const Aabb& box, std::vector<Index>& out) const override;
    void castRay(const MeshInstance& placed, const Ray& ray, std::vector<Index>& out) const override;
    std::optional<ClosestFace> closestFace(const MeshInstance& placed,
                                           const PointQuery& query) const override;

private:
    std::shared_ptr<const NarrowPhase> faces_;
    HullThenFacesSettings settings_;
};

}  // namespace ricochet
