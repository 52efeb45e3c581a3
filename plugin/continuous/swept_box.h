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

/// Calls action(btBroadphaseProxy&) for each object whose box overlaps.
template <class Action>
void forEachProxyIn(const btVector3& min, const btVector3& max, btBroadphaseInterface& broadphase,
                    Action&& action) {
    struct Callback : btBroadphaseAabbCallback {
        explicit Callback(Action& of) : action(of) {}
        bool process(const btBroadphaseProxy* proxy) override {
            action(const_cast<btBroadphaseProxy&>(*proxy));
            return true;
        }
        Action& action;
    } callback(action);
    broadphase.aabbTest(min, max, callback);
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
