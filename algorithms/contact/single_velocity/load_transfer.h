#pragma once

#include "algorithms/contact/single_velocity/contact_arc.h"

#include <span>
#include <vector>

namespace ricochet {

/// Where a contact acts, and how that changes its distance.
struct ActingPlace {
    Vec3 aside = Vec3::Zero();  ///< as ActingPoint::aside
    Vec3 tilt = Vec3::Zero();   ///< to add to the normal before normalising
    Real widening = 0;          ///< metres, to add to the distance
};

/// Predictions for a pair's contacts in a step, without other bodies.
struct ContactForecast {
    Real damping = 1;                 ///< as in PairMotion; greater in an impact
    std::vector<ActingPlace> places;  ///< one for each contact
};

/// A contact that begins to touch within the step carries no load until then: its impulse is that of the
/// impact, and the load stays with the contacts that carried it. `motion.damping`: without impacts. `radius`:
/// of the smaller body, metres.
ContactForecast forecastContacts(std::span<const Candidate> contacts, const PairMotion& motion, Real radius);

}  // namespace ricochet
