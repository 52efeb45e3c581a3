#pragma once

#include "algorithms/stencil/buffer_decision.h"
#include "algorithms/stencil/hybrid.h"

namespace ricochet {

/// The narrow phase of `stencil?mode=buffer`: the face pairs of `StencilHybrid`, with a window of its own
/// where the paper's detector finds colliding pixels, and others around it. No pair is missed, whatever it
/// finds.
class BufferNarrowPhase final : public NarrowPhase {
public:
    /// A region that was found before the call, in the pair's memory; then no detector runs.
    struct FoundRegion final : CacheOf<FoundRegion> {
        explicit FoundRegion(std::optional<Aabb> where) : region(where) {}
        std::optional<Aabb> region;  ///< world; none: no pixel collides
    };

    BufferNarrowPhase(std::shared_ptr<const StencilHybrid> exact,
                      std::shared_ptr<const stencil::DrawnSolidTest> test,
                      std::shared_ptr<const stencil::BufferDecider> decider)
        : exact_(std::move(exact)), test_(std::move(test)), decider_(std::move(decider)) {}

    std::shared_ptr<const CollisionModel> build(std::shared_ptr<const Mesh> mesh) const override {
        return test_->build(std::move(mesh));
    }
    void findFacePairs(const MeshInstance& a, const MeshInstance& b, Real queryDistance, PairMemory& memory,
                       FacePairs& out) const override;

private:
    std::optional<Aabb> regionFor(const MeshInstance& a, const MeshInstance& b, Real queryDistance,
                                  PairMemory& memory) const;

    std::shared_ptr<const StencilHybrid> exact_;
    std::shared_ptr<const stencil::DrawnSolidTest> test_;
    std::shared_ptr<const stencil::BufferDecider> decider_;
};

/// The box along the world's axes around the region of a decision; none if nothing collides.
std::optional<Aabb> worldRegion(const stencil::BufferDecision& decision);

}  // namespace ricochet
