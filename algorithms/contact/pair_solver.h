#pragma once

#include "algorithms/contact/contact.h"

#include <vector>

namespace ricochet {

/// A line along which a contact pushes two bodies apart.
struct PushLine {
    Vec3 normal;      ///< of B, a unit vector
    Vec3 armA, armB;  ///< metres: from the centre of each body to the line, times the normal

    PushLine(const Vec3& unitNormal, const Vec3& fromCentreOfA, const Vec3& fromCentreOfB)
        : normal(unitNormal), armA(fromCentreOfA.cross(normal)), armB(fromCentreOfB.cross(normal)) {}
};

/// How two bodies move by loads along some lines, no other body and no friction. A load is an impulse times
/// the time step (kg m), so what it changes is in metres and radians at the step's end.
class PairSolver {
public:
    /// Of the bodies' motions only masses and inertias count.
    PairSolver(const BodyMotion& a, const BodyMotion& b);

    /// One more line, with a load to start from.
    void add(const PushLine& line, Real load);

    /// Each load in turn becomes what its line must push so that its gap does not end below zero (projected
    /// Gauss-Seidel, as Bullet's solver). `gaps`: metres at the step's end without loads, one of each line.
    /// Returns the greatest change of a gap by a single load, metres.
    Real sweep(const std::vector<Real>& gaps);

    Real loadOf(std::size_t line) const { return pushes_[line].load; }

    /// Metres that the gap along a line grows by all loads, and by a load of 1 there.
    Real wideningOf(const PushLine& line) const;
    Real mobilityOf(const PushLine& line) const;

    /// What all loads do to A as B sees it, and to each.
    const Vec3& shift() const { return shift_; }    ///< metres
    const Vec3& turnOfA() const { return turnA_; }  ///< radians
    const Vec3& turnOfB() const { return turnB_; }

    /// Metres: how far they move points of a body of that radius, as the other one sees them.
    Real displacement(Real radius) const;

private:
    struct Push {
        PushLine line;
        Vec3 turnOfA, turnOfB;  ///< of a unit load
        Real mobility, load;
    };
    void apply(const Push& push, Real load);

    Real inverseMass_;  ///< of both
    Matrix3 inverseInertiaA_, inverseInertiaB_;
    std::vector<Push> pushes_;
    Vec3 shift_ = Vec3::Zero(), turnA_ = Vec3::Zero(), turnB_ = Vec3::Zero();
};

}  // namespace ricochet
