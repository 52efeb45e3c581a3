#pragma once

#include "algorithms/small_steps/contact_rows.h"

#include <vector>

namespace ricochet::small_steps {

/// The impacts of elastic contacts, each in the small step in which it happens. A pair of bodies strikes with
/// all points that close in that small step, by Newton's law of restitution with Coulomb friction; pairs that
/// this drives together strike in turn, until none approaches faster than the threshold. So a row of touching
/// bodies hands an impact on. No impact adds energy, friction included: where Newton's law would, only a part
/// of the bounce happens.
class Impacts {
public:
    /// Begins a step.
    void start(std::span<const SolverContact> contacts, Real threshold);

    /// Before forces act in a small step. Restitution is that of the speed at this time: with the speed after
    /// the forces, a body would bounce higher than it fell from by the way of one small step.
    void noteApproach(std::span<const ContactRows> rows, std::span<const BodyState> bodies);
    /// After forces and warm start. `h`: seconds, the small step.
    void resolve(std::span<ContactRows> rows, std::span<BodyState> bodies, Real h);

private:
    struct Pair {
        Index a, b;
        std::vector<Index> contacts;
    };
    /// Impulses of a pair's closing points, and the bodies' velocities with them.
    struct Outcome {
        std::vector<Real> normal;
        std::vector<Vec2> friction;  ///< along the tangents
        Vec3 linearA, angularA, linearB, angularB;
    };

    bool strike(const Pair& pair, std::span<ContactRows> rows, std::span<BodyState> bodies, Real h);
    Outcome solved(std::span<const ContactRows> rows, BodyState a, BodyState b, bool bounces) const;
    Real gain(std::span<const ContactRows> rows, const BodyState& a, const BodyState& b,
              const Outcome& outcome) const;

    std::vector<Pair> pairs_;  ///< with an elastic contact
    Real threshold_ = 0;
    std::vector<Real> kick_;      ///< m/s, of each contact: approach that the small step's forces add
    std::vector<Index> closing_;  ///< contacts of the present pair
    std::vector<Real> approach_;  ///< m/s, of these
};

}  // namespace ricochet::small_steps
