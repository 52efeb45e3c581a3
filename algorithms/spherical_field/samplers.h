#pragma once

#include "algorithms/spherical_field/field.h"

namespace ricochet::spherical_field {

/// The paper's two methods to sample a mesh about the centre of a field, at its level. Both can miss parts
/// that are smaller than a cell.
Samples sample(const Mesh& mesh, const Field& field, Sampling sampling);

/// Average number of hits of the ray in the middle of a leaf cell, over the cells with hits: the paper's
/// first definition of layers.
Real layersByHits(const Mesh& mesh, const Field& field);

}  // namespace ricochet::spherical_field
