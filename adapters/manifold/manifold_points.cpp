#include "adapters/manifold/manifold_points.h"

#include "adapters/manifold/raw_point.h"
#include "adapters/shapes/convert.h"

#include <BulletCollision/CollisionDispatch/btManifoldResult.h>

#include <algorithm>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

bool eitherHas(const btCollisionObject& a, const btCollisionObject& b, int flag) {
    return ((a.getCollisionFlags() | b.getCollisionFlags()) & flag) != 0;
}

/// Combines by Bullet's functions or the user's replacements.
void combineMaterials(const btCollisionObject& a, const btCollisionObject& b, btManifoldPoint& point) {
    point.m_combinedFriction = gCalculateCombinedFrictionCallback(&a, &b);
    point.m_combinedRestitution = gCalculateCombinedRestitutionCallback(&a, &b);
    point.m_combinedRollingFriction = gCalculateCombinedRollingFrictionCallback(&a, &b);
    point.m_combinedSpinningFriction = gCalculateCombinedSpinningFrictionCallback(&a, &b);
    if (eitherHas(a, b, btCollisionObject::CF_HAS_CONTACT_STIFFNESS_DAMPING)) {
        point.m_combinedContactDamping1 = gCalculateCombinedContactDampingCallback(&a, &b);
        point.m_combinedContactStiffness1 = gCalculateCombinedContactStiffnessCallback(&a, &b);
        point.m_contactPointFlags |= BT_CONTACT_FLAG_CONTACT_STIFFNESS_DAMPING;
    }
    if (eitherHas(a, b, btCollisionObject::CF_HAS_FRICTION_ANCHOR)) {
        point.m_contactPointFlags |= BT_CONTACT_FLAG_FRICTION_ANCHOR;
    }
}

/// A direction projected on the new tangent plane; none if it is nearly the new normal.
btVector3 onTangentPlane(const btVector3& direction, const btVector3& normal) {
    const btVector3 tangent = direction - normal * normal.dot(direction);
    return tangent.length2() > btScalar(0.25) ? tangent.normalized() : btVector3(0, 0, 0);
}

constexpr Real kSlide = 0.02;  // of the smaller body's radius: pulled back farther, it would visibly recoil

/// Metres by which an anchor may lag behind: as far as Bullet lets a contact drift, and less for small
/// bodies.
btScalar farthestSlide(const ContactSide& a, const ContactSide& b) {
    return std::min(gContactBreakingThreshold, btScalar(kSlide * std::min(a.radius(), b.radius())));
}

/// While static friction holds, stores the drift of the two anchored points, so that Bullet pulls them back;
/// drops an anchor with too large a drift. The contact itself is where the surfaces touch now: a body may
/// roll on its anchor.
void keepAnchor(const btManifoldPoint& last, const ContactSide& a, const ContactSide& b,
                btManifoldPoint& point) {
    if (rawOwner(point) || !(point.m_contactPointFlags & BT_CONTACT_FLAG_FRICTION_ANCHOR)) return;
    const btScalar held = last.m_combinedFriction * last.m_appliedImpulse;
    const btScalar lateral1 = last.m_appliedImpulseLateral1, lateral2 = last.m_appliedImpulseLateral2;
    if (lateral1 * lateral1 + lateral2 * lateral2 > held * held) return;

    const btTransform &aToWorld = a.object().getWorldTransform(), &bToWorld = b.object().getWorldTransform();
    const btVector3 apart = aToWorld * last.m_localPointA - bToWorld * last.m_localPointB;
    const btVector3 slide = apart - point.m_normalWorldOnB * point.m_normalWorldOnB.dot(apart);
    const btScalar farthest = farthestSlide(a, b);
    if (slide.length2() > farthest * farthest) return;
    point.m_positionWorldOnA += slide;
    point.m_localPointA += aToWorld.getBasis().transpose() * slide;
}

/// Offset from a body's point to where the solver must push it. The solver assumes a fixed centre, so the arm
/// must be that of the time at which the contact acts.
Vec3 actingOffset(const BodyMotion& motion, const btVector3& point, Real after) {
    if (after == 0 || motion.angularVelocity.isZero(0)) return Vec3::Zero();
    return motion.centre + armAfter(motion, toVec3(point), after) - toVec3(point);
}

