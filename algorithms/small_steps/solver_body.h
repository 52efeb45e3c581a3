#pragma once

#include "algorithms/geometry/types.h"

namespace ricochet::small_steps {

/// A rigid body in one step: what moves it, and where it is. SI units, world axes.
struct SolverBody {
    Vec3 linearVelocity = Vec3::Zero();        ///< m/s; in: at the step's beginning, out: at its end
    Vec3 angularVelocity = Vec3::Zero();       ///< rad/s, likewise
    Vec3 acceleration = Vec3::Zero();          ///< m/s², by forces and gravity
    Vec3 torque = Vec3::Zero();                ///< N m
    Vec3 inverseMass = Vec3::Zero();           ///< 1/kg, along each axis; zero: impulses do not move the body
    Matrix3 inverseInertia = Matrix3::Zero();  ///< 1/(kg m²), about the centre, at the step's beginning
    Vec3 angularFactor = Vec3::Ones();         ///< 0 for each axis about which the body must not turn
    bool isGyroscopic = false;                 ///< whether its angular momentum stays constant without torque

    /// Metres and rotation about the centre, from the pose for which contacts were found; in and out.
    Vec3 displacement = Vec3::Zero();
    Eigen::Quaternion<Real> rotation = Eigen::Quaternion<Real>::Identity();

    bool isMovable() const { return !inverseMass.isZero(0) || !inverseInertia.isZero(0); }
};

}  // namespace ricochet::small_steps
