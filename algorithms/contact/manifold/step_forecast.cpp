#include "algorithms/contact/manifold/step_forecast.h"

#include "algorithms/contact/manifold/turning.h"
#include "algorithms/contact/tolerances.h"

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

Vec3 velocityOf(const BodyMotion& motion, const Vec3& arm) {
    return motion.linearVelocity + motion.angularVelocity.cross(arm);
}

}  // namespace

StepForecast::StepForecast(std::span<const Candidate> candidates, const PairMotion& motion,
                           std::span<const ActingPlace> places)
    : motion_(motion) {
    if (!isPossible()) return;
    rows_.reserve(candidates.size());
    for (std::size_t i = 0; i < candidates.size(); ++i)
        rows_.push_back(rowOf(candidates[i], places.empty() ? ActingPlace{} : places[i]));
}

bool StepForecast::isPossible() const {
    return motion_.timeStep > 0 && motion_.a.inverseMass + motion_.b.inverseMass > 0;
}

StepForecast::Row StepForecast::rowOf(const Candidate& c, const ActingPlace& place) const {
    const BodyMotion &a = motion_.a, &b = motion_.b;
    const Real h = motion_.timeStep;
    const ContactArc arc = contactArcOf(c, motion_);
    const Vec3 armA = armAfter(a, c.onA, arc.actsAfter) + place.aside;
    const Vec3 armB = armAfter(b, c.onB, arc.actsAfter) + place.aside;
    const Vec3 normal = (arc.normal + place.tilt).normalized();
    const Real opening = h * normal.dot(velocityOf(a, armA) - velocityOf(b, armB));
    const Real fall = h * h * normal.dot(a.gravity - b.gravity);  // as the solver has it
    const Real gap = c.gap - motion_.restGap + arc.widening + place.widening + opening + fall;
    return {normal, armA.cross(normal), armB.cross(normal), gap, opening};
}

Real StepForecast::shiftOf(const Row& row) const {
    return row.normal.dot(shift_) + row.armA.dot(turnA_) - row.armB.dot(turnB_);
}

Real StepForecast::gapAtEnd(Index candidate) const {
    const Row& row = rows_[candidate];
    return row.gap + shiftOf(row);
}

Vec3 StepForecast::displacementOfA(const Vec3& point) const {
    const Vec3 armA = point - motion_.a.centre, armB = point - motion_.b.centre;
    const Real h = motion_.timeStep;
    return h * (velocityOf(motion_.a, armA) - velocityOf(motion_.b, armB)) +
           h * h * (motion_.a.gravity - motion_.b.gravity) + shift_ + turnA_.cross(armA) - turnB_.cross(armB);
}

Real StepForecast::loadThatWidens(Index candidate, Real width) const {
    return width / pushOf(rows_[candidate]).answer;
}

Real StepForecast::speedChange(Real radius) const {
    return std::hypot(shift_.norm(), radius * (turnA_ - turnB_).norm()) / motion_.timeStep;
}

StepForecast::Push StepForecast::pushOf(const Row& row) const {
    const BodyMotion &a = motion_.a, &b = motion_.b;
    Push push{a.inverseInertia * row.armA, b.inverseInertia * row.armB, a.inverseMass + b.inverseMass};
    push.answer += row.armA.dot(push.turnOfA) + row.armB.dot(push.turnOfB);
    return push;
}

void StepForecast::hold(std::span<const Index> points) { solve(points, &Row::gap); }

void StepForecast::stop(std::span<const Index> points) { solve(points, &Row::opening); }

void StepForecast::solve(std::span<const Index> points, Real Row::*gap) {
    shift_ = turnA_ = turnB_ = Vec3::Zero();
    loads_.assign(points.size(), 0);
    pushes_.clear();
    for (const Index i : points) pushes_.push_back(pushOf(rows_[i]));
    for (int i = 0; i < kTolerances.forecastSweeps; ++i) sweep(points, gap);
}

void StepForecast::sweep(std::span<const Index> points, Real Row::*gap) {
    const Real mobility = motion_.a.inverseMass + motion_.b.inverseMass;
    for (std::size_t k = 0; k < points.size(); ++k) {
        const Row& row = rows_[points[k]];
        const Real load = std::max(Real{0}, loads_[k] - (row.*gap + shiftOf(row)) / pushes_[k].answer);
        const Real more = load - loads_[k];
        loads_[k] = load;
        shift_ += more * mobility * row.normal;
        turnA_ += more * pushes_[k].turnOfA;
        turnB_ -= more * pushes_[k].turnOfB;
    }
}

}  // namespace ricochet
