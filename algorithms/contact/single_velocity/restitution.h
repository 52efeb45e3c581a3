#pragma once

#include "algorithms/contact/body_motion.h"

#include <optional>
#include <span>
#include <vector>

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

/// How two bodies bounce without gaining energy.
struct Bounce {
    Real share;                  ///< 0 to 1: factor of the points' restitution
    std::vector<Real> impulses;  ///< kg m/s, one per point: those from which the solver is to start
};

/// The impulses of an impact without friction, kg m/s, one per point: with full restitution, for this pair
/// alone.
std::vector<Real> impactLoads(const StruckBody& a, const StruckBody& b, Real timeStep,
                              std::span<const StruckPoint> points);

/// Newton's law of restitution, which Bullet's solver uses, can add energy if friction acts while a corner
/// bounces: `share` is the greatest factor with which the impact adds none. The start is the impact's
/// solution without friction: from zero, ten iterations turn bodies that strike with several corners at once.
/// Simulates the solver for this pair alone, in a step of `timeStep` seconds. Nothing if no point bounces:
/// all approach too slowly.
std::optional<Bounce> bounceWithoutGain(const StruckBody& a, const StruckBody& b, Real timeStep,
                                        std::span<const StruckPoint> points);

}  // namespace ricochet
