#pragma once

#include "algorithms/contact/body_motion.h"

namespace ricochet {

/// A body as a solver moves it.
struct SolvedBody {
    BodyMotion motion;
    Real radius = 0;  ///< metres
    // For bounces, zero along locked axes and for a static body.
    Vec3 inverseMass = Vec3::Zero();           ///< 1/kg along the world's axes
    Matrix3 inverseInertia = Matrix3::Zero();  ///< 1/(kg m²), world
};

/// A contact as passed to the solver, or as left by it. World.
struct SolvedPoint {
    Vec3 onA, onB;                       ///< metres: the ends of the lever arms
    Vec3 normal;                         ///< unit, from B to A
    Real distance;                       ///< metres, negative inside
    Real impulse = 0;                    ///< kg m/s, along the normal, as stored from step to step
    Vec3 total = Vec3::Zero();           ///< kg m/s: the impulse including friction
    Real restitution = 0, friction = 0;  ///< combined from both bodies
};

}  // namespace ricochet
