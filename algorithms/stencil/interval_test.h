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

/// The layers of one pixel at the head of `left`, which begins after them from then on; those of earlier
/// pixels are skipped.
std::span<const Layer> takePixel(std::span<const Layer>& left, Index pixel);

/// All layers of a mesh, by pixel and then by depth, without OpenGL: vertices snapped as the shaders snap
/// them, coverage by whole numbers with the top-left rule, depths in double.
/// Parts left, right, above and below of the view are not drawn; parts before and behind it are.
std::vector<Layer> rasterise(const Mesh& mesh, const Pose& pose, const View& view);

/// Sorts by pixel, then by depth, then by face: one pass over all layers, since an image has few pixels.
void sortLayers(std::vector<Layer>& layers, int pixels);

/// From the depths of one pixel, ascending. Closed intervals: touching is a collision. `growth`: depth by
/// which each interval of A is grown at both ends.
PixelCase intervalCase(std::span<const Layer> a, std::span<const Layer> b, Real growth = 0);

/// The oracle of the detector, and its CPU version. `growth`: metres by which A is grown along the view.
CollisionMap intervalMap(const Mesh& a, const Pose& poseA, const Mesh& b, const Pose& poseB, const View& view,
                         Real growth = 0);

}  // namespace ricochet::stencil
