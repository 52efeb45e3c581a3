#include "adapters/manifold/solver_start.h"

#include "adapters/shapes/convert.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <algorithm>
#include <iterator>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

/// Bullet gives the forces on rigid bodies, and static objects have none; those on links are unknown.
bool hasKnownForces(const ContactSide& side) {
    return side.object().isStaticOrKinematicObject() || btRigidBody::upcast(&side.object());
}

bool isPlain(const btManifoldPoint& point) {
    constexpr int kSpring = BT_CONTACT_FLAG_CONTACT_STIFFNESS_DAMPING | BT_CONTACT_FLAG_HAS_CONTACT_CFM;
    return point.m_combinedRestitution == 0 && !(point.m_contactPointFlags & kSpring);
}

SolvedPoint solvedPoint(const btManifoldPoint& point) {
    return {.onA = toVec3(point.m_positionWorldOnA),
            .onB = toVec3(point.m_positionWorldOnB),
            .normal = toVec3(point.m_normalWorldOnB),
            .distance = Real(point.m_distance1),
            .impulse = Real(point.m_appliedImpulse),
            .total = toVec3(point.m_normalWorldOnB * point.m_appliedImpulse +
                            point.m_lateralFrictionDir1 * point.m_appliedImpulseLateral1 +
                            point.m_lateralFrictionDir2 * point.m_appliedImpulseLateral2)};
}

void addSolvedPoints(const std::vector<btPersistentManifold*>& manifolds, std::vector<SolvedPoint>& points) {
    for (const btPersistentManifold* manifold : manifolds) {
        for (int i = 0; i < manifold->getNumContacts(); ++i)
            points.push_back(solvedPoint(manifold->getContactPoint(i)));
    }
}

}  // namespace

void improveStart(const ContactSide& a, const ContactSide& b, btScalar timeStep,
                  const std::vector<btPersistentManifold*>& last, WarmStartImpulses& start,
                  std::vector<btManifoldPoint>& points) {
    if (timeStep <= 0 || !hasKnownForces(a) || !hasKnownForces(b)) return start.forget();
    thread_local std::vector<SolvedPoint> before, now;  // reused, so that no memory is allocated
    before.clear();
    now.clear();
    addSolvedPoints(last, before);
    if (std::ranges::all_of(points, isPlain))
        std::ranges::transform(points, std::back_inserter(now), solvedPoint);
    const std::vector<Real> changes =
        start.changes({a.motion, a.radius()}, {b.motion, b.radius()}, Real(timeStep), before, now);
    for (std::size_t i = 0; i < changes.size(); ++i) points[i].m_appliedImpulse += btScalar(changes[i]);
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
