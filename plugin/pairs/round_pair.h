#pragma once

#include "adapters/shape_cache/round_cache.h"
#include "plugin/pairs/mesh_side.h"
#include "plugin/pairs/pair_neighbours.h"

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// A round shape and a mesh.
class RoundPair final : public PairContacts {
public:
    using PairContacts::PairContacts;

    void find(ContactSide& a, ContactSide& b, const StepInput& step) override;
    std::unique_ptr<PairContacts> copy() const override { return std::make_unique<RoundPair>(*this); }
    const void* nameForNeighbours() const override { return &neighbours_; }

private:
    void readRound(ContactSide& side);
    bool isInside(const ContactSide& round, const ContactSide& mesh) const;

    CachedModel<RoundShape> round_;
    MeshSide mesh_{false, false};
    PairNeighbours neighbours_;
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
