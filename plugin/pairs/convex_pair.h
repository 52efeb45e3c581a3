#pragma once

#include "adapters/shape_cache/convex_cache.h"
#include "plugin/pairs/pair_contacts.h"

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Two convex bodies that consist of vertices.
class ConvexPair final : public PairContacts {
public:
    using PairContacts::PairContacts;

    /// The most frequent case of bodies with overlapping boxes.
    bool areStillApart(ContactSide& a, ContactSide& b, const StepInput& step) override;
    void find(ContactSide& a, ContactSide& b, const StepInput& step) override;
    std::unique_ptr<PairContacts> copy() const override { return std::make_unique<ConvexPair>(*this); }

private:
    bool read(ContactSide& a, ContactSide& b);
    bool read(ContactSide& side, CachedModel<ConvexModel>& cached);

    std::shared_ptr<const ContactMethod> method_;  ///< in this step
    CachedModel<ConvexModel> convexA_, convexB_;
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
