#pragma once

#include "algorithms/small_steps/solver_body.h"

namespace ricochet::small_steps {

/// m/s, rad/s.
struct alignas(4 * sizeof(Real)) Velocity {
    Vec3 linear = Vec3::Zero();
    Real unused = 0;  ///< so that sweeps read both as wholes
    Vec3 angular = Vec3::Zero();
    Real alsoUnused = 0;
};

/// A body while it is solved, with its velocity now.
struct BodyState : Velocity {
    /// `timeStep`: seconds, the whole step.
    BodyState(const SolverBody& body, Real timeStep);

    Velocity shift;  ///< beside its velocity, in one small step only
    bool isShifted = false;
    Vec3 displacement = Vec3::Zero();
    Eigen::Quaternion<Real> rotation = Eigen::Quaternion<Real>::Identity();
    Matrix3 turned = Matrix3::Identity();   ///< `rotation` as a matrix
    Matrix3 carried = Matrix3::Identity();  ///< how its contacts' arms and normals have turned with it
    Matrix3 inverseInertia;                 ///< now, with the angular factor
    Vec3 inverseMass;
    bool isMovable;
    /// Whether its contacts turn with it in this step. Else it turns too fast: to its contacts it is a body
    /// of revolution, whose points stay between its centre and the other body.
    bool carriesContacts;
    Index turns = 0;  ///< increases whenever the body has turned by `kTurn` radians since it last did

    /// An impulse and an angular impulse.
    void push(const Vec3& impulse, const Vec3& angularImpulse) {
        linear += inverseMass.cwiseProduct(impulse);
        angular += inverseInertia * angularImpulse;
    }
    /// 1/kg: the change of speed along a direction by a unit impulse along it.
    Real response(const Vec3& direction, const Vec3& moment) const {
        return direction.dot(inverseMass.cwiseProduct(direction)) + moment.dot(inverseInertia * moment);
    }

    const Vec3& acceleration() const { return acceleration_; }
    /// Kilograms; zero for a body that does not move along any axis.
    Real mass() const;
    /// Joules; of the spin an estimate, with the harmonic mean of the moments of inertia.
    Real kineticEnergy() const;
    void applyForces(Real h);
    void move(Real h);
    void write(SolverBody& body) const;

    /// Radians: rows of bodies that turn less stay as they are, with an error of this in arms and normals.
    /// Those that turn less in a small step have no gyroscopic torque, with an error of this share of their
    /// spin.
    static constexpr Real kTurn = 1e-4;

private:
    void conserveAngularMomentum(Real h);

    Vec3 acceleration_, torque_, angularFactor_;
    Matrix3 inverseInertiaAtBeginning_, inertiaAtBeginning_;
    bool isGyroscopic_;
    Real turnedSince_ = 0;  ///< radians, since `turns` last increased
};

}  // namespace ricochet::small_steps
