#pragma once

#include "plugin/pairs/mesh_side.h"
#include "plugin/pairs/pair_neighbours.h"

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Two meshes, or a mesh and a polyhedron: contacts from face pairs, or by the method of their back end.
class MeshPair final : public PairContacts {
public:
    using PairContacts::PairContacts;

    void find(ContactSide& a, ContactSide& b, const StepInput& step) override;
    std::optional<FacePairQuery> nextQuery(ContactSide& a, ContactSide& b, const StepInput& step) override;
    std::unique_ptr<PairContacts> copy() const override { return std::make_unique<MeshPair>(*this); }
    const void* nameForNeighbours() const override { return &neighbours_; }

private:
    bool readInParts(ContactSide& a, ContactSide& b, const ModelRequest& request, const StepInput& step);
    void findByMethod(const MeshBackend& backend, ContactSide& a, ContactSide& b, const StepInput& step);
    bool missesNearestFace() const;

    MeshSide meshA_{true, true}, meshB_{false, false};
    PairNeighbours neighbours_;
    Real inside_ = 0;  ///< metres: search distance beyond its box of a body inside a solid
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
