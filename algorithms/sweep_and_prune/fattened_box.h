#pragma once

#include "algorithms/sweep_and_prune/bodies.h"

namespace ricochet::sweep {

/// A box for some steps: it contains the body's last box, the present one, and future ones if the body
/// continues its motion. The idea is Verlet's: Computer "Experiments" on Classical Fluids, 1967; his shells
/// are equally wide on all sides.
inline SweepBox fattenedBox(const Body& body) {
    constexpr float kSteps = 8, kMostMotion = 0.5f, kMargin = 0.03f;  // the last two in extents of the box
    SweepBox box;
    for (Index axis = 0; axis < 3; ++axis) {
        const float extent = std::max(0.f, body.now.extent(axis)), maximum = kMostMotion * extent;
        const auto ahead = [&](float last, float now) {
            return now + std::clamp(kSteps * (now - last), -maximum, maximum);
        };
        const float low = ahead(body.last.min[axis], body.now.min[axis]);
        const float high = ahead(body.last.max[axis], body.now.max[axis]);
        box.min[axis] = std::min(body.last.min[axis], low) - kMargin * extent;
        box.max[axis] = std::max(body.last.max[axis], high) + kMargin * extent;
    }
    return box;
}

/// Whether the last and the present box are near each other, so that they give the body's motion.
inline bool canBeFattened(const Body& body) {
    return !isEmpty(body.last) && !isEmpty(body.now) && isNearItsLast(body);
}

}  // namespace ricochet::sweep
