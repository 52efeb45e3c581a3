#include "algorithms/contact/manifold/step_forecast.h"

#include "algorithms/contact/tolerances.h"
#include "algorithms/geometry/scratch.h"

#include <utility>

namespace ricochet {
namespace {

/// The normal when the bodies have rotated so far.
Vec3 normalAfter(const Candidate& c, const Matrix3& ofA, const Matrix3& ofB) {
    const NormalOwner owner = normalOwner(featurePair(c.key));
    if (owner == NormalOwner::a) return ofA * c.normal;
    if (owner == NormalOwner::b) return ofB * c.normal;
    const Vec3 mean = (ofA * c.normal + ofB * c.normal).normalized();
    if (c.alongA.isZero(0)) return mean;
    const Vec3 across = (ofA * c.alongA).cross(ofB * c.alongB).normalized();
    return across.dot(mean) < 0 ? Vec3(-across) : across;
}

}  // namespace

ScratchVector<PushLine> linesOfPoints(std::span<const Candidate> candidates, const PairInput& input) {
    const BodyMotion &a = input.a.motion, &b = input.b.motion;
    const Real h = input.step.timeStep;
    const Vec3 centresApart =
        a.centre - b.centre + h * (a.linearVelocity - b.linearVelocity + h * (a.gravity - b.gravity));
    const Matrix3 rotationOfA = rotationAfter(a, h), rotationOfB = rotationAfter(b, h);
    ScratchVector<PushLine> lines;
    lines.reserve(candidates.size());
    for (const Candidate& c : candidates) {
        const Vec3 armA = c.onA - a.centre, armB = c.onB - b.centre;
        const Vec3 apart = centresApart + rotationOfA * armA - rotationOfB * armB;
        const Real rise = normalAfter(c, rotationOfA, rotationOfB).dot(apart) - c.normal.dot(c.onA - c.onB);
        lines.emplace_back(c.normal, armA, armB).gap = c.gap - input.step.restGap + rise;
    }
    return lines;
}

StepForecast::StepForecast(const BodyMotion& a, const BodyMotion& b, ScratchVector<PushLine> lines)
    : lines_(std::move(lines)), solver_(a, b) {}

bool StepForecast::isPossible(const BodyMotion& a, const BodyMotion& b, Real timeStep) {
    return timeStep > 0 && a.inverseMass + b.inverseMass > 0;
}

Real StepForecast::gapAtEnd(Index candidate) const {
    return lines_[candidate].gap + solver_.widening(lines_[candidate]);
}

void StepForecast::hold(std::span<const Index> points) { solve(points, &PushLine::gap); }

void StepForecast::stop(std::span<const Index> points) { solve(points, &PushLine::opening); }

/// These contacts push just enough that none of the gaps, which are those without loads, ends below zero.
void StepForecast::solve(std::span<const Index> points, Real PushLine::*gap) {
    ScratchVector<Real> gaps;
    gaps.reserve(points.size());
    for (const Index i : points) gaps.push_back(lines_[i].*gap);
    solver_.restart(points.size());
    for (const Index i : points) solver_.add(lines_[i], 0);
    // After a sweep that changes nothing the next one would not either.
    for (int i = 0; i < kTolerances.forecastSweeps && solver_.sweep(gaps) > 0; ++i) {
    }
}

}  // namespace ricochet
