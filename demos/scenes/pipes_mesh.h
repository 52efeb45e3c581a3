#pragma once

#include "demos/scenes/scene.h"

namespace ricochet::scenes {

/// Straight pipes along x, y and z, interwoven in a cube about the origin, none touching another. As many
/// triangles as the pipes of Gottschalk, Lin, Manocha, OBBTree, 1996, Table 1: 143,690, many long and thin.
/// Pipes lie on a lattice: those along one axis pass half a pitch beside those along the next.
SceneMesh pipesMesh();

inline constexpr double kPipesCubeSide = 15;  ///< metres
inline constexpr int kPipesPerSide = 5;
inline constexpr double kPipesPitch = kPipesCubeSide / kPipesPerSide;

/// The widest part of a pipe, a flange, extends this far from its axis (metres).
inline constexpr double kWidestPipeRadius = 0.37;

/// The middle of a void between the pipes, relative to the centre of the cube: no pipe's axis is nearer than
/// half a pitch.
btVector3 voidBetweenPipes(int i, int j, int k);

}  // namespace ricochet::scenes
