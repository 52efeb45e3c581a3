#pragma once

#include "adapters/precision.h"
#include "algorithms/geometry/aabb.h"
#include "algorithms/geometry/types.h"

#include <BulletCollision/CollisionShapes/btCollisionShape.h>
#include <LinearMath/btTransform.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

inline Vec3 toVec3(const btVector3& v) { return {Real(v.x()), Real(v.y()), Real(v.z())}; }

/// Rounds to Bullet's precision.
inline btVector3 toBullet(const Vec3& v) { return {btScalar(v.x()), btScalar(v.y()), btScalar(v.z())}; }

/// A unit vector, rounded to Bullet's precision. A direction that Bullet's matrices turned has lost or gained
/// 1e-7 of its length: at 1,000 m/s the solver takes what is left of the speed along it for sliding.
inline btVector3 normalToBullet(const Vec3& direction) { return toBullet(Vec3(direction.normalized())); }

/// The matrix unchanged, even if it is not exactly a rotation.
inline Matrix3 toMatrix3(const btMatrix3x3& m) {
    Matrix3 matrix;
    for (int row = 0; row < 3; ++row) matrix.row(row) = toVec3(m.getRow(row));
    return matrix;
}

inline btMatrix3x3 toBullet(const Matrix3& m) {
    btMatrix3x3 matrix;
    for (int row = 0; row < 3; ++row) matrix[row] = toBullet(Vec3(m.row(row)));
    return matrix;
}

inline Pose toPose(const btTransform& transform) {
    return {toMatrix3(transform.getBasis()), toVec3(transform.getOrigin())};
}

inline btTransform toBullet(const Pose& pose) {
    return btTransform(toBullet(pose.rotation), toBullet(pose.translation));
}

/// In the shape's frame.
inline Aabb shapeBox(const btCollisionShape& shape) {
    btVector3 min, max;
    shape.getAabb(btTransform::getIdentity(), min, max);
    return {toVec3(min), toVec3(max)};
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
