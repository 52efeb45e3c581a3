#pragma once

#include "demos/scenes/scene.h"

namespace ricochet::scenes {

inline constexpr double kFeederFloor = 2.4;   ///< metres: radius of the bowl's floor
inline constexpr double kFeederRadius = 4.2;  ///< metres: outer radius of its lip
inline constexpr double kFeederHeight = 2.5;  ///< metres: of the lip over the floor

/// Height of the inside of a bowl with a spiral track, at a distance from its axis (metres) and an angle
/// about it (radians). The floor is a cone, from which parts come to the track; this climbs three turns along
/// the wall, each half a metre wide and half a metre high.
double feederHeight(double radius, double angle);

/// The bowl, a solid with a flat underside.
SceneMesh feederBowl();

/// Parts of about 0.3 m.
SceneMesh hexagonalNut();
SceneMesh bolt();
SceneMesh bracket();

}  // namespace ricochet::scenes
