#pragma once

#include "algorithms/contact/features/placed_features.h"
#include "algorithms/geometry/scratch.h"
#include "algorithms/geometry/triangle_triangle.h"

#include <span>

namespace ricochet {

/// A point at which an edge of one body passes through a face of the other.
struct Crossing {
    bool isEdgeOfA;
    Index edge;
    Index face;
    Real along;        ///< metres from the edge's first vertex
    bool entersFront;  ///< the first vertex lies on the face's outer side
    Vec3 point;
};

/// A curve in which two surfaces cross; closed if both surfaces are.
struct IntersectionLoop {
    ScratchVector<Segment> segments;      ///< each along normal(A) x normal(B)
    ScratchVector<Index> facesA, facesB;  ///< through which it passes; ascending, each once
    ScratchVector<Vec3> ends;             ///< at boundaries, except cracks; empty for a closed curve
    Aabb box;
    Real perimeter = 0;
    Vec3 centre = Vec3::Zero();
    /// Half the sum of x × dx: the vector area of A's patch inside B, less that of B's patch inside A. A
    /// curve with ends counts as closed by straight segments.
    Vec3 area = Vec3::Zero();

    bool isClosed() const { return ends.empty(); }
};

struct Intersection {
    ScratchVector<Crossing> crossings;  ///< sorted by (isEdgeOfA, edge, along)
    ScratchVector<IntersectionLoop> loops;
};

/// `pairs`: face pairs that intersect, sorted. They determine the order of the loops.
Intersection findIntersection(const PlacedFeatures& a, const PlacedFeatures& b,
                              std::span<const FacePair> pairs);

}  // namespace ricochet
