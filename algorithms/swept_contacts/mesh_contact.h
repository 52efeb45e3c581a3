#pragma once

#include "algorithms/contact/contact_method.h"

namespace ricochet {

/// Two meshes: contacts at the present poses from face pairs of the narrow phase, and impacts later in the
/// step.
class MeshContact final : public ContactMethod {
public:
    void findContacts(const NarrowPhase& narrowPhase, const PairInput& input, const ContactSettings& settings,
                      PairMemory& pairMemory, PersistentContacts& memory) const override;
};

}  // namespace ricochet
