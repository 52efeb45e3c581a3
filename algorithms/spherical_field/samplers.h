#pragma once

#include "algorithms/spherical_field/field.h"

namespace ricochet::spherical_field {

/// A face that a sample in a leaf cell found.
struct SampledFace {
    Index cell;  ///< by side and Z-order
    Index face;
    Real distance;  ///< metres: the farthest that was found
};

/// What the samples of a mesh found.
struct Sampled {
    Samples samples;
    std::vector<SampledFace> faces;  ///< cell by cell, each face once in a cell
};

/// The paper's two methods to sample a mesh about the centre of a field, at its level: not `clipping`. Both
/// can miss parts that are smaller than a cell.
Sampled sample(const Mesh& mesh, const Field& field, Sampling sampling);

/// Average number of hits of the ray in the middle of a leaf cell, over the cells with hits: the paper's
/// first definition of layers.
Real layersByHits(const Mesh& mesh, const Field& field);

}  // namespace ricochet::spherical_field
