#include "algorithms/contact/manifold/step_forecast.h"

#include "algorithms/contact/tolerances.h"

#include <utility>

namespace ricochet {
namespace {

/// A direction that turns with the body.
Vec3 turned(const BodyMotion& motion, const Vec3& direction, Real time) {
    return armAfter(motion, motion.centre + direction, time);
}

Vec3 normalAfter(const Candidate& c, const BodyMotion& a, const BodyMotion& b, Real time) {
    const NormalOwner owner = normalOwner(featurePair(c.key));
    if (owner == NormalOwner::a) return turned(a, c.normal, time);
    if (owner == NormalOwner::b) return turned(b, c.normal, time);
    const Vec3 mean = (turned(a, c.normal, time) + turned(b, c.normal, time)).normalized();
    if (c.alongA.isZero(0)) return mean;
    const Vec3 across = turned(a, c.alongA, time).cross(turned(b, c.alongB, time)).normalized();
    return across.dot(mean) < 0 ? Vec3(-across) : across;
}

}  // namespace

std::vector<ForecastRow> rowsOfPoints(std::span<const Candidate> candidates, const PairInput& input) {
    const BodyMotion &a = input.a.motion, &b = input.b.motion;
    const Real h = input.step.timeStep;
    const Vec3 centresApart =
        a.centre - b.centre + h * (a.linearVelocity - b.linearVelocity + h * (a.gravity - b.gravity));
    std::vector<ForecastRow> rows;
    rows.reserve(candidates.size());
    for (const Candidate& c : candidates) {
        const Vec3 apart = centresApart + armAfter(a, c.onA, h) - armAfter(b, c.onB, h);
        const Real rise = normalAfter(c, a, b, h).dot(apart) - c.normal.dot(c.onA - c.onB);
        rows.push_back({{c.normal, c.onA - a.centre, c.onB - b.centre}, c.gap - input.step.restGap + rise});
    }
    return rows;
}

StepForecast::StepForecast(const BodyMotion& a, const BodyMotion& b, std::vector<ForecastRow> rows)
    : rows_(std::move(rows)), solver_(a, b) {}

bool StepForecast::isPossible(const BodyMotion& a, const BodyMotion& b, Real timeStep) {
    return timeStep > 0 && a.inverseMass + b.inverseMass > 0;
}

Real StepForecast::gapAtEnd(Index candidate) const {
    const ForecastRow& row = rows_[candidate];
    return row.gap + solver_.widening(row.line);
}

void StepForecast::hold(std::span<const Index> points) {
    std::vector<Real> gaps;
    gaps.reserve(points.size());
    for (const Index i : points) gaps.push_back(rows_[i].gap);
    solve(points, gaps);
}

void StepForecast::solve(std::span<const Index> points, const std::vector<Real>& gaps) {
    solver_.restart(points.size());
    for (const Index i : points) solver_.add(rows_[i].line, 0);
    // After a sweep that changes nothing the next one would not either.
    for (int i = 0; i < kTolerances.forecastSweeps && solver_.sweep(gaps) > 0; ++i) {
    }
}

}  // namespace ricochet
