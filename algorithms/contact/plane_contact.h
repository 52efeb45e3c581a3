#pragma once

#include "algorithms/contact/contact_method.h"

namespace ricochet {

/// A mesh, which is A, and a half-space: contacts at the vertices below the plane or close above it, reduced
/// to one patch. Needs no narrow phase: all contacts share the plane's normal.
class PlaneContact final : public ContactMethod {
public:
    void findContacts(const NarrowPhase& narrowPhase, const PairInput& input, const ContactSettings& settings,
                      PairMemory& pairMemory, PersistentContacts& memory) const override;
};

}  // namespace ricochet
