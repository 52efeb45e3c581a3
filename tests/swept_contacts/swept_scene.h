#pragma once

#include "algorithms/swept_contacts/mesh_contact.h"
#include "tests/contact/contact_scene.h"

#include <algorithm>
#include <limits>
#include <span>

namespace ricochet::test {

/// The contacts of a pair's first step, and impacts within it.
inline PersistentContacts sweptContacts(const ContactScene& scene, const NarrowPhase& narrowPhase,
                                        const ContactSettings& settings) {
    PersistentContacts memory;
    PairMemory pairMemory;
    MeshContact().findContacts(narrowPhase, scene.input, settings, pairMemory, memory);
    return memory;
}

/// Metres that A's centre may go against `normal` until a contact there holds it; infinite: none does.
inline Real freeDisplacement(std::span<const ContactPoint> contacts, const Vec3& normal) {
    Real minimum = std::numeric_limits<Real>::infinity();
    for (const ContactPoint& contact : contacts) {
        if (contact.normal.dot(normal) > 0.99) minimum = std::min(minimum, contact.distance);
    }
    return minimum;
}

}  // namespace ricochet::test
