#pragma once

#include "algorithms/contact/contact_method.h"
#include "algorithms/stencil/sampled_overlap.h"

#include <atomic>
#include <functional>

namespace ricochet {

/// Contacts of two closed meshes from drawings of them: where A and B share pixels and depths. It samples:
/// what is thinner than a pixel may be missed. What has no inside (an open mesh), springs, and queries
/// outside a simulation go to the narrow phase that is handed in, and are exact. Nothing is looked for beyond
/// a quarter of the smaller body's radius. Calls of many threads are served one by one.
class SampledContact final : public ContactMethod {
public:
    /// `tell` hears once, on any thread, that the source has ended; the narrow phase serves all from then on.
    explicit SampledContact(std::shared_ptr<const stencil::LayerSource> source,
                            stencil::SampledSettings settings = {},
                            std::function<void(const std::string&)> tell = {});

    void findContacts(const NarrowPhase& narrowPhase, const ContactTask& task,
                      const ContactSettings& settings, PairMemory& pairMemory,
                      ContactMemory& memory) const override;

    /// Never: motions are the narrow phase's, which sweeps meshes exactly.
    std::optional<SweptContact> firstContact(const NarrowPhase&, const SweptTask&, const SweptSettings&,
                                             PairMemory&) const override {
        return std::nullopt;
    }

private:
    void sayThatItEnded(const std::string& why) const;

    std::shared_ptr<const stencil::LayerSource> source_;
    stencil::SampledSettings settings_;
    std::function<void(const std::string&)> tell_;
    mutable std::atomic<bool> hasEnded_ = false;
};

}  // namespace ricochet
