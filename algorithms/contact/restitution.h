#pragma once

#include "algorithms/contact/contact.h"

#include <span>

namespace ricochet {

/// A body as impulses find it. What stands does not answer to them: then both inverses are zero.
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

/// The greatest share of the points' restitution, from 0 to 1, with which two bodies do not leave with more
/// energy than they brought. Newton's law of restitution, by which Bullet's solver goes, allows that where
/// friction acts while a corner bounces. Foretells what the solver does to the pair alone, in a step of
/// `timeStep` seconds.
Real restitutionShareWithoutGain(const StruckBody& a, const StruckBody& b, Real timeStep,
                                 std::span<const StruckPoint> points);

}  // namespace ricochet
