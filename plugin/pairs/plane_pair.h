#pragma once

#include "plugin/pairs/mesh_side.h"

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// A mesh, which is A, and a static plane.
class PlanePair final : public PairContacts {
public:
    using PairContacts::PairContacts;

    void find(ContactSide& mesh, ContactSide& plane, const StepInput& step) override;
    std::unique_ptr<PairContacts> copy() const override { return std::make_unique<PlanePair>(*this); }

private:
    MeshSide mesh_{true, true};
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
