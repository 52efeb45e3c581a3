#pragma once

#include "algorithms/geometry/types.h"

#include <numbers>

namespace ricochet::small_steps {

enum class Sweep {
    soft,     ///< overlaps are pushed apart, as by damped springs
    relaxing  ///< velocities alone, after bodies have moved: takes away the speed of the push
};

/// Coefficients of a damped spring in place of a rigid constraint, stable for any stiffness.
/// Catto. Soft Contacts. 2011.
struct Softness {
    Real rate;     ///< 1/s: speed per error
    Real mass;     ///< factor of the effective mass
    Real impulse;  ///< share of the accumulated impulse that is taken back
};

/// `hertz`: of the undamped spring; `step`: seconds.
inline Softness softness(Real hertz, Real dampingRatio, Real step) {
    const Real omega = 2 * std::numbers::pi_v<Real> * hertz;
    const Real a1 = 2 * dampingRatio + step * omega, a2 = step * omega * a1, a3 = 1 / (1 + a2);
    return {omega / a1, a2 * a3, a3};
}

/// Hertz of joints in units of the rate of small steps.
inline constexpr Real kJointStiffness = 0.125;

}  // namespace ricochet::small_steps
