#pragma once

#include "algorithms/geometry/executor.h"
#include "algorithms/geometry/narrow_phase.h"
#include "algorithms/spherical_field/field.h"

namespace ricochet {

/// Hierarchical spherical distance fields, with one centre per mesh.
/// Fuenfzig, Ullrich, Fellner. Hierarchical Spherical Distance Fields for Collision Detection. 2006.
/// This is the mode `all` of the paper, made exact; see README.md for where it differs, and determination.h
/// for its other modes.
/// Counters: box tests are tests of two boxes of cells or of clusters, triangle tests are pairs of faces
/// whose boxes are not apart.
class SphericalField final : public NarrowPhase {
public:
    /// The settings must have passed `spherical_field::check`.
    explicit SphericalField(spherical_field::FieldSettings settings = {}) : settings_(settings) {}

    std::shared_ptr<const Model> build(std::shared_ptr<const Mesh> mesh) const override;
    void findFacePairs(const Placed& a, const Placed& b, Real queryDistance, PairMemory& memory,
                       FacePairs& out) const override;
    std::optional<FacePair> findFirstPair(const Placed& a, const Placed& b,
                                          PairMemory& memory) const override;
    void findFaces(const Model& model, const Aabb& box, std::vector<Index>& out) const override;

private:
    spherical_field::FieldSettings settings_;
};

}  // namespace ricochet
