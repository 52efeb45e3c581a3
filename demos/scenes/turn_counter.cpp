#include "demos/scenes/turn_counter.h"

#include <cmath>
#include <numbers>

namespace ricochet::scenes {

TurnCounter::TurnCounter(const btRigidBody& body, int axis) : body_(body), axis_(axis), last_(heading()) {}

/// The part of the body's rotation that is about the axis.
double TurnCounter::heading() const {
    const btQuaternion q = body_.getWorldTransform().getRotation();
    return 2 * std::atan2(double(q[axis_]), double(q.w()));
}

void TurnCounter::update() {
    const double now = heading();
    turn_ += std::remainder(now - last_, 2 * std::numbers::pi);
    last_ = now;
}

}  // namespace ricochet::scenes
