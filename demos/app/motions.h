#pragma once

#include "algorithms/geometry/aabb.h"
#include "algorithms/geometry/screw_motion.h"

#include <string>
#include <vector>

namespace ricochet::app {

/// The start and the motion of a body.
struct BodyMotion {
    Pose pose;
    ScrewMotion screw;
};

/// One motion per line: 8 numbers are a screw of the body placed as in its file: a point of the axis, the
/// axis' direction, the angle in radians and the shift along the axis in metres; 20 begin with its pose, 9
/// numbers of the rotation by rows, then the translation. `#` starts a comment. A failure names the line.
Result<std::vector<BodyMotion>> readMotions(const std::string& path);

/// Random screws that begin anywhere in a box: a body with its middle at `middle` turns up to a quarter about
/// an axis at most `length` metres away, and is shifted by at most as much. The same for the same numbers.
std::vector<BodyMotion> randomMotions(std::size_t count, unsigned seed, const Aabb& box, const Vec3& middle,
                                      Real length);

}  // namespace ricochet::app
