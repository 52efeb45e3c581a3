// Kane, Levinson. Dynamics: Theory and Applications. 1985: a pendulum that strikes a rough floor gains energy
// by Newton's law of restitution. Ours foretells by sequential impulses, as Bullet's solver has them, what
// energy a bounce leaves.

#include "adapters/bounce.h"

#include "adapters/convert.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <algorithm>
#include <array>
#include <limits>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

// Bullet's solver stops before it has converged, and what is left adds energy, too: it must not gain after
// any number of iterations from Bullet's default on.
constexpr int kFewestIterations = 10, kMostIterations = 20;
constexpr int kHalvings = 20;         // of the interval that holds the factor of restitution
constexpr Real kSlowest = 0.2;        // m/s; what comes slower does not bounce: Bullet's default
constexpr Real kNoise = 1e-5;         // of the energy with which the surfaces meet: rounding
constexpr Real kStandingSlip = 1e-9;  // m/s; below it a slip has no direction

Vec3 velocityAt(const BodyMotion& motion, const Vec3& point) {
    return motion.linearVelocity + motion.angularVelocity.cross(point - motion.centre);
}

/// Of A's point as B's sees it, m/s.
Vec3 slideVelocity(const ContactSide& a, const ContactSide& b, const btManifoldPoint& point) {
    return velocityAt(a.motion, toVec3(point.m_positionWorldOnA)) -
           velocityAt(b.motion, toVec3(point.m_positionWorldOnB));
}

Real inverse(Real x) { return x > 0 ? 1 / x : 0; }

/// A body as impulses find it. What stands, or is no rigid body, does not answer to them.
struct Body {
    Vec3 linear, angular;  // m/s, rad/s
    Vec3 centre;
    Vec3 inverseMass = Vec3::Zero();  // along the world's axes
    Matrix3 inverseInertia = Matrix3::Zero();

    Body(const ContactSide& side, Real timeStep)
        : linear(side.motion.linearVelocity + timeStep * side.motion.gravity),
          angular(side.motion.angularVelocity),
          centre(side.motion.centre) {
        const btRigidBody* body = btRigidBody::upcast(&side.object());
        if (!body || body->isStaticOrKinematicObject()) return;
        inverseMass = Real(body->getInvMass()) * toVec3(body->getLinearFactor());
        inverseInertia =
            toVec3(body->getAngularFactor()).asDiagonal() * toMatrix3(body->getInvInertiaTensorWorld());
    }
};

struct Pair {
    Body a, b;
};

/// One direction in which a contact acts on both bodies.
struct Row {
    Vec3 direction;       // unit, of the impulses on A
    Vec3 armA, armB;      // metres: their moments
    Vec3 turnA, turnB;    // what a unit of impulse changes in the angular velocities
    Vec3 shiftA, shiftB;  // and in the linear ones
    Real response;        // impulse per speed along the direction; 0: neither body answers
    Real before;          // m/s, relative, when they meet
    Real impulse = 0;

    Row(const Pair& pair, const btManifoldPoint& point, const Vec3& along, const Vec3& slide)
        : direction(along),
          armA((toVec3(point.m_positionWorldOnA) - pair.a.centre).cross(along)),
          armB((toVec3(point.m_positionWorldOnB) - pair.b.centre).cross(along)),
          turnA(pair.a.inverseInertia * armA),
          turnB(pair.b.inverseInertia * armB),
          shiftA(pair.a.inverseMass.cwiseProduct(along)),
          shiftB(pair.b.inverseMass.cwiseProduct(along)),
          response(inverse(along.dot(shiftA + shiftB) + armA.dot(turnA) + armB.dot(turnB))),
          before(along.dot(slide)) {}

    Real speed(const Pair& pair) const {
        return direction.dot(pair.a.linear - pair.b.linear) + armA.dot(pair.a.angular) -
               armB.dot(pair.b.angular);
    }
    /// Brings the speed to `target` as far as the sum of impulses may go.
    void solve(Pair& pair, Real target, Real least, Real most) {
        const Real sum = std::clamp(impulse + response * (target - speed(pair)), least, most);
        const Real more = sum - impulse;
        pair.a.linear += more * shiftA;
        pair.b.linear -= more * shiftB;
        pair.a.angular += more * turnA;
        pair.b.angular -= more * turnB;
        impulse = sum;
    }
};

struct Impact {
    Row normal;
    std::array<Row, 2> slip;  // along it and across
    Real restitution, friction;
    Real open;  // m/s: so fast they may come nearer yet

