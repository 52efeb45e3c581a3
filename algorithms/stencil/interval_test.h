#pragma once

#include "algorithms/geometry/mesh.h"
#include "algorithms/stencil/collision_map.h"
#include "algorithms/stencil/view.h"

#include <span>

namespace ricochet::stencil {

/// One face of a mesh on the ray of one pixel.
struct Layer {
    Index pixel;  ///< row * pixels + column
    Index face;
    Real depth;  ///< 0 … 1 in the view
};

/// All layers of a mesh, by pixel and then by depth, without OpenGL: vertices snapped as the shaders snap
/// them, coverage by whole numbers with the top-left rule, depths in double.
/// What is left and right of the view, above and below it, is not drawn; what is before and behind it is.
std::vector<Layer> rasterise(const Mesh& mesh, const Pose& pose, const View& view);

/// By pixel, then by depth, then by face: one pass over all of them, since the pixels of a picture are few.
void sortLayers(std::vector<Layer>& layers, int pixels);

/// From the depths of one pixel, ascending. Closed intervals: touching is a collision.
PixelCase intervalCase(std::span<const Layer> a, std::span<const Layer> b);

/// The oracle of the detector, and its twin on the CPU.
CollisionMap intervalMap(const Mesh& a, const Pose& poseA, const Mesh& b, const Pose& poseB,
                         const View& view);

}  // namespace ricochet::stencil
