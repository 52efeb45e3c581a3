#pragma once

#include <btBulletDynamicsCommon.h>

namespace ricochet::scenes {

/// How far a body has turned about an axis of the world, full turns included.
class TurnCounter {
public:
    /// `axis`: 0, 1 or 2 for x, y or z.
    TurnCounter(const btRigidBody& body, int axis);

    /// Call it at least once per half turn: larger rotations between two calls are ambiguous.
    void update();
    double turn() const { return turn_; }  ///< rad, since the counter was made

private:
    double heading() const;

    const btRigidBody& body_;
    const int axis_;
    double last_, turn_ = 0;
};

}  // namespace ricochet::scenes
