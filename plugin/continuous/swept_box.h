#pragma once

#include "adapters/shapes/convert.h"
#include "plugin/continuous/object_sweep.h"

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// A box of everything that an object sweeps in its motion, grown by `around` metres: that of a sphere about
/// its origin that moves on a straight line.
inline void sweptBox(const MovingObject& moving, btScalar around, btVector3& min, btVector3& max) {
    const btVector3 begin = toBullet(moving.motion.centre),
                    end = toBullet(Vec3(moving.motion.centre + moving.motion.translation));
    constexpr btScalar kRoundUp = btScalar(1.001);
    const btScalar radius = kRoundUp * btScalar(radiusOf(*moving.object)) + around;
    min = max = begin;
    min.setMin(end);
    max.setMax(end);
    min -= btVector3(radius, radius, radius);
    max += btVector3(radius, radius, radius);
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
