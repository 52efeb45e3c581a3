#pragma once

#include "algorithms/geometry/types.h"

namespace ricochet {

/// Every tolerance that only the preparation for a solver with one velocity per step needs, as in
/// ContactTolerances.
struct SingleVelocityTolerances {
    Real damped = 0.99;          ///< damping from which on a pair counts as at rest
    Real sameDirection = 0.998;  ///< cosine, 3.6 degrees: load moves between contacts that are closer
    Real errorReduction = 0.2;   ///< share of a depth that Bullet corrects in a step (its m_erp2)
    /// Radians in a step: beyond it a third-order arc is too inaccurate, and arcs are followed in parts of
    /// this angle. Between the ends of a part an arc of the body's radius bulges by 1/800 of it.
    Real mostTurn = 0.1;

    // ---- Start of the solver

    Real warmStart = 0.85;  ///< share of a stored impulse that Bullet starts from (its m_warmstartingFactor)
    int startSweeps = 50;   ///< at most, for a pair alone
    Real startConverged = 1e-7;  ///< metres, change of a gap in a sweep: rounding of a metre in float

    // ---- Restitution

    /// Bullet's solver stops before it has converged, and the residual may add energy. So no bounce may gain
    /// energy at any iteration count in this range, which begins at Bullet's default.
    int fewestIterations = 10, mostIterations = 20;
    int factorHalvings = 20;   ///< bisections of the interval that contains the factor of restitution
    Real slowestBounce = 0.2;  ///< m/s; slower impacts do not bounce: Bullet's default
    Real energyNoise = 1e-5;   ///< of the energy at impact: rounding
    Real standingSlip = 1e-9;  ///< m/s; below it the slip velocity has no direction
};

inline constexpr SingleVelocityTolerances kSingleVelocity;

}  // namespace ricochet