/// An anchor connects the points: both are shifted by the same offset, that of the body that responds more.
void shiftTogether(const ContactSide& a, const ContactSide& b, Vec3& shiftA, Vec3& shiftB) {
    const Real total = a.motion.inverseMass + b.motion.inverseMass;
    if (total > 0) shiftA = shiftB = (a.motion.inverseMass * shiftA + b.motion.inverseMass * shiftB) / total;
}

}  // namespace

btManifoldPoint manifoldPoint(const ContactPoint& contact, const ContactSide& a, const ContactSide& b) {
    const btVector3 normal = normalToBullet(contact.normal);
    const auto distance = btScalar(contact.distance);
    const btVector3 onB = toBullet(Vec3(contact.onB + Real(b.margin) * contact.normal));
    const btVector3 onA = onB + normal * distance;

    btManifoldPoint point(a.object().getWorldTransform().invXform(onA),
                          b.object().getWorldTransform().invXform(onB), normal, distance);
    const FaceName nameA = faceName(a, contact.faceA), nameB = faceName(b, contact.faceB);
    point.m_partId0 = nameA.part;
    point.m_index0 = nameA.triangle;
    point.m_partId1 = nameB.part;
    point.m_index1 = nameB.triangle;
    btPlaneSpace1(normal, point.m_lateralFrictionDir1, point.m_lateralFrictionDir2);
    combineMaterials(a.object(), b.object(), point);
    point.m_positionWorldOnA = onA;
    point.m_positionWorldOnB = onB;
    return point;
}

void makeRaw(const ContactPoint& contact, const ContactSide& a, const ContactSide& b,
             btManifoldPoint& point) {
    const Vec3 coreA = contact.onA + contact.roundingA * contact.normal;
    const Vec3 coreB = contact.onB - contact.roundingB * contact.normal;
    point.m_localPointA = a.object().getWorldTransform().invXform(toBullet(coreA));
    point.m_localPointB = b.object().getWorldTransform().invXform(toBullet(coreB));
    markRaw(contact, point);
}

void moveToActingPoint(const ContactPoint& contact, const ContactSide& a, const ContactSide& b,
                       btManifoldPoint& point) {
    Vec3 shiftA = actingOffset(a.motion, point.m_positionWorldOnA, contact.actsAfter),
         shiftB = actingOffset(b.motion, point.m_positionWorldOnB, contact.actsAfter);
    if (point.m_contactPointFlags & BT_CONTACT_FLAG_FRICTION_ANCHOR) shiftTogether(a, b, shiftA, shiftB);
    point.m_positionWorldOnA += toBullet(Vec3(shiftA + contact.actsAside));
    point.m_positionWorldOnB += toBullet(Vec3(shiftB + contact.actsAside));
}

void continuePoint(const btManifoldPoint& last, const ContactSide& a, const ContactSide& b,
                   btManifoldPoint& point) {
    if (last.m_prevRHS != kBounced) {
        point.m_appliedImpulse = last.m_appliedImpulse;
        point.m_appliedImpulseLateral1 = last.m_appliedImpulseLateral1;
        point.m_appliedImpulseLateral2 = last.m_appliedImpulseLateral2;
        if (!rawOwner(point)) point.m_prevRHS = last.m_prevRHS;
    }
    point.m_lifeTime = last.m_lifeTime + 1;
    point.m_userPersistentData = last.m_userPersistentData;
    const btVector3 tangent1 = onTangentPlane(last.m_lateralFrictionDir1, point.m_normalWorldOnB);
    if (!tangent1.isZero()) {
        point.m_lateralFrictionDir1 = tangent1;
        point.m_lateralFrictionDir2 = tangent1.cross(point.m_normalWorldOnB);
    }
    keepAnchor(last, a, b, point);
}

void copyPoints(const btPersistentManifold& from, btPersistentManifold& to) {
    to.setBodies(from.getBody0(), from.getBody1());
    to.setContactBreakingThreshold(from.getContactBreakingThreshold());
    to.setContactProcessingThreshold(from.getContactProcessingThreshold());
    to.setNumContacts(from.getNumContacts());
    for (int i = 0; i < from.getNumContacts(); ++i) {
        to.getContactPoint(i) = from.getContactPoint(i);
        to.getContactPoint(i).m_userPersistentData = nullptr;
    }
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
