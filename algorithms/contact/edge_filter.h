#pragma once

#include "algorithms/contact/face_sketch.h"

namespace ricochet {

/// Where an edge may touch another. In metres but for the last one.
struct EdgeReach {
    float gap;            ///< the most between the edges' lines
    float depth;          ///< the most where they are inside one another
    float overrun;        ///< how far a contact may lie past an edge's end
    float error;          ///< of the sketches' corners
    float coneTolerance;  ///< sine: how far the normal may lie outside an edge's cone
};

/// Bit 3 k + l: border k of the one face and border l of the other.
using BorderPairs = std::uint16_t;

/// Which edges that `a` stands for may touch which ones that `b` stands for. In float, with room for its
/// rounding: leaves out no two within this reach for which `addEdgeEdgeContact` finds a contact, and keeps
/// some for which it finds none. Both sketches are in one frame.
BorderPairs edgesThatMayTouch(const FaceSketch& a, const FaceSketch& b, const EdgeReach& reach);

}  // namespace ricochet
