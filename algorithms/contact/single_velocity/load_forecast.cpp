#include "algorithms/contact/single_velocity/load_forecast.h"

namespace ricochet {
namespace {

Vec3 pointVelocity(const BodyMotion& motion, const Vec3& arm) {
    return motion.linearVelocity + motion.angularVelocity.cross(arm);
}

}  // namespace

LoadForecast::LoadForecast(std::span<const Candidate> candidates, const PairMotion& motion)
    : StepForecast(motion.a, motion.b, {}), motion_(motion) {
    rows_.reserve(candidates.size());
    openings_.reserve(candidates.size());
    for (const Candidate& c : candidates) add(c);
}

void LoadForecast::add(const Candidate& c) {
    const BodyMotion &a = motion_.a, &b = motion_.b;
    const Real h = motion_.step.timeStep;
    const ContactArc arc = contactArc(c, motion_);
    const Vec3 armA = armAfter(a, c.onA, arc.actsAfter), armB = armAfter(b, c.onB, arc.actsAfter);
    const Vec3 normal = arc.normal.normalized();
    const Real opening = h * normal.dot(pointVelocity(a, armA) - pointVelocity(b, armB));
    const Real fall = h * h * normal.dot(a.gravity - b.gravity);  // as the solver applies it
    rows_.push_back({{normal, armA, armB}, c.gap - motion_.step.restGap + arc.widening + opening + fall});
    openings_.push_back(opening);
}

Vec3 LoadForecast::displacementOfA(const Vec3& point) const {
    const Vec3 armA = point - motion_.a.centre, armB = point - motion_.b.centre;
    const Real h = motion_.step.timeStep;
    return h * (pointVelocity(motion_.a, armA) - pointVelocity(motion_.b, armB)) +
           h * h * (motion_.a.gravity - motion_.b.gravity) + solver_.shift() + solver_.turnOfA().cross(armA) -
           solver_.turnOfB().cross(armB);
}

Real LoadForecast::loadThatWidens(Index candidate, Real width) const {
    return width / solver_.mobility(rows_[candidate].line);
}

Real LoadForecast::speedChange(Real radius) const {
    return solver_.displacement(radius) / motion_.step.timeStep;
}

void LoadForecast::stop(std::span<const Index> points) {
    std::vector<Real> gaps;
    gaps.reserve(points.size());
    for (const Index i : points) gaps.push_back(openings_[i]);
    solve(points, gaps);
}

}  // namespace ricochet
