#pragma once

#include "algorithms/soft_contacts/layer_contacts.h"

namespace ricochet::soft_contacts {

/// A soft body at the end of a step. Its nodes do not cross anything at the start.
struct MovedBody {
    const SoftElements& elements;
    std::span<const Vec3> from;         ///< metres: the nodes at the start of the step
    std::span<Vec3> to;                 ///< metres: at its end; corrected
    std::span<const Real> inverseMass;  ///< 1/kg; zero: the node cannot be corrected, but stopped
};

/// Corrects the ends of paths so that no features cross: first as contacts do, by masses; nodes that cross
/// after that move less, or not at all. So what did not cross before a step does not do so after it.
/// Arrays are reused; for one thread.
class CrossingStop {
public:
    /// `thickness`: metres, of contacts of the two bodies; of one with itself it is at most as large as the
    /// spacing of nodes. `store` rounds a coordinate as the caller will store it. Returns whether any node
    /// was moved.
    bool separate(const MovedBody& a, const MovedBody& b, Real thickness, Real (*store)(Real));
    /// The same of one body with itself.
    bool separate(const MovedBody& body, Real thickness, Real (*store)(Real));

private:
    bool separateAll(Real thickness, Real (*store)(Real));
    void listPairs(Real thickness);
    bool hasMovedFar(Real thickness) const;
    void findContacts(Real thickness, std::vector<LayerContact>& out) const;
    void correct(std::span<const LayerContact> contacts, Real (*store)(Real));
    void listCrossings(std::vector<Index>& nodes) const;
    LinearPair pathsOf(const FeaturePair& pair) const;

    const MovedBody* bodies_[2] = {};  ///< the second one: null for one with itself
    std::vector<Vec3> from_, to_;      ///< of both
    std::vector<Vec3> whenListed_;     ///< `to_` when pairs were listed
    std::vector<Real> inverseMass_, spacing_;
    FeaturePairFinder finder_;
    std::vector<FeaturePair> pairs_;
    std::vector<LayerContact> contacts_;
    std::vector<Index> crossing_;
};

}  // namespace ricochet::soft_contacts
