#pragma once

#include "demos/scenes/scene.h"

namespace ricochet::scenes {

// Models in the manner of those in figure 12 of Fuenfzig, Ullrich, Fellner: Hierarchical Spherical Distance
// Fields for Collision Detection. 2006. Made by code, with about as many triangles; y points up; about a
// metre long. Parts overlap where they join. The layers are those along a ray from the centre of mass.

SceneMesh antModel();
SceneMesh spiderModel();

enum class Leaves {
    loose,  ///< two triangles each that share no vertex, as in the paper
    closed  ///< four triangles, for bodies that have a mass
};
/// A trunk with branches and leaves.
SceneMesh treeModel(Leaves leaves);

/// Two ellipsoids and four wheels: for the Beetle.
SceneMesh carModel();

/// A robed figure with a raised arm on a pedestal, as nested shells: for the Statue of Liberty, and as it
/// with about eight layers.
SceneMesh shellStatueModel();

/// A leaning tower of eight storeys: three walls, each with two sides, floors and galleries of columns. For
/// the Tower of Pisa, and as it with about eight layers. Seven metres high.
SceneMesh walledTowerModel();

}  // namespace ricochet::scenes
