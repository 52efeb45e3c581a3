#pragma once

#include "algorithms/contact/manifold/step_forecast.h"
#include "algorithms/contact/single_velocity/contact_arc.h"

#include <span>
#include <vector>

namespace ricochet {

/// The forecast for contacts that act on their arcs, and what their loads do.
class LoadForecast : public StepForecast {
public:
    LoadForecast(std::span<const Candidate> candidates, const PairMotion& motion);

    /// These contacts push just enough that none of them approaches, with the velocities at the beginning of
    /// the step: the impact of the contacts that touch.
    void stop(std::span<const Index> points);

    /// m/s: the change, by the loads, of the speed of the smaller body's points relative to the other body.
    /// `radius`: of the smaller body, metres.
    Real speedChange(Real radius) const;

    /// The load with which a candidate alone would widen its gap at the step's end by `width` metres; kg m.
    Real loadThatWidens(Index candidate, Real width) const;

    /// Metres: the displacement of A's point relative to B's at the same place, within the step.
    Vec3 displacementOfA(const Vec3& point) const;

private:
    void add(const Candidate& candidate);

    const PairMotion motion_;
    std::vector<Real> openings_;  ///< metres: the gaps' parts due to the velocities at the step's beginning
};

}  // namespace ricochet
