#pragma once

#include "algorithms/contact/single_velocity/solved_contact.h"

#include <span>
#include <vector>

namespace ricochet {

/// The impulses from which Bullet's solver starts a pair in a step. Those of the last step are a bad start
/// during and after an impact, and ten iterations do not correct them if many contacts hold a body, such as a
/// peg in its hole. So the pair is solved without other bodies, and the start moves towards that solution:
/// farther the more the solution differs from the last step; less the harder other bodies push these two; and
/// not at all if they push with the bodies' weight, as in a stack. Not thread-safe.
class WarmStartImpulses {
public:
    /// Call it once in each step of the pair. `last`: the contacts of the last step as the solver left them.
    /// `points`: those of this step, with the impulses of the last one. Returns the change of each of these
    /// impulses for the start, kg m/s: zero in the pair's first step, and if neither body has a mass.
    std::vector<Real> changes(const SolvedBody& a, const SolvedBody& b, Real timeStep,
                              std::span<const SolvedPoint> last, std::span<const SolvedPoint> points);

    /// Call it outside of steps, or if the forces on a body are unknown: the next step then counts as the
    /// first.
    void forget() { isKnown_ = false; }

private:
    Real unpushedShare(const SolvedBody& a, const SolvedBody& b, Real timeStep,
                       std::span<const SolvedPoint> last) const;

    BodyMotion lastA_, lastB_;  ///< in the last step; velocities are those at its end without contacts
    bool isKnown_ = false;      ///< whether the last step is
};

}  // namespace ricochet
