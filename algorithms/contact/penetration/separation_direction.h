#pragma once

#include "algorithms/contact/features/feature_contacts.h"
#include "algorithms/contact/penetration/penetration.h"

#include <algorithm>
#include <optional>

namespace ricochet {

/// The direction in which two bodies separate where their surfaces cross. The area vector of the loop is the
/// gradient of the shared volume (Allard and others. Volume Contact Constraints at Arbitrary Resolution.
/// 2010), so the volume shrinks fastest along -area. For an open surface, which has no inside, and for a rod
/// through a plate, whose loops cancel, this is only an axis; the last separated state then decides the side.
/// Refers to data of the current step.
class SeparationDirection {
public:
    /// `shallow`: contacts of single features down to `shallowDepth`, in metres. `memory`: contains the last
    /// step's points.
    SeparationDirection(const PairInput& input, const PlacedFeatures& a, const PlacedFeatures& b,
                        const std::vector<Candidate>& shallow, Real shallowDepth,
                        const PersistentContacts& memory)
        : input_(input),
          a_(a),
          b_(b),
          shallow_(shallow),
          shallowDepth_(shallowDepth),
          memory_(memory),
          openIsA_(input.b.surface->isSolid) {}

    /// Direction of A, unit; none if it cannot be determined.
    std::optional<Vec3> of(const Penetration& penetration) const {
        const bool areSolid = input_.a.surface->isSolid && input_.b.surface->isSolid;
        return areSolid ? ofSolids(penetration) : ofOpen(penetration.loop);
    }

private:
    const PlacedFeatures& openSurface() const { return openIsA_ ? a_ : b_; }
    const PlacedFeatures& solid() const { return openIsA_ ? b_ : a_; }
    Real smallerRadius() const { return std::min(input_.a.surface->radius, input_.b.surface->radius); }
    bool isSmallerA() const { return input_.a.surface->radius <= input_.b.surface->radius; }

    std::optional<Vec3> ofSolids(const Penetration& penetration) const;
    std::optional<Vec3> ofOpen(const IntersectionLoop& loop) const;
    std::optional<Vec3> axisOf(const IntersectionLoop& loop) const;
    Vec3 lastPosition(bool ofA, const Vec3& local) const;
    Vec3 lastNormal(const IntersectionLoop& loop) const;
    Vec3 displacementBack(const IntersectionLoop& loop) const;
    Vec3 shallowNormal(const IntersectionLoop& loop) const;
    Vec3 exitNormal(const IntersectionLoop& loop) const;
    Vec3 frontNormal(const IntersectionLoop& loop) const;
    bool isMostBehind(const Vec3& n, const IntersectionLoop& loop) const;

    const PairInput& input_;
    const PlacedFeatures& a_;
    const PlacedFeatures& b_;
    const std::vector<Candidate>& shallow_;
    const Real shallowDepth_;
    const PersistentContacts& memory_;
    const bool openIsA_;
};

}  // namespace ricochet
