#include "algorithms/contact/manifold/step_forecast.h"

#include "algorithms/contact/manifold/turning.h"
#include "algorithms/contact/tolerances.h"

#include <algorithm>

namespace ricochet {
namespace {

/// With the step's gravity, as the solver has it.
Vec3 velocityOf(const BodyMotion& motion, const Vec3& arm, Real timeStep) {
    return motion.linearVelocity + timeStep * motion.gravity + motion.angularVelocity.cross(arm);
}

}  // namespace

StepForecast::StepForecast(std::span<const Candidate> candidates, const PairMotion& motion)
    : motion_(motion) {
    if (!isPossible()) return;
    rows_.reserve(candidates.size());
    for (const Candidate& candidate : candidates) rows_.push_back(rowOf(candidate));
}

bool StepForecast::isPossible() const {
    return motion_.timeStep > 0 && motion_.a.inverseMass + motion_.b.inverseMass > 0;
}

StepForecast::Row StepForecast::rowOf(const Candidate& c) const {
    const BodyMotion &a = motion_.a, &b = motion_.b;
    const Real h = motion_.timeStep;
    const ContactArc arc = contactArcOf(c, a, b, h, motion_.restGap);
    const Vec3 armA = armAfter(a, c.onA, arc.actsAfter), armB = armAfter(b, c.onB, arc.actsAfter);
    const Vec3 speed = velocityOf(a, armA, h) - velocityOf(b, armB, h);
    const Real gap = c.gap - motion_.restGap + arc.widening + h * arc.normal.dot(speed);
    return {arc.normal, armA.cross(arc.normal), armB.cross(arc.normal), gap};
}

Real StepForecast::gapOf(const Row& row) const {
    return row.gap + row.normal.dot(shift_) + row.armA.dot(turnA_) - row.armB.dot(turnB_);
}

Real StepForecast::gapAtEnd(Index candidate) const { return gapOf(rows_[candidate]); }

void StepForecast::hold(std::span<const Index> points) {
    const BodyMotion &a = motion_.a, &b = motion_.b;
    shift_ = turnA_ = turnB_ = Vec3::Zero();
    loads_.assign(points.size(), 0);
    pushes_.clear();
    for (const Index i : points) {
        const Row& row = rows_[i];
        Push push{a.inverseInertia * row.armA, b.inverseInertia * row.armB, a.inverseMass + b.inverseMass};
        push.answer += row.armA.dot(push.turnOfA) + row.armB.dot(push.turnOfB);
        pushes_.push_back(push);
    }
    for (int i = 0; i < kTolerances.forecastSweeps; ++i) sweep(points);
}

void StepForecast::sweep(std::span<const Index> points) {
    const Real mobility = motion_.a.inverseMass + motion_.b.inverseMass;
    for (std::size_t k = 0; k < points.size(); ++k) {
        const Row& row = rows_[points[k]];
        const Real load = std::max(Real{0}, loads_[k] - gapOf(row) / pushes_[k].answer);
        const Real more = load - loads_[k];
        loads_[k] = load;
        shift_ += more * mobility * row.normal;
        turnA_ += more * pushes_[k].turnOfA;
        turnB_ -= more * pushes_[k].turnOfB;
    }
}

}  // namespace ricochet
