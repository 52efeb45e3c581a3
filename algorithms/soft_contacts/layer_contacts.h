#pragma once

#include "algorithms/soft_contacts/pair_contacts.h"

namespace ricochet::soft_contacts {

/// A contact of two soft bodies, or of one with itself.
struct LayerContact {
    FeaturePair pair;
    PairContact contact;
};

/// Metres: at most the spacing of the nodes, so that a flat body does not touch itself.
Real thicknessOf(const FeaturePair& pair, std::span<const Real> spacing, Real thickness);

/// Finds the contacts that act in a step: without them the features would end it with less than their least
/// gap. Arrays are reused; for one thread.
class LayerContacts {
public:
    /// `thickness`: metres. The result is valid until the next call.
    std::span<const LayerContact> find(const SoftBodyStep& a, const SoftBodyStep& b, Real thickness);
    /// The same of one body with itself.
    std::span<const LayerContact> findOfItself(const SoftBodyStep& body, Real thickness);

private:
    std::span<const LayerContact> test(const SoftBodyStep& a, const SoftBodyStep* b, Real thickness);

    FeaturePairFinder finder_;
    std::vector<FeaturePair> pairs_;
    std::vector<LayerContact> contacts_;
};

}  // namespace ricochet::soft_contacts
