#pragma once

#include "algorithms/contact/contact.h"

#include <span>

namespace ricochet {

/// A body on which impulses act. For a static body both inverses are zero.
struct StruckBody {
    BodyMotion motion;
    Vec3 inverseMass = Vec3::Zero();           ///< 1/kg along the world's axes
    Matrix3 inverseInertia = Matrix3::Zero();  ///< 1/(kg m²), world
};

/// A contact that bounces. Metres, world.
struct StruckPoint {
    Vec3 onA, onB;
    Vec3 normal;    ///< unit, from B to A
    Real distance;  ///< negative inside
    Real restitution, friction;
};

/// The greatest factor, from 0 to 1, of the points' restitution with which the impact of two bodies adds no
/// energy. Newton's law of restitution, which Bullet's solver uses, can add energy if friction acts while a
/// corner bounces. Simulates the solver for this pair alone, in a step of `timeStep` seconds.
Real restitutionShareWithoutGain(const StruckBody& a, const StruckBody& b, Real timeStep,
                                 std::span<const StruckPoint> points);

}  // namespace ricochet
