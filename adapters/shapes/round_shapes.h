#pragma once

#include "adapters/shapes/signature.h"
#include "algorithms/geometry/round_shape.h"

#include <BulletCollision/CollisionShapes/btCollisionShape.h>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

// `is…`: whether the shape has a valid size. `read…`: the shape as in stock Bullet, including its margin if
// Bullet counts it in the shape's size.

bool isSphere(const btCollisionShape& shape);
RoundShape readSphere(const btCollisionShape& shape);

bool isCapsule(const btCollisionShape& shape);
RoundShape readCapsule(const btCollisionShape& shape);

bool isCylinder(const btCollisionShape& shape);
RoundShape readCylinder(const btCollisionShape& shape);

bool isCone(const btCollisionShape& shape);
RoundShape readCone(const btCollisionShape& shape);

/// Not if it is scaled non-uniformly: in Bullet it is then no longer a hull of spheres.
bool isMultiSphere(const btCollisionShape& shape);
RoundShape readMultiSphere(const btCollisionShape& shape);
void signMultiSphere(const btCollisionShape& shape, Signature& signature);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