    Real energyBrought() const {
        Real sum = 0;
        for (const Row* row : {&normal, &slip[0], &slip[1]}) sum += row->response * row->before * row->before;
        return sum / 2;
    }
    /// What its impulses have done to the bodies, J. With speeds before gravity's share of the step and
    /// after, it is exactly what Bullet's steps change of kinetic and potential energy.
    Real work(const Pair& pair) const {
        Real sum = 0;
        for (const Row* row : {&normal, &slip[0], &slip[1]})
            sum += row->impulse * (row->before + row->speed(pair));
        return sum / 2;
    }
};

Impact impactOf(const ContactSide& a, const ContactSide& b, const Pair& pair, Real timeStep,
                const btManifoldPoint& point) {
    const Vec3 normal = toVec3(point.m_normalWorldOnB), slide = slideVelocity(a, b, point);
    // Bullet lays friction's first direction along the slip that gravity's share of the step is in already.
    const Vec3 soon = slide + timeStep * (a.motion.gravity - b.motion.gravity);
    const Vec3 slip = soon - normal * normal.dot(soon);
    const Vec3 along = slip.norm() > kStandingSlip ? slip.normalized() : normal.unitOrthogonal();
    const Row toward(pair, point, normal, slide);
    const bool bounces = toward.before < -kSlowest;
    return {toward,
            {Row(pair, point, along, slide), Row(pair, point, along.cross(normal), slide)},
            bounces ? Real(point.m_combinedRestitution) : 0,
            Real(point.m_combinedFriction),
            std::max(Real(point.m_distance1), Real{0}) / timeStep};
}

/// The most that the impact adds to the bodies' energy, J, where the solver has one friction direction or two
/// and restitution is lowered to a share.
Real mostGain(Pair pair, std::vector<Impact> impacts, Real share, std::size_t frictionDirections) {
    Real most = -std::numeric_limits<Real>::infinity();
    for (int iteration = 1; iteration <= kMostIterations; ++iteration) {
        for (Impact& impact : impacts) {
            const Real bounce = -share * impact.restitution * impact.normal.before;
            impact.normal.solve(pair, bounce - impact.open, 0, std::numeric_limits<Real>::infinity());
        }
        for (Impact& impact : impacts) {
            const Real holds = impact.friction * impact.normal.impulse;
            for (std::size_t i = 0; i < frictionDirections; ++i) impact.slip[i].solve(pair, 0, -holds, holds);
        }
        if (iteration < kFewestIterations) continue;
        Real sum = 0;
        for (const Impact& impact : impacts) sum += impact.work(pair);
        most = std::max(most, sum);
    }
    return most;
}

/// The greatest share of restitution with which nothing is gained. Without any, an impact always costs.
Real shareWithoutGain(const Pair& pair, const std::vector<Impact>& impacts) {
    Real noise = 0;
    for (const Impact& impact : impacts) noise = std::max(noise, kNoise * impact.energyBrought());
    const auto gains = [&](Real share) {
        return mostGain(pair, impacts, share, 1) > noise || mostGain(pair, impacts, share, 2) > noise;
    };
    if (!gains(1)) return 1;
    Real least = 0, most = 1;
    for (int i = 0; i < kHalvings; ++i) {
        const Real middle = (least + most) / 2;
        (gains(middle) ? most : least) = middle;
    }
    return least;
}

}  // namespace

void adjustRestitution(const ContactSide& a, const ContactSide& b, btScalar timeStep,
                       btManifoldPoint& point) {
    if (point.m_combinedRestitution <= 0) return;
    const Real approach = -slideVelocity(a, b, point).dot(toVec3(point.m_normalWorldOnB));
    const btScalar way = timeStep * btScalar(approach);
    if (point.m_distance1 > 0 && point.m_distance1 >= way) {
        point.m_combinedRestitution = 0;
    } else if (-point.m_distance1 < point.m_combinedRestitution * way) {
        point.m_distance1 = 0;
    }
}

void keepBounceFromGaining(const ContactSide& a, const ContactSide& b, btScalar timeStep,
                           std::vector<btManifoldPoint>& points) {
    const auto isElastic = [](const btManifoldPoint& point) { return point.m_combinedRestitution > 0; };
    if (timeStep <= 0 || std::ranges::none_of(points, isElastic)) return;
    const Pair pair{Body(a, Real(timeStep)), Body(b, Real(timeStep))};
    std::vector<Impact> impacts;
    for (const btManifoldPoint& point : points)
        impacts.push_back(impactOf(a, b, pair, Real(timeStep), point));
    if (std::ranges::none_of(impacts, [](const Impact& impact) { return impact.restitution > 0; })) return;
    const Real share = shareWithoutGain(pair, impacts);
    for (btManifoldPoint& point : points) point.m_combinedRestitution *= btScalar(share);
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
