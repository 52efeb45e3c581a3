#pragma once

#include "algorithms/contact/contact_method.h"
#include "algorithms/stencil/buffer_decision.h"
#include "algorithms/stencil/sampled_points.h"

#include <functional>

namespace ricochet {

/// Contacts of two closed meshes where the paper's detector finds that they collide, or come nearer along the
/// view than the speculative margin. Sampled: from the layers of the region of the colliding pixels;
/// elsewhere there are none. Hybrid: from face pairs of the narrow phase, which finds them everywhere, also
/// in overlaps between two rays. Open meshes, springs, and queries outside a simulation go to the narrow
/// phase. Calls of many threads are served one by one.
class BufferContact final : public ContactMethod {
public:
    /// `report` is called once, on any thread, when OpenGL has ended; from then on the narrow phase serves
    /// all.
    BufferContact(std::shared_ptr<const stencil::BufferDecider> decider,
                  std::shared_ptr<const stencil::LayerSource> layers,
                  std::function<void(const std::string&)> report = {});

    void findContacts(const NarrowPhase& narrowPhase, const PairInput& input, const ContactSettings& settings,
                      PairMemory& pairMemory, PersistentContacts& memory) const override;

    bool findsByFaces() const override {
        return decider_->settings().contacts == stencil::BufferContacts::hybrid;
    }

private:
    std::shared_ptr<const stencil::BufferDecider> decider_;
    std::shared_ptr<const stencil::LayerSource> layers_;
    stencil::EndReport end_;
};

}  // namespace ricochet
