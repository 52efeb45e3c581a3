#include "algorithms/soft_contacts/layer_contacts.h"

#include <algorithm>

namespace ricochet::soft_contacts {

Real thicknessOf(const FeaturePair& pair, std::span<const Real> spacing, Real thickness) {
    for (const Index node : pair.nodes) thickness = std::min(thickness, spacing[node]);
    return thickness;
}

std::span<const LayerContact> LayerContacts::find(const SoftBodyStep& a, const SoftBodyStep& b,
                                                  Real thickness) {
    pairs_.clear();
    finder_.find(a, b, thickness, pairs_);
    return test(a, &b, thickness);
}

std::span<const LayerContact> LayerContacts::findOfItself(const SoftBodyStep& body, Real thickness) {
    pairs_.clear();
    finder_.findOfItself(body, std::min(thickness, body.elements.largestSpacing), pairs_);
    return test(body, nullptr, thickness);
}

std::span<const LayerContact> LayerContacts::test(const SoftBodyStep& a, const SoftBodyStep* b,
                                                  Real thickness) {
    contacts_.clear();
    const auto ofA = static_cast<Index>(a.from.size());
    for (const FeaturePair& pair : pairs_) {
        LinearPair paths{pair.kind, {}, {}};
        for (std::size_t i = 0; i < 4; ++i) {
            const Index node = pair.nodes[i];
            paths.at0[i] = node < ofA ? a.from[node] : b->from[node - ofA];
            paths.at1[i] = node < ofA ? a.to[node] : b->to[node - ofA];
        }
        const Real full = b ? thickness : thicknessOf(pair, a.elements.spacing, thickness);
        const auto contact = pairContact(paths, full);
        if (contact && gap(*contact, paths.at1) < contact->least) contacts_.push_back({pair, *contact});
    }
    return contacts_;
}

}  // namespace ricochet::soft_contacts
