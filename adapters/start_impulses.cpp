// The effect of other bodies in the last step is the change of a body's velocity, less gravity and the
// impulses of this pair. If it is small, the solver's solution is that of the pair alone.

#include "adapters/start_impulses.h"

#include "adapters/convert.h"
#include "algorithms/contact/pair_solver.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <algorithm>
#include <cmath>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

constexpr Real kWarmStart =
    0.85;                    // Bullet's m_warmstartingFactor: the share of a stored impulse that it uses
constexpr int kSweeps = 50;  // at most
constexpr Real kConverged = 1e-7;  // metres: float's rounding of a metre

Vec3 impulseOf(const btManifoldPoint& point) {
    return toVec3(point.m_normalWorldOnB * point.m_appliedImpulse +
                  point.m_lateralFrictionDir1 * point.m_appliedImpulseLateral1 +
                  point.m_lateralFrictionDir2 * point.m_appliedImpulseLateral2);
}

PushLine lineOf(const btManifoldPoint& point, const ContactSide& a, const ContactSide& b) {
    return {toVec3(point.m_normalWorldOnB), toVec3(point.m_positionWorldOnA) - a.motion.centre,
            toVec3(point.m_positionWorldOnB) - b.motion.centre};
}

/// Metres, at the step's end without contacts. A body that is inside need not come out within the step.
Real gapOf(const btManifoldPoint& point, const PushLine& line, const ContactSide& a, const ContactSide& b,
           Real timeStep) {
    const Vec3 shift =
        a.motion.linearVelocity - b.motion.linearVelocity + timeStep * (a.motion.gravity - b.motion.gravity);
    const Real opening = line.normal.dot(shift) + line.armA.dot(a.motion.angularVelocity) -
                         line.armB.dot(b.motion.angularVelocity);
    return std::max(Real(point.m_distance1), Real{0}) + timeStep * opening;
}

/// Bullet gives the forces on rigid bodies, and static objects have none; those on links are unknown.
bool hasKnownForces(const ContactSide& side) {
    return side.object().isStaticOrKinematicObject() || btRigidBody::upcast(&side.object());
}

bool hasKnownForces(const ContactSide& a, const ContactSide& b) {
    return hasKnownForces(a) && hasKnownForces(b) && a.motion.inverseMass + b.motion.inverseMass > 0;
}

bool isPlain(const btManifoldPoint& point) {
    constexpr int kSpring = BT_CONTACT_FLAG_CONTACT_STIFFNESS_DAMPING | BT_CONTACT_FLAG_HAS_CONTACT_CFM;
    return point.m_combinedRestitution == 0 && !(point.m_contactPointFlags & kSpring);
}

/// The impulse of each point if there are only these two bodies, as a manifold stores it.
std::vector<Real> impulsesAlone(const ContactSide& a, const ContactSide& b, Real timeStep,
                                std::span<const btManifoldPoint> points) {
    PairSolver solver(a.motion, b.motion);
    std::vector<Real> gaps;
    for (const btManifoldPoint& point : points) {
        const PushLine line = lineOf(point, a, b);
        solver.add(line, kWarmStart * timeStep * Real(point.m_appliedImpulse));
        gaps.push_back(gapOf(point, line, a, b, timeStep));
    }
    for (int i = 0; i < kSweeps && solver.sweep(gaps) > kConverged; ++i) {
    }
    std::vector<Real> impulses;
    for (std::size_t i = 0; i < points.size(); ++i)
        impulses.push_back(solver.loadOf(i) / (kWarmStart * timeStep));
    return impulses;
}

/// 0 ... 1: near 1 in an impact, in which the change of impulses changes the bodies' speed by much more than
/// a step of free fall; near 0 if a load only moves from point to point.
Real changeShare(const ContactSide& a, const ContactSide& b, Real timeStep,
                 std::span<const btManifoldPoint> points, std::span<const Real> impulses) {
    PairSolver change(a.motion, b.motion);
    for (std::size_t i = 0; i < points.size(); ++i)
        change.add(lineOf(points[i], a, b),
                   kWarmStart * timeStep * (impulses[i] - Real(points[i].m_appliedImpulse)));
    const Real moved = change.displacement(std::min(Real(a.radius()), Real(b.radius())));
    const Real fall = timeStep * timeStep * std::max(a.motion.gravity.norm(), b.motion.gravity.norm());
    return moved == 0 ? 0 : moved * moved / (moved * moved + fall * fall);
}

}  // namespace

void StartImpulses::improve(const ContactSide& a, const ContactSide& b, btScalar timeStep,
                            const std::vector<btPersistentManifold*>& last,
                            std::span<btManifoldPoint> points) {
    const auto h = Real(timeStep);
    const Real share = h > 0 && isKnown_ ? shareOf(a, b, h, last) : 0;
    isKnown_ = h > 0 && hasKnownForces(a, b);
    last_ = {bodyOf(a.motion, h), bodyOf(b.motion, h)};
    if (share <= 0 || points.empty() || !std::ranges::all_of(points, isPlain)) return;

    const std::vector<Real> alone = impulsesAlone(a, b, h, points);
    const Real taken = share * changeShare(a, b, h, points, alone);
    for (std::size_t i = 0; i < points.size(); ++i)
        points[i].m_appliedImpulse += btScalar(taken * (alone[i] - Real(points[i].m_appliedImpulse)));
}

StartImpulses::Body StartImpulses::bodyOf(const BodyMotion& motion, Real timeStep) {
    return {motion.centre, {motion.linearVelocity + timeStep * motion.gravity, motion.angularVelocity}};
}

/// 0 ... 1: 1 if no other body has pushed these two in the last step.
Real StartImpulses::shareOf(const ContactSide& a, const ContactSide& b, Real timeStep,
                            const std::vector<btPersistentManifold*>& last) const {
    Velocity ownA, ownB;  // what this pair has changed
    for (const btPersistentManifold* manifold : last) {
        for (int i = 0; i < manifold->getNumContacts(); ++i) {
            const btManifoldPoint& point = manifold->getContactPoint(i);
            const Vec3 impulse = impulseOf(point);
            ownA.linear += a.motion.inverseMass * impulse;
            ownB.linear -= b.motion.inverseMass * impulse;
            ownA.angular +=
                a.motion.inverseInertia * (toVec3(point.m_positionWorldOnA) - last_.a.centre).cross(impulse);
            ownB.angular -=
                b.motion.inverseInertia * (toVec3(point.m_positionWorldOnB) - last_.b.centre).cross(impulse);
        }
    }
    const auto shareOfBody = [&](const ContactSide& side, const Body& body, const Velocity& own) {
        if (side.motion.inverseMass == 0) return Real{1};
        const Vec3 linear = side.motion.linearVelocity - body.unpushed.linear - own.linear;
        const Vec3 angular = side.motion.angularVelocity - body.unpushed.angular - own.angular;
        const Real others = std::hypot(linear.norm(), Real(side.radius()) * angular.norm());
        return others == 0 ? Real{1}
                           : std::max(Real{0}, 1 - others / (timeStep * side.motion.gravity.norm()));
    };
    return shareOfBody(a, last_.a, ownA) * shareOfBody(b, last_.b, ownB);
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
