#pragma once

#include "algorithms/closest_features/closest_features.h"
#include "algorithms/closest_features/feature_colours.h"
#include "algorithms/closest_features/separation_proof.h"
#include "algorithms/geometry/narrow_phase.h"

#include <algorithm>
#include <mutex>
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
    /// Of a model that has a hull. Found when first asked for; `bytes` does not count them.
    const FeatureColours& colours() const;
    std::size_t bytes() const override { return faces_->bytes() + (hull_ ? hull_->bytes() : 0); }

private:
    std::shared_ptr<const Model> faces_;
    std::optional<Polytope> hull_;
    mutable std::once_flag areColoured_;
    mutable FeatureColours colours_;
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

/// Questions to let pass before one is looked at again: twice as many after each look that was in vain.
class Pause {
public:
    bool isOver() { return left_ == 0 || left_-- == 0; }
    void lookedInVain() {
        left_ = next_;
        next_ = std::min(2 * next_, kLongest);
    }
    void reset() { *this = {}; }

private:
    static constexpr int kLongest = 8;  // the look costs an eighth then, and comes late by no more
    int left_ = 0, next_ = 1;
};

/// What is cached for a pair of hulls.
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
    Pause ofHulls;                     ///< after looks that found them near
    Pause ofRed;                       ///< after faces where red meets red that did not meet
    std::optional<FacePair> lastPair;  ///< the last answer of `findFirstPair`, if there was one
    PairMemory faces;                  ///< the exact narrow phase's

    void begin(const Model& modelA, const Model& modelB);
};

/// Whether the hulls are proven farther apart than `queryDistance`.
bool areProvenApart(const PlacedPolytope& a, const PlacedPolytope& b, Real queryDistance, HullMemory& memory);

}  // namespace ricochet::hull_then_faces
