#pragma once

#include "algorithms/contact/single_velocity/contact_arc.h"

#include <span>
#include <vector>

namespace ricochet {

/// The arcs of a pair's contacts. A contact that begins to touch within the step carries no load until then:
/// its impulse is that of the impact, and the load stays with the contacts that carried it; so it acts aside.
/// `motion.damping`: without impacts; set to that of this step, which is greater in an impact.
std::vector<ContactArc> arcsWithLoads(std::span<const Candidate> contacts, PairMotion& motion);

}  // namespace ricochet
