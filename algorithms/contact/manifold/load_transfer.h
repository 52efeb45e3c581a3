#pragma once

#include "algorithms/contact/manifold/step_forecast.h"

#include <span>
#include <vector>

namespace ricochet {

/// Of a pair's contacts in a step, the pair alone.
struct ContactForecast {
    Real damping = 1;                 ///< as in PairMotion: of what an impact changes, more is damped
    std::vector<ActingPlace> places;  ///< of each contact
};

/// A contact that comes to touch within the step carries nothing until then: its impulse is that of the
/// impact, and the load stays where the others carried it. `motion.damping`: without impacts. `radius` of the
/// smaller body in metres.
ContactForecast forecastContacts(std::span<const Candidate> contacts, const PairMotion& motion, Real radius);

}  // namespace ricochet
