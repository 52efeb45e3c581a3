// The effect of other bodies in the last step is the change of a body's velocity, less gravity and the
// impulses of this pair. If it is small, the solver's solution is that of the pair alone.

#include "algorithms/contact/single_velocity/warm_start_impulses.h"

#include "algorithms/contact/manifold/pair_solver.h"
#include "algorithms/contact/tolerances.h"
#include "algorithms/geometry/hypotenuse.h"

#include <algorithm>

namespace ricochet {
namespace {

PushLine pushLine(const SolvedPoint& point, const SolvedBody& a, const SolvedBody& b) {
    return {point.normal, point.onA - a.motion.centre, point.onB - b.motion.centre};
}

/// Metres, at the step's end without contacts. A body that is inside need not come out within the step.
Real gapOf(const SolvedPoint& point, const PushLine& line, const BodyMotion& a, const BodyMotion& b,
           Real timeStep) {
    const Vec3 velocity = a.linearVelocity - b.linearVelocity + timeStep * (a.gravity - b.gravity);
    const Real opening =
        line.normal.dot(velocity) + line.armA.dot(a.angularVelocity) - line.armB.dot(b.angularVelocity);
    return std::max(point.distance, Real{0}) + timeStep * opening;
}

/// The impulse of each point for these two bodies alone, divided by Bullet's warm-start factor.
std::vector<Real> impulsesAlone(const SolvedBody& a, const SolvedBody& b, Real timeStep,
                                std::span<const SolvedPoint> points) {
    PairSolver solver(a.motion, b.motion);
    solver.restart(points.size());
    thread_local std::vector<Real> gaps;  // reused, so that no memory is allocated
    gaps.clear();
    for (const SolvedPoint& point : points) {
        const PushLine line = pushLine(point, a, b);
        solver.add(line, kTolerances.warmStart * timeStep * point.impulse);
        gaps.push_back(gapOf(point, line, a.motion, b.motion, timeStep));
    }
    for (int i = 0; i < kTolerances.startSweeps && solver.sweep(gaps) > kTolerances.startConverged; ++i) {
    }
    std::vector<Real> impulses;
    impulses.reserve(points.size());
    for (std::size_t i = 0; i < points.size(); ++i)
        impulses.push_back(solver.load(i) / (kTolerances.warmStart * timeStep));
    return impulses;
}

/// 0 ... 1: near 1 in an impact, in which the change of impulses changes the bodies' speed by much more than
/// a step of free fall; near 0 if a load only moves from point to point.
Real changeShare(const SolvedBody& a, const SolvedBody& b, Real timeStep, std::span<const SolvedPoint> points,
                 std::span<const Real> impulses) {
    PairSolver change(a.motion, b.motion);
    change.restart(points.size());
    for (std::size_t i = 0; i < points.size(); ++i)
        change.add(pushLine(points[i], a, b),
                   kTolerances.warmStart * timeStep * (impulses[i] - points[i].impulse));
    const Real moved = change.displacement(std::min(a.radius, b.radius));
    const Real fall = timeStep * timeStep * std::max(a.motion.gravity.norm(), b.motion.gravity.norm());
    return moved == 0 ? 0 : moved * moved / (moved * moved + fall * fall);
}

/// With the velocities at the step's end without contacts.
BodyMotion unpushed(const BodyMotion& motion, Real timeStep) {
    BodyMotion alone = motion;
    alone.linearVelocity = motion.linearVelocity + timeStep * motion.gravity;
    return alone;
}

}  // namespace

std::vector<Real> WarmStartImpulses::changes(const SolvedBody& a, const SolvedBody& b, Real timeStep,
                                             std::span<const SolvedPoint> last,
                                             std::span<const SolvedPoint> points) {
    const Real share = isKnown_ ? unpushedShare(a, b, timeStep, last) : 0;
    isKnown_ = timeStep > 0 && a.motion.inverseMass + b.motion.inverseMass > 0;
    lastA_ = unpushed(a.motion, timeStep);
    lastB_ = unpushed(b.motion, timeStep);
    if (!isKnown_ || share <= 0 || points.empty()) return std::vector<Real>(points.size(), 0);

    std::vector<Real> changes = impulsesAlone(a, b, timeStep, points);
    const Real taken = share * changeShare(a, b, timeStep, points, changes);
    for (std::size_t i = 0; i < points.size(); ++i) changes[i] = taken * (changes[i] - points[i].impulse);
    return changes;
}

/// 0 ... 1: 1 if no other body has pushed these two in the last step.
Real WarmStartImpulses::unpushedShare(const SolvedBody& a, const SolvedBody& b, Real timeStep,
                                      std::span<const SolvedPoint> last) const {
    BodyMotion ownA, ownB;  // changes by this pair
    for (const SolvedPoint& point : last) {
        ownA.linearVelocity += a.motion.inverseMass * point.total;
        ownB.linearVelocity -= b.motion.inverseMass * point.total;
        ownA.angularVelocity += a.motion.inverseInertia * (point.onA - lastA_.centre).cross(point.total);
        ownB.angularVelocity -= b.motion.inverseInertia * (point.onB - lastB_.centre).cross(point.total);
    }
    const auto shareOfBody = [&](const SolvedBody& body, const BodyMotion& before, const BodyMotion& own) {
        const BodyMotion& motion = body.motion;
        if (motion.inverseMass == 0) return Real{1};
        const Vec3 linear = motion.linearVelocity - before.linearVelocity - own.linearVelocity;
        const Vec3 angular = motion.angularVelocity - before.angularVelocity - own.angularVelocity;
        const Real others = hypotenuse(linear.norm(), body.radius * angular.norm());
        return others == 0 ? Real{1} : std::max(Real{0}, 1 - others / (timeStep * motion.gravity.norm()));
    };
    return shareOfBody(a, lastA_, ownA) * shareOfBody(b, lastB_, ownB);
}

}  // namespace ricochet
