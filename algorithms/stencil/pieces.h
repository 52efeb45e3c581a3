#pragma once

#include "algorithms/stencil/layer_source.h"

#include <span>

namespace ricochet::stencil {

/// An interval of A and one of B on the ray of one pixel that overlap, or that face each other with nothing
/// in between. Depths in metres from the view's near end.
struct Piece {
    Index pixel;
    Index faceA, faceB;  ///< the two faces that separate, or touch, by a shift along the ray
    Real distance;       ///< metres along the ray between these two; negative if the intervals overlap
    Real low, high;      ///< from one of these two to the other; low <= high
    Real sharedLow, sharedHigh;  ///< the common part of both intervals; of intervals apart: low and high
    bool isBBehind;              ///< B separates, or approaches, along the view; else against it

    bool overlaps() const { return distance <= 0; }
};

/// The pieces of a view that are at most `farthest` metres apart, by pixel and then by depth; they do not
/// depend on the order of the layers. Pixels with an odd number of layers give none.
std::vector<Piece> piecesOf(PairLayers layers, const View& view, Real farthest);

}  // namespace ricochet::stencil
