#pragma once

#include "algorithms/contact/contact_method.h"

namespace ricochet {

/// A sphere, capsule, cylinder, cone or hull of spheres against a mesh, by features, with exact circles.
/// See README.md for the idea. One body of a pair is round, the other one has a mesh.
class RoundContact final : public ContactMethod {
public:
    void findContacts(const NarrowPhase& narrowPhase, const PairInput& input, const ContactSettings& settings,
                      PairMemory& pairMemory, PersistentContacts& memory) const override;

    std::optional<SweptContact> firstContact(const NarrowPhase& narrowPhase, const SweptInput& input,
                                             const SweptSettings& settings,
                                             PairMemory& memory) const override;
};

}  // namespace ricochet
