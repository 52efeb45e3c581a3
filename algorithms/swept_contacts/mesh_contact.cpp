#include "algorithms/swept_contacts/mesh_contact.h"

#include "algorithms/contact/contact.h"
#include "algorithms/contact/nearest_contacts.h"
#include "algorithms/swept_contacts/swept_contacts.h"

namespace ricochet {

void MeshContact::findContacts(const NarrowPhase& narrowPhase, const PairInput& input,
                               const ContactSettings& settings, PairMemory& pairMemory,
                               PersistentContacts& memory) const {
    memory.dropSwept();
    const auto find = input.step.isQuery ? findNearestContacts : ricochet::findContacts;
    find(narrowPhase, input, settings, pairMemory, memory);
    addSweptContacts(narrowPhase, input, settings, pairMemory, memory);
}

}  // namespace ricochet
