#include "algorithms/contact/manifold/step_forecast.h"

#include "algorithms/contact/manifold/contact_arc.h"
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
    : motion_(motion), solver_(motion.a, motion.b) {
    if (!isPossible()) return;
    rows_.reserve(candidates.size());
    for (std::size_t i = 0; i < candidates.size(); ++i)
        rows_.push_back(rowOf(candidates[i], places.empty() ? ActingPlace{} : places[i]));
}

bool StepForecast::isPossible() const {
    return motion_.step.timeStep > 0 && motion_.a.inverseMass + motion_.b.inverseMass > 0;
}

StepForecast::Row StepForecast::rowOf(const Candidate& c, const ActingPlace& place) const {
    const BodyMotion &a = motion_.a, &b = motion_.b;
    const Real h = motion_.step.timeStep;
    const ContactArc arc = contactArc(c, motion_);
    const Vec3 armA = armAfter(a, c.onA, arc.actsAfter) + place.aside;
    const Vec3 armB = armAfter(b, c.onB, arc.actsAfter) + place.aside;
    const Vec3 normal = (arc.normal + place.tilt).normalized();
    const Real opening = h * normal.dot(velocityOf(a, armA) - velocityOf(b, armB));
    const Real fall = h * h * normal.dot(a.gravity - b.gravity);  // as the solver applies it
    const Real gap = c.gap - motion_.step.restGap + arc.widening + place.widening + opening + fall;
    return {{normal, armA, armB}, gap, opening};
}

Real StepForecast::gapAtEnd(Index candidate) const {
    const Row& row = rows_[candidate];
    return row.gap + solver_.widening(row.line);
}

Vec3 StepForecast::displacementOfA(const Vec3& point) const {
    const Vec3 armA = point - motion_.a.centre, armB = point - motion_.b.centre;
    const Real h = motion_.step.timeStep;
    return h * (velocityOf(motion_.a, armA) - velocityOf(motion_.b, armB)) +
           h * h * (motion_.a.gravity - motion_.b.gravity) + solver_.shift() + solver_.turnOfA().cross(armA) -
           solver_.turnOfB().cross(armB);
}

Real StepForecast::loadThatWidens(Index candidate, Real width) const {
    return width / solver_.mobility(rows_[candidate].line);
}

Real StepForecast::speedChange(Real radius) const {
    return solver_.displacement(radius) / motion_.step.timeStep;
}

void StepForecast::hold(std::span<const Index> points) { solve(points, &Row::gap); }

void StepForecast::stop(std::span<const Index> points) { solve(points, &Row::opening); }

void StepForecast::solve(std::span<const Index> points, Real Row::*gap) {
    solver_.restart(points.size());
    std::vector<Real> gaps;
    gaps.reserve(points.size());
    for (const Index i : points) {
        solver_.add(rows_[i].line, 0);
        gaps.push_back(rows_[i].*gap);
    }
    // After a sweep that changes nothing the next one would not either.
    for (int i = 0; i < kTolerances.forecastSweeps && solver_.sweep(gaps) > 0; ++i) {
    }
}

}  // namespace ricochet
