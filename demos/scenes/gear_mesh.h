#pragma once

#include "demos/scenes/scene.h"

namespace ricochet::scenes {

/// An involute spur gear about the y axis, its middle at the origin and the middle of a tooth on the x axis.
/// ISO 53: teeth extend a module beyond the pitch circle and one and a quarter within it.
struct GearSize {
    int teeth = 20;             ///< 18 or more: fewer would have to be undercut
    double module = 0.1;        ///< metres: pitch diameter over teeth
    double pressureAngle = 20;  ///< degrees
    double backlash = 0;        ///< metres on the pitch circle, by which each tooth is thinner
    double width = 0.3;         ///< metres along the axis
    double boreRadius = 0.3;    ///< metres
    int flankSegments = 6;      ///< of each flank
};

double pitchRadius(const GearSize& gear);

SceneMesh gearMesh(const GearSize& gear);

}  // namespace ricochet::scenes
