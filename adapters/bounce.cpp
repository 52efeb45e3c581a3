#include "adapters/bounce.h"

#include "adapters/convert.h"
#include "algorithms/contact/solver/restitution.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <algorithm>
#include <iterator>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

/// Static objects, and those that are not rigid bodies, do not respond to impulses.
StruckBody struckBodyOf(const ContactSide& side) {
    StruckBody struck;
    struck.motion = side.motion;
    const btRigidBody* body = btRigidBody::upcast(&side.object());
    if (!body || body->isStaticOrKinematicObject()) return struck;
    struck.inverseMass = Real(body->getInvMass()) * toVec3(body->getLinearFactor());
    struck.inverseInertia =
        toVec3(body->getAngularFactor()).asDiagonal() * toMatrix3(body->getInvInertiaTensorWorld());
    return struck;
}

StruckPoint struckPointOf(const btManifoldPoint& point) {
    return {toVec3(point.m_positionWorldOnA),  toVec3(point.m_positionWorldOnB),
            toVec3(point.m_normalWorldOnB),    Real(point.m_distance1),
            Real(point.m_combinedRestitution), Real(point.m_combinedFriction)};
}

}  // namespace

void adjustRestitution(const ContactSide& a, const ContactSide& b, btScalar timeStep,
                       btManifoldPoint& point) {
    if (point.m_combinedRestitution <= 0) return;
    const StruckPoint struck = struckPointOf(point);
    const Vec3 slide = velocityAt(a.motion, struck.onA) - velocityAt(b.motion, struck.onB);
    const btScalar displacement = timeStep * btScalar(-slide.dot(struck.normal));
    if (point.m_distance1 > 0 && point.m_distance1 >= displacement) {
        point.m_combinedRestitution = 0;
    } else if (-point.m_distance1 < point.m_combinedRestitution * displacement) {
        point.m_distance1 = 0;
    }
}

void keepBounceFromGaining(const ContactSide& a, const ContactSide& b, btScalar timeStep,
                           std::vector<btManifoldPoint>& points) {
    const auto isElastic = [](const btManifoldPoint& point) { return point.m_combinedRestitution > 0; };
    if (timeStep <= 0 || std::ranges::none_of(points, isElastic)) return;
    std::vector<StruckPoint> struck;
    std::ranges::transform(points, std::back_inserter(struck), struckPointOf);
    const Real share = restitutionShareWithoutGain(struckBodyOf(a), struckBodyOf(b), Real(timeStep), struck);
    for (btManifoldPoint& point : points) point.m_combinedRestitution *= btScalar(share);
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
