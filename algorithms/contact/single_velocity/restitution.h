#pragma once

#include "algorithms/contact/single_velocity/solved_contact.h"

#include <optional>
#include <span>
#include <vector>

namespace ricochet {

/// The impulses of an impact without friction, kg m/s, one per point: with full restitution, for this pair
/// alone.
std::vector<Real> impactLoads(const SolvedBody& a, const SolvedBody& b, Real timeStep,
                              std::span<const SolvedPoint> points);

/// Newton's law of restitution, which Bullet's solver uses, can add energy if friction acts while a corner
/// bounces. Returns the greatest factor of the points' restitution, 0 to 1, with which the impact adds none.
/// Sets `impulse` (kg m/s) to the impact's solution without friction, from which the solver is to start: from
/// zero, ten iterations turn bodies that strike with several corners at once. Simulates the solver for this
/// pair alone, in a step of `timeStep` seconds. None if no point bounces: all approach too slowly.
std::optional<Real> bounceWithoutGain(const SolvedBody& a, const SolvedBody& b, Real timeStep,
                                      std::span<SolvedPoint> points);

}  // namespace ricochet
