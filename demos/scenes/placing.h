#pragma once

#include <LinearMath/btTransform.h>

namespace ricochet::scenes {

inline btVector3 vectorAt(double x, double y, double z) { return {btScalar(x), btScalar(y), btScalar(z)}; }

/// The pose of a body that is not turned.
inline btTransform standingAt(const btVector3& place) {
    return btTransform(btQuaternion::getIdentity(), place);
}

}  // namespace ricochet::scenes
