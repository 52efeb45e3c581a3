#pragma once

#include "algorithms/contact/contact_method.h"
#include "algorithms/stencil/sampled_points.h"

#include <functional>

namespace ricochet {

/// Contacts of two closed meshes from renderings: where A and B share pixels and depths. It samples: features
/// thinner than a pixel may be missed. Open meshes, springs, and queries outside a simulation go to the
/// narrow phase that is passed in, and are exact. The search distance is at most half of the smaller
/// body's radius. Calls of many threads are served one by one.
class SampledContact final : public ContactMethod {
public:
    /// `report` is called once, on any thread, when the source has ended; from then on the narrow phase
    /// serves all.
    explicit SampledContact(std::shared_ptr<const stencil::LayerSource> source,
                            stencil::SampledSettings settings = {},
                            std::function<void(const std::string&)> report = {});

    void findContacts(const NarrowPhase& narrowPhase, const PairInput& input, const ContactSettings& settings,
                      PairMemory& pairMemory, PersistentContacts& memory) const override;

private:
    std::shared_ptr<const stencil::LayerSource> source_;
    stencil::SampledSettings settings_;
    stencil::EndReport end_;
};

}  // namespace ricochet
