#include "algorithms/small_steps/body_state.h"

#include <Eigen/LU>

#include <cmath>
#include <numbers>

namespace ricochet::small_steps {
namespace {

/// Radians in a step. A face that turns farther touches where it faced away when contacts were found.
constexpr Real kCarriedTurn = std::numbers::pi_v<Real> / 2;

/// `angle`: radians, the vector's length.
Eigen::Quaternion<Real> turnBy(const Vec3& vector, Real angle) {
    constexpr Real kSmall = 1e-2;  // the series below are exact to a rounding error
    const Real square = angle * angle;
    const bool isSmall = angle < kSmall;
    const Real cosine = isSmall ? 1 - square / 8 + square * square / 384 : std::cos(angle / 2);
    const Real share = isSmall ? 0.5 - square / 48 + square * square / 3840 : std::sin(angle / 2) / angle;
    return {cosine, share * vector.x(), share * vector.y(), share * vector.z()};
}

}  // namespace

BodyState::BodyState(const SolverBody& body, Real timeStep)
    : Velocity{.linear = body.linearVelocity, .angular = body.angularVelocity},
      displacement(body.displacement),
      rotation(body.rotation),
      turned(body.rotation.toRotationMatrix()),
      carried(turned),
      inverseMass(body.inverseMass),
      isMovable(body.isMovable()),
      acceleration_(body.acceleration),
      torque_(body.torque),
      angularFactor_(body.angularFactor),
      inverseInertiaAtBeginning_(body.inverseInertia) {
    const auto factor = angularFactor_.asDiagonal();
    inverseInertia = factor * inverseInertiaAtBeginning_ * factor;
    bool isInvertible = false;
    if (body.isGyroscopic && angularFactor_ == Vec3::Ones()) {
        Real determinant = 0;
        inverseInertiaAtBeginning_.computeInverseAndDetWithCheck(inertiaAtBeginning_, determinant,
                                                                 isInvertible, 0);
        isInvertible = isInvertible && inertiaAtBeginning_.allFinite();
    }
    isGyroscopic_ = isInvertible;
    carriesContacts = timeStep * angular.norm() <= kCarriedTurn;
}

Real BodyState::mass() const {
    const Real inverse = inverseMass.maxCoeff();
    return isMovable && inverse > 0 ? 1 / inverse : 0;
}

Real BodyState::kineticEnergy() const {
    const Real inverse = inverseInertia.trace() / 3;
    Real sum = inverse > 0 ? angular.squaredNorm() / inverse : 0;
    for (int i = 0; i < 3; ++i) {
        if (inverseMass[i] > 0) sum += linear[i] * linear[i] / inverseMass[i];
    }
    return sum / 2;
}

void BodyState::applyForces(Real h) {
    if (!isMovable) return;
    linear += h * acceleration_;
    angular += inverseInertia * (h * torque_);
    if (isGyroscopic_ && h * angular.norm() > kTurn) conserveAngularMomentum(h);
}

/// One Newton step of the implicit equation I (ω - ω0) + h ω × I ω = 0.
/// Catto. Numerical Methods. 2015.
void BodyState::conserveAngularMomentum(Real h) {
    const Matrix3 inertia = turned * inertiaAtBeginning_ * turned.transpose();
    const Vec3 momentum = inertia * angular;
    const auto skew = [](const Vec3& v) {
        return Matrix3{{0, -v.z(), v.y()}, {v.z(), 0, -v.x()}, {-v.y(), v.x(), 0}};
    };
    const Matrix3 slope = inertia + h * (skew(angular) * inertia - skew(momentum));
    const Vec3 change = slope.inverse() * (h * angular.cross(momentum));
    if (change.allFinite()) angular -= change;
}

void BodyState::move(Real h) {
    const Vec3 spin = angular + shift.angular;
    displacement += h * (linear + shift.linear);
    if (isShifted) shift = {};
    isShifted = false;
    const Real angle = h * spin.norm();
    if (angle == 0) return;
    rotation = (turnBy(h * spin, angle) * rotation).normalized();
    turned = rotation.toRotationMatrix();
    if (carriesContacts) carried = turned;
    turnedSince_ += angle;
    if (turnedSince_ < kTurn) return;
    turnedSince_ = 0;
    ++turns;
    if (!isMovable) return;
    const auto factor = angularFactor_.asDiagonal();
    inverseInertia = factor * (turned * inverseInertiaAtBeginning_ * turned.transpose()) * factor;
}

void BodyState::write(SolverBody& body) const {
    body.linearVelocity = linear;
    body.angularVelocity = angular;
    body.displacement = displacement;
    body.rotation = rotation;
}

}  // namespace ricochet::small_steps
