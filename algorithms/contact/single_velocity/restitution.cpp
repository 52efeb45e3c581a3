// Kane, Levinson. Dynamics: Theory and Applications. 1985: a pendulum that strikes a rough floor gains energy
// under Newton's law of restitution. Here sequential impulses, as in Bullet's solver, predict the energy
// after a bounce.

#include "algorithms/contact/single_velocity/restitution.h"

#include "algorithms/contact/tolerances.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace ricochet {
namespace {

/// Velocity of A's point relative to B's, m/s.
Vec3 slideVelocity(const SolvedBody& a, const SolvedBody& b, const SolvedPoint& point) {
    return velocityAt(a.motion, point.onA) - velocityAt(b.motion, point.onB);
}

Real inverse(Real x) { return x > 0 ? 1 / x : 0; }

/// The body during the impact: its velocity contains gravity's share of the step.
SolvedBody falling(SolvedBody body, Real timeStep) {
    body.motion.linearVelocity += timeStep * body.motion.gravity;
    return body;
}

/// One direction in which a contact acts on both bodies.
struct Row {
    Vec3 direction;                   // unit, of the impulses on A
    Vec3 armA, armB;                  // metres: their moments
    Vec3 rotationA, rotationB;        // change of the angular velocities by a unit impulse
    Vec3 translationA, translationB;  // and of the linear ones
    Real effectiveMass;               // kg, along the direction; 0: both bodies are static
    Real before;                      // m/s, relative, at the beginning of the impact
    Real impulse = 0;

    Row(const SolvedBody& a, const SolvedBody& b, const SolvedPoint& point, const Vec3& along,
        const Vec3& slide)
        : direction(along),
          armA((point.onA - a.motion.centre).cross(along)),
          armB((point.onB - b.motion.centre).cross(along)),
          rotationA(a.inverseInertia * armA),
          rotationB(b.inverseInertia * armB),
          translationA(a.inverseMass.cwiseProduct(along)),
          translationB(b.inverseMass.cwiseProduct(along)),
          effectiveMass(
              inverse(along.dot(translationA + translationB) + armA.dot(rotationA) + armB.dot(rotationB))),
          before(along.dot(slide)) {}

    Real speed(const SolvedBody& a, const SolvedBody& b) const {
        return direction.dot(a.motion.linearVelocity - b.motion.linearVelocity) +
               armA.dot(a.motion.angularVelocity) - armB.dot(b.motion.angularVelocity);
    }
    /// Changes the speed to `target`, as far as the limits of the accumulated impulse allow. Returns the
    /// change of the speed, m/s, without its sign.
    Real solve(SolvedBody& a, SolvedBody& b, Real target, Real minimum, Real maximum) {
        const Real sum = std::clamp(impulse + effectiveMass * (target - speed(a, b)), minimum, maximum);
        const Real more = sum - impulse;
        a.motion.linearVelocity += more * translationA;
        b.motion.linearVelocity -= more * translationB;
        a.motion.angularVelocity += more * rotationA;
        b.motion.angularVelocity -= more * rotationB;
        impulse = sum;
        return std::abs(more) * inverse(effectiveMass);
    }
};

struct Impact {
    Row normal;
    std::array<Row, 2> slip;  // along the slip and across
    Real restitution, friction;
    Real open;  // m/s: speed of approach that the remaining gap allows

