#include "adapters/manifold/restitution_adapter.h"

#include "adapters/shapes/convert.h"
#include "algorithms/contact/single_velocity/load_lines.h"
#include "algorithms/contact/single_velocity/restitution.h"
#include "algorithms/contact/tolerances.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

/// m/s, by the load of a point: a thousandth of the slowest bounce. In a step at 960 Hz, gravity changes the
/// speed by fifty times as much.
constexpr Real kUnloadedSpeed = 2e-4;

/// Static objects, and those that are not rigid bodies, do not respond to impulses.
SolvedBody solvedBody(const ContactSide& side) {
    SolvedBody solved;
    solved.motion = side.motion;
    const btRigidBody* body = btRigidBody::upcast(&side.object());
    if (!body || body->isStaticOrKinematicObject()) return solved;
    solved.inverseMass = Real(body->getInvMass()) * toVec3(body->getLinearFactor());
    solved.inverseInertia =
        toVec3(body->getAngularFactor()).asDiagonal() * toMatrix3(body->getInvInertiaTensorWorld());
    return solved;
}

SolvedPoint bouncingPoint(const btManifoldPoint& point) {
    return {.onA = toVec3(point.m_positionWorldOnA),
            .onB = toVec3(point.m_positionWorldOnB),
            .normal = toVec3(point.m_normalWorldOnB),
            .distance = Real(point.m_distance1),
            .restitution = Real(point.m_combinedRestitution),
            .friction = Real(point.m_combinedFriction)};
}

std::vector<SolvedPoint> solvedPoints(const std::vector<btManifoldPoint>& points) {
    std::vector<SolvedPoint> solved;
    std::ranges::transform(points, std::back_inserter(solved), bouncingPoint);
    return solved;
}

bool isElastic(const btManifoldPoint& point) { return point.m_combinedRestitution > 0; }

/// Metres by which the bodies approach one another at the point within the step; negative if they recede.
btScalar approachAt(const ContactSide& a, const ContactSide& b, btScalar timeStep,
                    const btManifoldPoint& point) {
    const SolvedPoint solved = bouncingPoint(point);
    const Vec3 slide = velocityAt(a.motion, solved.onA) - velocityAt(b.motion, solved.onB);
    return timeStep * btScalar(-slide.dot(solved.normal));
}

/// Metres: surfaces closer than this touch.
btScalar touchDistance(const ContactSide& a, const ContactSide& b) {
    return btScalar(kTolerances.linearSlop * std::min(a.radius(), b.radius()));
}

/// Sets the distance of points that bounce to zero, and the restitution of the others.
void decideWhichBounce(const ContactSide& a, const ContactSide& b, btScalar timeStep,
                       std::vector<btManifoldPoint>& points) {
    std::vector<btScalar> approaches;
    bool anyTouches = false;
    for (const btManifoldPoint& point : points) {
        approaches.push_back(approachAt(a, b, timeStep, point));
        anyTouches |= isElastic(point) && (point.m_distance1 <= 0 || point.m_distance1 < approaches.back());
    }
    const btScalar slop = touchDistance(a, b);
    for (std::size_t i = 0; i < points.size(); ++i) {
        btManifoldPoint& point = points[i];
        if (!isElastic(point)) continue;
        const btScalar approach = approaches[i], late = anyTouches && approach > 0 ? slop : 0;
        if (point.m_distance1 > 0 && point.m_distance1 >= approach + late) {
            point.m_combinedRestitution = 0;
        } else if (-point.m_distance1 < point.m_combinedRestitution * approach) {
            point.m_distance1 = 0;
        }
    }
}

/// Whether an elastic point approaches fast enough to bounce.
bool strikes(const ContactSide& a, const ContactSide& b, btScalar timeStep,
             const std::vector<btManifoldPoint>& points) {
    return std::ranges::any_of(points, [&](const btManifoldPoint& point) {
        return isElastic(point) &&
               approachAt(a, b, timeStep, point) > timeStep * btScalar(kTolerances.slowestBounce);
    });
}

/// Bodies that touch, and hardly pushed one another in the last step. Rounding lets touching surfaces cross,
/// and the solver then pushes a little.
bool isUnloadedTouch(const ContactSide& a, const ContactSide& b, const std::vector<btManifoldPoint>& points) {
    const Real inverseMass = std::max(a.motion.inverseMass, b.motion.inverseMass);
    return std::ranges::all_of(points, [&, slop = touchDistance(a, b)](const btManifoldPoint& point) {
        return inverseMass * Real(point.m_appliedImpulse) <= kUnloadedSpeed &&
               std::abs(point.m_distance1) <= slop;
    });
}

void moveToLoadLines(const ContactSide& a, const ContactSide& b, btScalar timeStep, bool arePushed,
                     std::vector<btManifoldPoint>& points) {
    const std::vector<Vec3> offsets =
        offsetsToLoadLines(solvedBody(a), solvedBody(b), Real(timeStep), solvedPoints(points), arePushed);
    for (std::size_t i = 0; i < points.size(); ++i) {
        points[i].m_positionWorldOnA += toBullet(offsets[i]);
        points[i].m_positionWorldOnB += toBullet(offsets[i]);
    }
}

}  // namespace

void prepareBounce(const ContactSide& a, const ContactSide& b, btScalar timeStep,
                   std::vector<btManifoldPoint>& points) {
    if (std::ranges::none_of(points, isElastic)) return;
    decideWhichBounce(a, b, timeStep, points);
    if (timeStep <= 0) return;
    if (strikes(a, b, timeStep, points)) {
        moveToLoadLines(a, b, timeStep, /*arePushed*/ false, points);
    } else if (isUnloadedTouch(a, b, points)) {
        moveToLoadLines(a, b, timeStep, /*arePushed*/ true, points);
    }
    std::vector<SolvedPoint> solved = solvedPoints(points);
    const auto share = bounceWithoutGain(solvedBody(a), solvedBody(b), Real(timeStep), solved);
    if (!share) return;
    for (std::size_t i = 0; i < points.size(); ++i) {
        points[i].m_combinedRestitution *= btScalar(*share);
        points[i].m_appliedImpulse = btScalar(solved[i].impulse / kTolerances.warmStart);
    }
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
