#include "algorithms/stencil/buffer_narrow_phase.h"

namespace ricochet {
namespace {

using namespace stencil;

/// What queries without a region need.
struct QueryMemory final : CacheOf<QueryMemory> {
    DecisionMemory decision;
};

bool isClosed(const MeshInstance& placed) {
    const auto* const model = asKind<DrawnModel>(placed.model);
    return model && model->drawn();
}

}  // namespace

std::optional<Aabb> worldRegion(const BufferDecision& decision) {
    if (!decision.region) return std::nullopt;
    return boundsAlong({{*decision.region, *decision.region}}, Matrix3::Identity());
}

std::optional<Aabb> BufferNarrowPhase::regionFor(const MeshInstance& a, const MeshInstance& b,
                                                 Real queryDistance, PairMemory& memory) const {
    if (const auto* found = asKind<FoundRegion>(memory.cache.get())) return found->region;
    if (!isClosed(a) || !isClosed(b)) return std::nullopt;
    const auto decision = decider_->decide(a, b, queryDistance, cacheIn<QueryMemory>(memory).decision);
    return decision ? worldRegion(*decision) : std::nullopt;  // if OpenGL has ended, `exact_` reports it
}

void BufferNarrowPhase::findFacePairs(const MeshInstance& a, const MeshInstance& b, Real queryDistance,
                                      PairMemory& memory, FacePairs& out) const {
    ++memory.counters.calls;
    const std::optional<Aabb> region = regionFor(a, b, queryDistance, memory);
    exact_->findFacePairsAround(a, b, queryDistance, region, memory.counters, out);
}

}  // namespace ricochet
