#include "algorithms/contact/manifold/pair_solver.h"

#include "algorithms/geometry/hypotenuse.h"

#include <algorithm>
#include <cmath>

namespace ricochet {

PairSolver::PairSolver(const BodyMotion& a, const BodyMotion& b)
    : inverseMass_(a.inverseMass + b.inverseMass),
      inverseInertiaA_(a.inverseInertia),
      inverseInertiaB_(b.inverseInertia) {}

inline void PairSolver::apply(const Push& push, Real load) {
    translation_ += load * inverseMass_ * push.line.normal;
    rotationA_ += load * push.rotationOfA;
    rotationB_ -= load * push.rotationOfB;
}

void PairSolver::restart(std::size_t lines) {
    pushes_.clear();
    pushes_.reserve(lines);
    translation_.setZero();
    rotationA_.setZero();
    rotationB_.setZero();
}

void PairSolver::add(const PushLine& line, Real load) {
    const Vec3 rotationOfA = inverseInertiaA_ * line.armA, rotationOfB = inverseInertiaB_ * line.armB;
    const Real mobility = inverseMass_ + (line.armA.dot(rotationOfA) + line.armB.dot(rotationOfB));
    pushes_.push_back({line, rotationOfA, rotationOfB, mobility, load});
    apply(pushes_.back(), load);
}

Real PairSolver::mobility(const PushLine& line) const {
    return inverseMass_ +
           (line.armA.dot(inverseInertiaA_ * line.armA) + line.armB.dot(inverseInertiaB_ * line.armB));
}

Real PairSolver::displacement(Real radius) const {
    return hypotenuse(translation_.norm(), radius * (rotationA_ - rotationB_).norm());
}

Real PairSolver::sweep(std::span<const Real> gaps) {
    Real maximum = 0;
    for (std::size_t i = 0; i < pushes_.size(); ++i) {
        Push& push = pushes_[i];
        const Real load = std::max(Real{0}, push.load - (gaps[i] + widening(push.line)) / push.mobility);
        const Real more = load - push.load;
        push.load = load;
        apply(push, more);
        maximum = std::max(maximum, std::abs(more) * push.mobility);
    }
    return maximum;
}
}  // namespace ricochet