    Real incomingEnergy() const {
        Real sum = 0;
        for (const Row* row : {&normal, &slip[0], &slip[1]})
            sum += row->effectiveMass * row->before * row->before;
        return sum / 2;
    }
    /// Work of its impulses on the bodies, J. The speeds are those before gravity's share of the step and
    /// those after the step, so this is exactly the change of kinetic and potential energy in Bullet's steps.
    Real work(const SolvedBody& a, const SolvedBody& b) const {
        Real sum = 0;
        for (const Row* row : {&normal, &slip[0], &slip[1]})
            sum += row->impulse * (row->before + row->speed(a, b));
        return sum / 2;
    }
};

Impact contactImpact(const SolvedBody& a, const SolvedBody& b, Real timeStep, const SolvedPoint& point) {
    const Vec3 normal = point.normal, slide = slideVelocity(a, b, point);
    // Bullet aligns the first friction direction with the slip velocity, which already contains gravity's
    // share of the step.
    const Vec3 soon = slide + timeStep * (a.motion.gravity - b.motion.gravity);
    const Vec3 slip = soon - normal * normal.dot(soon);
    const Vec3 along = slip.norm() > kTolerances.standingSlip ? slip.normalized() : normal.unitOrthogonal();
    const Row toward(a, b, point, normal, slide);
    const bool bounces = toward.before < -kTolerances.slowestBounce;
    return {toward,
            {Row(a, b, point, along, slide), Row(a, b, point, along.cross(normal), slide)},
            bounces ? point.restitution : 0,
            point.friction,
            std::max(point.distance, Real{0}) / timeStep};
}

/// One iteration along the normals, with restitution scaled by `share`. Returns the greatest change of a
/// speed, m/s.
Real pushApart(SolvedBody& a, SolvedBody& b, std::vector<Impact>& impacts, Real share) {
    Real maximum = 0;
    for (Impact& impact : impacts) {
        const Real bounce = -share * impact.restitution * impact.normal.before;
        const Real changed =
            impact.normal.solve(a, b, bounce - impact.open, 0, std::numeric_limits<Real>::infinity());
        maximum = std::max(maximum, changed);
    }
    return maximum;
}

/// Solves the impact without friction.
void pushApartFully(SolvedBody& a, SolvedBody& b, std::vector<Impact>& impacts, Real share, Real timeStep) {
    const Real converged = kTolerances.startConverged / timeStep;
    for (int i = 0; i < kTolerances.startSweeps && pushApart(a, b, impacts, share) > converged; ++i) {
    }
}

/// The most energy that the impact adds to the bodies, J, with restitution scaled by `share`, for a solver
/// with one or two friction directions that starts from the solution without friction.
Real mostGain(SolvedBody a, SolvedBody b, std::vector<Impact> impacts, Real share, Real timeStep,
              std::size_t frictionDirections) {
    Real maximum = -std::numeric_limits<Real>::infinity();
    pushApartFully(a, b, impacts, share, timeStep);
    for (int iteration = 1; iteration <= kTolerances.mostIterations; ++iteration) {
        pushApart(a, b, impacts, share);
        for (Impact& impact : impacts) {
            const Real limit = impact.friction * impact.normal.impulse;
            for (std::size_t i = 0; i < frictionDirections; ++i) impact.slip[i].solve(a, b, 0, -limit, limit);
        }
        if (iteration < kTolerances.fewestIterations) continue;
        Real sum = 0;
        for (const Impact& impact : impacts) sum += impact.work(a, b);
        maximum = std::max(maximum, sum);
    }
    return maximum;
}

/// The greatest share of restitution that adds no energy. Without restitution an impact always loses energy.
Real shareWithoutGain(const SolvedBody& a, const SolvedBody& b, const std::vector<Impact>& impacts,
                      Real timeStep) {
    Real noise = 0;
    for (const Impact& impact : impacts)
        noise = std::max(noise, kTolerances.energyNoise * impact.incomingEnergy());
    const auto gains = [&](Real share) {
        return mostGain(a, b, impacts, share, timeStep, 1) > noise ||
               mostGain(a, b, impacts, share, timeStep, 2) > noise;
    };
    if (!gains(1)) return 1;
    Real minimum = 0, maximum = 1;
    for (int i = 0; i < kTolerances.factorHalvings; ++i) {
        const Real middle = (minimum + maximum) / 2;
        (gains(middle) ? maximum : minimum) = middle;
    }
    return minimum;
}

std::vector<Impact> contactImpacts(const SolvedBody& a, const SolvedBody& b, Real timeStep,
                                   std::span<const SolvedPoint> points) {
    std::vector<Impact> impacts;
    impacts.reserve(points.size());
    for (const SolvedPoint& point : points) impacts.push_back(contactImpact(a, b, timeStep, point));
    return impacts;
}

}  // namespace

std::vector<Real> impactLoads(const SolvedBody& a, const SolvedBody& b, Real timeStep,
                              std::span<const SolvedPoint> points) {
    SolvedBody fallingA = falling(a, timeStep), fallingB = falling(b, timeStep);
    std::vector<Impact> impacts = contactImpacts(a, b, timeStep, points);
    pushApartFully(fallingA, fallingB, impacts, 1, timeStep);
    std::vector<Real> loads;
    loads.reserve(impacts.size());
    for (const Impact& impact : impacts) loads.push_back(impact.normal.impulse);
    return loads;
}

std::optional<Real> bounceWithoutGain(const SolvedBody& a, const SolvedBody& b, Real timeStep,
                                      std::span<SolvedPoint> points) {
    SolvedBody fallingA = falling(a, timeStep), fallingB = falling(b, timeStep);
    std::vector<Impact> impacts = contactImpacts(a, b, timeStep, points);
    if (std::ranges::none_of(impacts, [](const Impact& impact) { return impact.restitution > 0; }))
        return std::nullopt;
    const Real share = shareWithoutGain(fallingA, fallingB, impacts, timeStep);
    pushApartFully(fallingA, fallingB, impacts, share, timeStep);
    for (std::size_t i = 0; i < points.size(); ++i) points[i].impulse = impacts[i].normal.impulse;
    return share;
}

}  // namespace ricochet
