#pragma once

#include "algorithms/geometry/mesh.h"

namespace ricochet {

/// Which face of a mesh stands for a vertex or an edge, so that each is asked once, however many faces meet
/// there.
struct FeatureOwners {
    std::vector<std::uint8_t> features;  ///< per face: bits 0-2 its corners, bits 3-5 its edges from corner k

    bool ownsVertex(Index face, int corner) const { return features[face] >> corner & 1; }
    bool ownsEdge(Index face, int corner) const { return features[face] >> (3 + corner) & 1; }
};

/// Every vertex that a face names, and every edge, has exactly one owner.
FeatureOwners findOwners(const Mesh& mesh);

}  // namespace ricochet
