#pragma once

#include "algorithms/geometry/rigid_motion.h"
#include "tests/support/random_geometry.h"

namespace ricochet::test {

/// From one side of the origin to the other, up to about `aside` past it, turning by up to `turn` radians
/// about its own origin.
inline RigidMotion passingMotion(Random& random, Real distance, Real aside, Real turn) {
    Pose begin = randomPose(random, 1);
    begin.translation *= distance / begin.translation.norm();
    const Vec3 axis = randomPoint(random).normalized();
    const Eigen::AngleAxis<Real> rotation(uniform(random, 0, turn), axis);
    const Pose end{rotation.toRotationMatrix() * begin.rotation,
                   -begin.translation + randomPoint(random, 2 * aside)};
    return motionBetween(begin, end, begin.translation);
}

}  // namespace ricochet::test
