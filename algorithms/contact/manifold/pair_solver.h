#pragma once

#include "algorithms/contact/body_motion.h"
#include "algorithms/geometry/scratch.h"

#include <span>

namespace ricochet {

/// A line along which a contact pushes two bodies apart.
struct PushLine {
    Vec3 normal;       ///< unit, from B to A
    Vec3 armA, armB;   ///< metres: from each body's centre to the line, cross the normal
    Real gap = 0;      ///< metres between the surfaces at the step's end if nothing holds, less the rest gap
    Real opening = 0;  ///< metres: the part of it due to the velocities at the step's beginning

    PushLine(const Vec3& unitNormal, const Vec3& fromCentreOfA, const Vec3& fromCentreOfB)
        : normal(unitNormal), armA(fromCentreOfA.cross(normal)), armB(fromCentreOfB.cross(normal)) {}
};

/// How loads along given lines move two bodies, without other bodies and without friction. A load is an
/// impulse times the time step (kg m), so its effect at the step's end is in metres and radians. Not
/// thread-safe.
class PairSolver {
public:
    /// Uses only the masses and inertias of the motions.
    PairSolver(const BodyMotion& a, const BodyMotion& b);

    /// Removes all lines, and makes room for that many.
    void restart(std::size_t lines);

    /// Adds a line, with its initial load.
    void add(const PushLine& line, Real load);

    /// One sweep of projected Gauss-Seidel, as in Bullet's solver: each load in turn becomes the least one
    /// with which its gap does not end below zero. `gaps`: metres at the step's end without loads, one per
    /// line. Returns the greatest change of a gap by a single load, metres.
    Real sweep(std::span<const Real> gaps);

    Real load(std::size_t line) const { return pushes_[line].load; }

    /// Metres by which all loads widen the gap along a line; and by which a unit load on that line does
    /// (inverse effective mass, 1/kg).
    Real widening(const PushLine& line) const {
        return line.normal.dot(translation_) + line.armA.dot(rotationA_) - line.armB.dot(rotationB_);
    }
    Real mobility(const PushLine& line) const;

    /// The effect of all loads: translation of A relative to B, and rotation of each body.
    const Vec3& translation() const { return translation_; }  ///< metres
    const Vec3& rotationOfA() const { return rotationA_; }    ///< radians
    const Vec3& rotationOfB() const { return rotationB_; }

    /// Metres: the displacement, by the loads, of points at that radius relative to the other body.
    Real displacement(Real radius) const;

private:
    struct Push {
        PushLine line;
        Vec3 rotationOfA, rotationOfB;  ///< of a unit load
        Real mobility, load;
    };
    void apply(const Push& push, Real load);

    Real inverseMass_;  ///< of both
    Matrix3 inverseInertiaA_, inverseInertiaB_;
    ScratchVector<Push> pushes_;
    Vec3 translation_ = Vec3::Zero(), rotationA_ = Vec3::Zero(), rotationB_ = Vec3::Zero();
};

}  // namespace ricochet
