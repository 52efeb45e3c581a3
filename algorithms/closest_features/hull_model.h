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

/// A mesh's hull, and the exact narrow phase's model of the mesh.
class HullModel final : public CollisionModel {
public:
    HullModel(std::shared_ptr<const Mesh> mesh, std::shared_ptr<const CollisionModel> faces);

    const CollisionModel& faces() const { return *faces_; }
    /// None if the mesh is too large for products of three lengths.
    const Polytope* hull() const { return hull_ ? &*hull_ : nullptr; }
    /// The model must have a hull. Computed at first use; `bytes` does not count them.
    const FeatureColours& colours() const;
    std::size_t bytes() const override { return faces_->bytes() + (hull_ ? hull_->bytes() : 0); }

private:
    std::shared_ptr<const CollisionModel> faces_;
    std::optional<Polytope> hull_;
    mutable std::once_flag areColoured_;
    mutable FeatureColours colours_;
};

/// The mesh to which a memory belongs, by identity: another mesh at the same address is a different one.
struct AskedMesh {
    std::weak_ptr<const Mesh> mesh;
    std::uint64_t revision = 0;

    AskedMesh() = default;
    explicit AskedMesh(const CollisionModel& model) : mesh(model.sharedMesh()), revision(model.revision()) {}
    bool isOf(const CollisionModel& model) const {
        const std::shared_ptr<const Mesh>& other = model.sharedMesh();
        return !mesh.owner_before(other) && !other.owner_before(mesh) && revision == model.revision();
    }
};

/// Number of queries to skip before the next test: doubled after each unsuccessful test.
class Pause {
public:
    bool isOver() { return left_ == 0 || left_-- == 0; }
    void noteFailure() {
        left_ = next_;
        next_ = std::min(2 * next_, kLongest);
    }
    void reset() { *this = {}; }

private:
    static constexpr int kLongest = 8;  // a test then costs an eighth, and changes are noticed soon enough
    int left_ = 0, next_ = 1;
};

/// What is cached for a pair of hulls.
struct HullMemory final : CacheOf<HullMemory> {
    AskedMesh a, b;
    FeatureMemory features;
    std::optional<SeparationProof> proof;  ///< of the last test that found them apart
    /// The last test that did not: its poses, and the distance in metres, 0 if they overlapped.
    struct Nearness {
        Pose poseA, poseB;
        Real distance;
    };
    std::optional<Nearness> nearness;
    Pause ofHulls;                     ///< after tests that found them near
    Pause ofRed;                       ///< after faces at overlapping red features that did not intersect
    std::optional<FacePair> lastPair;  ///< the last result of `findFirstPair`, if any
    PairMemory faces;                  ///< the exact narrow phase's

    std::unique_ptr<NarrowPhaseCache> copy() const override { return std::make_unique<HullMemory>(*this); }
    void begin(const CollisionModel& modelA, const CollisionModel& modelB);
};

/// Whether the hulls are proven farther apart than `queryDistance`.
bool areProvenApart(const PlacedPolytope& a, const PlacedPolytope& b, Real queryDistance, HullMemory& memory);

}  // namespace ricochet::hull_then_faces
