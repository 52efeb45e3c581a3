#pragma once

#include "algorithms/geometry/types.h"

#include <limits>

namespace ricochet::small_steps {

/// One constrained direction of a joint: the speed along it is
///     linearA · vA + angularA · ωA + linearB · vB + angularB · ωB.
struct JointRow {
    Index a = 0, b = 0;  ///< bodies
    Vec3 linearA = Vec3::Zero(), angularA = Vec3::Zero();
    Vec3 linearB = Vec3::Zero(), angularB = Vec3::Zero();
    /// Metres or radians: the displacement along the row that is missing now. A motor has none.
    Real error = 0;
    Real speed = 0;        ///< m/s or rad/s: at which a motor is to move
    bool isMotor = false;  ///< works towards `speed`, else against `error`
    Real compliance = 0;   ///< speed per unit of impulse: constraint force mixing
    Real minimumImpulse = -std::numeric_limits<Real>::infinity();  ///< N s, in a small step
    Real maximumImpulse = std::numeric_limits<Real>::infinity();
    Real impulse = 0;  ///< N s: of the last small step
};

}  // namespace ricochet::small_steps
