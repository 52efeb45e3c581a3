#include "adapters/solver/solver_contacts.h"

#include "adapters/manifold/raw_point.h"
#include "adapters/shapes/convert.h"

#include <BulletCollision/CollisionDispatch/btCollisionObject.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

using small_steps::SolverContact;

bool hasFlag(const btManifoldPoint& point, int flag) { return (point.m_contactPointFlags & flag) != 0; }

/// Spring and damper by which Bullet softens a contact: directly, or as constraint force mixing and error
/// reduction (Smith. Open Dynamics Engine User Guide. 3.8.2).
void readSoftness(const btManifoldPoint& point, Real timeStep, SolverContact& contact) {
    if (hasFlag(point, BT_CONTACT_FLAG_CONTACT_STIFFNESS_DAMPING)) {
        contact.stiffness = Real(point.m_combinedContactStiffness1);
        contact.damping = Real(point.m_combinedContactDamping1);
    } else if (hasFlag(point, BT_CONTACT_FLAG_HAS_CONTACT_CFM) && point.m_contactCFM > 0) {
        const Real mixing = Real(point.m_contactCFM);
        const Real reduction =
            hasFlag(point, BT_CONTACT_FLAG_HAS_CONTACT_ERP) ? Real(point.m_contactERP) : 0.2;
        contact.stiffness = reduction / (timeStep * mixing);
        contact.damping = (1 - reduction) / mixing;
    }
}

small_steps::TurnsWith turnsWith(NormalOwner owner) {
    constexpr small_steps::TurnsWith kAll[] = {small_steps::TurnsWith::a, small_steps::TurnsWith::b,
                                               small_steps::TurnsWith::both, small_steps::TurnsWith::points};
    return kAll[static_cast<int>(owner)];
}

}  // namespace

SolverContact readContact(const btPersistentManifold& manifold, const btManifoldPoint& point, Index a,
                          Index b, Real size, Real timeStep) {
    SolverContact contact;
    contact.a = a;
    contact.b = b;
    contact.normal = toVec3(point.m_normalWorldOnB).normalized();
    const btVector3 &onA = point.m_positionWorldOnA, &onB = point.m_positionWorldOnB;
    const btTransform& poseA = manifold.getBody0()->getWorldTransform();
    const btTransform& poseB = manifold.getBody1()->getWorldTransform();
    contact.armA = toVec3(onA - poseA.getOrigin());
    contact.armB = toVec3(onB - poseB.getOrigin());
    contact.between = Real(point.getDistance()) * contact.normal;
    if (const auto owner = rawOwner(point)) {
        contact.normalTurnsWith = turnsWith(*owner);
        if (const auto edges = rawEdges(point)) {
            contact.alongA = edges->alongA;
            contact.alongB = edges->alongB;
        }
        const Vec3 coreA = toVec3(poseA.getBasis() * point.m_localPointA);
        const Vec3 coreB = toVec3(poseB.getBasis() * point.m_localPointB);
        contact.layerA = contact.normal.dot(coreA - contact.armA);
        contact.layerB = contact.normal.dot(contact.armB - coreB);
        contact.between += (coreA - contact.armA) - (coreB - contact.armB);
        contact.armA = coreA;
        contact.armB = coreB;
    }
    contact.friction = Real(point.m_combinedFriction);
    contact.restitution = Real(point.m_combinedRestitution);
    contact.rollingFriction = Real(point.m_combinedRollingFriction);
    contact.spinningFriction = Real(point.m_combinedSpinningFriction);
    contact.size = size;
    readSoftness(point, timeStep, contact);
    if (hasFlag(point, BT_CONTACT_FLAG_LATERAL_FRICTION_INITIALIZED)) {
        contact.surfaceVelocity = toVec3(point.m_lateralFrictionDir1 * point.m_contactMotion1 +
                                         point.m_lateralFrictionDir2 * point.m_contactMotion2);
    }
    contact.normalImpulse = Real(point.m_appliedImpulse);
    contact.frictionImpulse = toVec3(point.m_lateralFrictionDir1 * point.m_appliedImpulseLateral1 +
                                     point.m_lateralFrictionDir2 * point.m_appliedImpulseLateral2);
    return contact;
}

void writeContact(const SolverContact& contact, btManifoldPoint& point) {
    point.m_appliedImpulse = btScalar(contact.normalImpulse);
    const btVector3 friction = toBullet(contact.frictionImpulse);
    if (!hasFlag(point, BT_CONTACT_FLAG_LATERAL_FRICTION_INITIALIZED)) {
        if (friction.fuzzyZero()) {
            btPlaneSpace1(point.m_normalWorldOnB, point.m_lateralFrictionDir1, point.m_lateralFrictionDir2);
        } else {
            point.m_lateralFrictionDir1 = friction.normalized();
            point.m_lateralFrictionDir2 = point.m_lateralFrictionDir1.cross(point.m_normalWorldOnB);
        }
    }
    point.m_appliedImpulseLateral1 = point.m_lateralFrictionDir1.dot(friction);
    point.m_appliedImpulseLateral2 = point.m_lateralFrictionDir2.dot(friction);
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
