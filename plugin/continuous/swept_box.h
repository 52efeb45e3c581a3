#pragma once

#include "adapters/shapes/convert.h"
#include "plugin/continuous/object_sweep.h"

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

struct SweptBox {
    btVector3 min, max;
};

/// A box of everything that an object sweeps in its motion, grown by `around` metres: that of a sphere about
/// its origin that moves on a straight line.
inline SweptBox sweptBox(const MovingObject& moving, btScalar around) {
    const btVector3 begin = toBullet(moving.motion.centre),
                    end = toBullet(Vec3(moving.motion.centre + moving.motion.translation));
    constexpr btScalar kRoundUp = btScalar(1.001);
    const btScalar radius = kRoundUp * btScalar(radiusOf(*moving.object)) + around;
    SweptBox box{begin, begin};
    box.min.setMin(end);
    box.max.setMax(end);
    box.min -= btVector3(radius, radius, radius);
    box.max += btVector3(radius, radius, radius);
    return box;
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
