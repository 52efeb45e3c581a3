#include "plugin/pairs/mesh_inertia.h"

#include <BulletCollision/CollisionShapes/btCollisionShape.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>
#include <ricochet/mass_properties.h>

#include <mutex>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

void give(btRigidBody& body) {
    if (body.isStaticOrKinematicObject() || body.getMass() <= 0 || !body.getInvInertiaDiagLocal().isZero())
        return;
    body.setMassProps(body.getMass(), massProperties(*body.getCollisionShape(), body.getMass()).inertia);
    body.updateInertiaTensor();
}

void give(const btMultiBodyLinkCollider& collider) {
    btMultiBody& body = *collider.m_multiBody;
    const bool isBase = collider.m_link < 0;
    if (isBase && body.hasFixedBase()) return;
    const btScalar mass = isBase ? body.getBaseMass() : body.getLinkMass(collider.m_link);
    const btVector3& inertia = isBase ? body.getBaseInertia() : body.getLinkInertia(collider.m_link);
    if (mass <= 0 || !inertia.isZero()) return;
    const btVector3 meshes = massProperties(*collider.getCollisionShape(), mass).inertia;
    if (isBase) {
        body.setBaseInertia(meshes);
    } else {
        body.getLink(collider.m_link).m_inertiaLocal = meshes;
    }
}

}  // namespace

void giveMeshInertia(const btCollisionObject& object) {
    const btCollisionShape* const shape = object.getCollisionShape();
    if (!shape->isConcave() || shape->isInfinite()) return;
    static std::mutex mutex;
    const std::lock_guard lock(mutex);
    auto& changed = const_cast<btCollisionObject&>(object);
    if (btRigidBody* const body = btRigidBody::upcast(&changed)) {
        give(*body);
    } else if (const auto* const collider = btMultiBodyLinkCollider::upcast(&changed)) {
        give(*collider);
    }
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
