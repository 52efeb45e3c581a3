#include "adapters/solver/solver_contacts.h"

#include "adapters/manifold/raw_point.h"
#include "adapters/shapes/convert.h"

#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <BulletCollision/CollisionShapes/btCapsuleShape.h>
#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {
namespace {

using small_steps::SolverContact;

bool hasFlag(const btManifoldPoint& point, int flag) { return (point.m_contactPointFlags & flag) != 0; }

/// Spring and damper by which Bullet softens a contact: directly, or as constraint force mixing and error
/// reduction (Smith. Open Dynamics Engine User Guide. 3.8.2).
void readSoftness(const btManifoldPoint& point, const btContactSolverInfo& info, SolverContact& contact) {
    const bool hasMixing = hasFlag(point, BT_CONTACT_FLAG_HAS_CONTACT_CFM);
    const bool hasReduction = hasFlag(point, BT_CONTACT_FLAG_HAS_CONTACT_ERP);
    if (!hasMixing && !hasReduction && hasFlag(point, BT_CONTACT_FLAG_CONTACT_STIFFNESS_DAMPING)) {
        contact.stiffness = Real(point.m_combinedContactStiffness1);
        contact.damping = Real(point.m_combinedContactDamping1);
        return;
    }
    const Real mixing = Real(hasMixing ? point.m_contactCFM : info.m_globalCfm);
    const Real reduction =
        std::clamp(Real(hasReduction ? point.m_contactERP : info.m_erp2), Real{0}, Real{1});
    if (mixing > 0) {
        contact.stiffness = reduction / (Real(info.m_timeStep) * mixing);
        contact.damping = (1 - reduction) / mixing;
    } else if (hasReduction) {
        contact.pushOutRate = reduction / Real(info.m_timeStep);
    }
}

constexpr int kSliding = btCollisionObject::CF_ANISOTROPIC_FRICTION,
              kRolling = btCollisionObject::CF_ANISOTROPIC_ROLLING_FRICTION;

/// By which an object scales friction along its axes, in the world.
Matrix3 frictionScale(const btCollisionObject& object, int mode) {
    if (!object.hasAnisotropicFriction(mode)) return Matrix3::Identity();
    const Matrix3 axes = toMatrix3(object.getWorldTransform().getBasis());
    return axes * toVec3(object.getAnisotropicFriction()).asDiagonal() * axes.transpose();
}

/// The principal axes and scales of anisotropic friction in the tangent plane.
void readAnisotropy(const btCollisionObject& a, const btCollisionObject& b, SolverContact& contact) {
    if (!a.hasAnisotropicFriction(kSliding | kRolling) && !b.hasAnisotropicFriction(kSliding | kRolling))
        return;
    Eigen::Matrix<Real, 3, 2> plane;
    plane.col(0) = contact.normal.unitOrthogonal();
    plane.col(1) = contact.normal.cross(plane.col(0));
    const auto scale = [&](int mode) -> Eigen::Matrix<Real, 2, 2> {
        const Matrix3 both = frictionScale(b, mode) * frictionScale(a, mode);
        return plane.transpose() * (both + both.transpose()) / 2 * plane;
    };
    const bool slides = a.hasAnisotropicFriction(kSliding) || b.hasAnisotropicFriction(kSliding);
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix<Real, 2, 2>> principal(
        scale(slides ? kSliding : kRolling));
    contact.frictionAxis = plane * principal.eigenvectors().col(0);
    const Vec3 across = contact.normal.cross(contact.frictionAxis);
    for (int i = 0; i < 2; ++i) {
        const Eigen::Matrix<Real, 2, 1> axis = plane.transpose() * (i == 0 ? contact.frictionAxis : across);
        contact.frictionScale[i] = std::max(axis.dot(scale(kSliding) * axis), Real{0});
        contact.rollingScale[i] = std::max(axis.dot(scale(kRolling) * axis), Real{0});
    }
}

/// Metres, from the body's centre: the point on a round shape's axis next to a point of its surface. It moves
/// with the body wherever the shape is touched, so that the shape rolls. Null for other shapes.
std::optional<Vec3> roundCore(const btCollisionObject& object, const btVector3& onSurface) {
    const btCollisionShape& shape = *object.getCollisionShape();
    if (shape.getShapeType() == SPHERE_SHAPE_PROXYTYPE) return Vec3::Zero();
    if (shape.getShapeType() != CAPSULE_SHAPE_PROXYTYPE) return std::nullopt;
    const auto& capsule = static_cast<const btCapsuleShape&>(shape);
    const btTransform& pose = object.getWorldTransform();
    const btVector3 axis = pose.getBasis().getColumn(capsule.getUpAxis());
    const btScalar half = capsule.getHalfHeight();
    return toVec3(std::clamp(axis.dot(onSurface - pose.getOrigin()), -half, half) * axis);
}

}  // namespace

