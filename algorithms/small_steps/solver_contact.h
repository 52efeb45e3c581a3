#pragma once

#include "algorithms/geometry/normal_owner.h"
#include "algorithms/geometry/types.h"

namespace ricochet::small_steps {

/// A contact point as it is at the beginning of a step. SI units, world axes; normals point from B to A. Each
/// body has a point that moves with it, and a layer of some thickness on it: the rest gap, or a round shape's
/// radius. The contact acts at the layers' surfaces.
struct SolverContact {
    Index a = 0, b = 0;           ///< bodies
    Vec3 armA = Vec3::Zero();     ///< metres: from A's centre to its point
    Vec3 armB = Vec3::Zero();     ///< metres: from B's centre to its point
    Real layerA = 0, layerB = 0;  ///< metres, along the normal
    Vec3 between =
        Vec3::Zero();  ///< metres: from B's point to A's; their gap is `normal · between` less the layers
    Vec3 normal = Vec3::Zero();  ///< unit
    NormalOwner normalOwner = NormalOwner::b;
    /// Unit: two skew edges to which the normal stays perpendicular, if it turns with both; zero: it turns
    /// with the mean of both bodies.
    Vec3 alongA = Vec3::Zero(), alongB = Vec3::Zero();

    Real friction = 0;     ///< coefficient
    Real restitution = 0;  ///< coefficient
    /// Metres: coefficient of friction times a length; resists rolling about axes in the tangent plane.
    Real rollingFriction = 0;
    Real spinningFriction = 0;            ///< metres: the same about the normal
    Vec3 surfaceVelocity = Vec3::Zero();  ///< m/s: of B's surface relative to its body, less A's (a conveyor)
    /// Unit: the tangent along which the first of two scales of friction acts, the second one across it.
    /// Zero: any tangent, all scales are 1.
    Vec3 frictionAxis = Vec3::Zero();
    Real frictionScale[2] = {1, 1};  ///< factors of the coefficient of friction
    Real rollingScale[2] = {1, 1};   ///< likewise, against rolling about the tangents
    /// A spring instead of a rigid contact, if not zero: N/m and N s/m.
    Real stiffness = 0, damping = 0;
    /// 1/s: at which an overlap shrinks, without a spring; negative: as the solver thinks best.
    Real pushOutRate = -1;
    Real size = 1;  ///< metres: radius of the smaller body; small bodies need stiffer contacts

    /// N s in the whole step: in, those of the last step, from which the solver starts; out, of this step.
    Real normalImpulse = 0;
    Vec3 frictionImpulse = Vec3::Zero();  ///< on A, tangential
    bool hasBounced = false;  ///< out: the impulses contain that of an impact, from which no step must start
};

}  // namespace ricochet::small_steps
