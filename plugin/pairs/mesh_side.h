#pragma once

#include "algorithms/contact/manifold/renumber.h"
#include "plugin/pairs/pair_contacts.h"

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// The side of a pair that is a mesh: its data, cached from step to step.
class MeshSide {
public:
    /// As in `renumberContacts`.
    MeshSide(bool isA, bool isAInKeys) : isA_(isA), isAInKeys_(isAInKeys) {}

    /// Reads the mesh if it has changed, and adapts the pair's contacts; false if it cannot collide. If the
    /// side is static, only the part in which contacts with `other` may be searched in this step, grown by
    /// `inside` (metres); null: all of it.
    bool read(PairContacts& pair, ContactSide& side, const ModelRequest& request, const StepInput& step,
              const ContactSide* other = nullptr, Real inside = 0);

    /// Prepares some of what its first contacts with `other` will need, if there are none yet.
    void prepareAhead(const PairContacts& pair, const ContactSide& side, const ContactSide& other,
                      const StepInput& step, const NarrowPhase& narrowPhase) const;

    void setIsA(bool isA) { isA_ = isA; }
    bool isInParts() const { return cached_.region.has_value(); }
    /// Whether the part that was read has no faces.
    bool isNothing() const { return cached_.isNothing(); }

private:
    void continueContacts(PairContacts& pair) const;

    bool isA_, isAInKeys_;
    ModelCache::Cached cached_;
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