SolverContact readContact(const btPersistentManifold& manifold, const btManifoldPoint& point, Index a,
                          Index b, Real size, const btContactSolverInfo& info) {
    SolverContact contact;
    contact.a = a;
    contact.b = b;
    contact.normal = toVec3(point.m_normalWorldOnB).normalized();
    const btVector3 &onA = point.m_positionWorldOnA, &onB = point.m_positionWorldOnB;
    const btTransform& poseA = manifold.getBody0()->getWorldTransform();
    const btTransform& poseB = manifold.getBody1()->getWorldTransform();
    contact.armA = toVec3(onA - poseA.getOrigin());
    contact.armB = toVec3(onB - poseB.getOrigin());
    contact.between = Real(point.getDistance() + info.m_linearSlop) * contact.normal;
    std::optional<Vec3> coreA = roundCore(*manifold.getBody0(), onA),
                        coreB = roundCore(*manifold.getBody1(), onB);
    if (const auto owner = rawOwner(point)) {
        contact.normalOwner = *owner;
        if (const auto edges = rawEdges(point)) std::tie(contact.alongA, contact.alongB) = *edges;
        coreA = toVec3(poseA.getBasis() * point.m_localPointA);
        coreB = toVec3(poseB.getBasis() * point.m_localPointB);
    } else if (coreB) {
        contact.normalOwner = coreA ? NormalOwner::points : NormalOwner::a;
    }
    if (coreA) {
        contact.layerA = contact.normal.dot(*coreA - contact.armA);
        contact.between += *coreA - contact.armA;
        contact.armA = *coreA;
    }
    if (coreB) {
        contact.layerB = contact.normal.dot(contact.armB - *coreB);
        contact.between -= *coreB - contact.armB;
        contact.armB = *coreB;
    }
    contact.friction = Real(point.m_combinedFriction);
    contact.restitution = Real(point.m_combinedRestitution);
    contact.rollingFriction = Real(point.m_combinedRollingFriction);
    contact.spinningFriction = Real(point.m_combinedSpinningFriction);
    contact.size = size;
    readSoftness(point, info, contact);
    if (hasFlag(point, BT_CONTACT_FLAG_LATERAL_FRICTION_INITIALIZED)) {
        contact.surfaceVelocity = toVec3(point.m_lateralFrictionDir1 * point.m_contactMotion1 +
                                         point.m_lateralFrictionDir2 * point.m_contactMotion2);
    } else {
        readAnisotropy(*manifold.getBody0(), *manifold.getBody1(), contact);
    }
    if (point.m_prevRHS == kBounced) return contact;
    contact.normalImpulse = Real(point.m_appliedImpulse);
    contact.frictionImpulse = toVec3(point.m_lateralFrictionDir1 * point.m_appliedImpulseLateral1 +
                                     point.m_lateralFrictionDir2 * point.m_appliedImpulseLateral2);
    return contact;
}

bool isFinite(const SolverContact& contact) {
    const Real coefficients = contact.friction + contact.restitution + contact.rollingFriction +
                              contact.spinningFriction + contact.stiffness + contact.damping;
    return contact.normal.allFinite() && contact.armA.allFinite() && contact.armB.allFinite() &&
           contact.between.allFinite() && contact.surfaceVelocity.allFinite() &&
           contact.frictionImpulse.allFinite() && std::isfinite(contact.normalImpulse) &&
           !std::isnan(coefficients);
}

void writeContact(const SolverContact& contact, btManifoldPoint& point) {
    if (contact.hasBounced) {
        point.m_prevRHS = kBounced;
    } else if (point.m_prevRHS == kBounced) {
        point.m_prevRHS = 0;
    }
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
