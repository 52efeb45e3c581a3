#pragma once

#include "algorithms/closest_features/closest_features.h"
#include "algorithms/closest_features/separation_proof.h"
#include "algorithms/geometry/narrow_phase.h"

#include <optional>
#include <utility>

namespace ricochet::hull_then_faces {

/// A mesh's hull, and what the exact narrow phase prepared of it.
class HullModel final : public Model {
public:
    HullModel(std::shared_ptr<const Mesh> mesh, std::shared_ptr<const Model> faces);

    const Model& faces() const { return *faces_; }
    /// None where the mesh is too large for products of three lengths.
    const Polytope* hull() const { return hull_ ? &*hull_ : nullptr; }
    std::size_t bytes() const override { return faces_->bytes() + (hull_ ? hull_->bytes() : 0); }

private:
    std::shared_ptr<const Model> faces_;
    std::optional<Polytope> hull_;
};

/// Which mesh a memory is about. Holds on to its identity: another one at the same address is another one.
struct AskedMesh {
    std::weak_ptr<const Mesh> mesh;
    std::uint64_t revision = 0;

    AskedMesh() = default;
    explicit AskedMesh(const Model& model) : mesh(model.sharedMesh()), revision(model.revision()) {}
    bool isOf(const Model& model) const {
        const std::shared_ptr<const Mesh>& other = model.sharedMesh();
        return !mesh.owner_before(other) && !other.owner_before(mesh) && revision == model.revision();
    }
};

/// What is kept of a pair of hulls.
struct HullMemory final : PairMemory::Coherence {
    AskedMesh a, b;
    FeatureMemory features;
    std::optional<SeparationProof> proof;  ///< of the last look that found them apart
    /// Of the last look that did not: where they were, and their distance in metres, 0 if they met.
    struct Nearness {
        Pose poseA, poseB;
        Real distance;
    };
    std::optional<Nearness> nearness;
    int pause = 0;      ///< questions for which hulls are not looked at
    int nextPause = 1;  ///< doubles with every look that finds them near
    PairMemory faces;   ///< the exact narrow phase's

    void begin(const Model& modelA, const Model& modelB);
};

/// Whether the hulls are proven farther apart than `within`.
bool areProvenApart(const PlacedPolytope& a, const PlacedPolytope& b, Real within, HullMemory& memory);

}  // namespace ricochet::hull_then_faces
