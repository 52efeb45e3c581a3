#pragma once

#include "algorithms/geometry/mesh.h"

#include <memory>

namespace ricochet::app {

// Models made by code in the manner of those in figure 12 of Funfzig, Ullrich, Fellner (paper004), with about
// as many triangles. y points up.

std::shared_ptr<Mesh> antModel();
std::shared_ptr<Mesh> spiderModel();
/// A trunk with branches; its leaves are loose triangles.
std::shared_ptr<Mesh> treeModel();
std::shared_ptr<Mesh> beetleCarModel();
/// A robed figure with a raised arm on a pedestal; the robe has shells within it, as a frame.
std::shared_ptr<Mesh> statueModel();
/// A leaning tower of eight storeys: an outer and an inner wall, floors and galleries of columns.
std::shared_ptr<Mesh> towerModel();

}  // namespace ricochet::app
