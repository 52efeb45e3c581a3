#pragma once

#include "algorithms/contact/features/placed_features.h"

namespace ricochet {

/// Past a concave edge a face's plane continues inside the solid, as far as the convex edges that meet the
/// concave one at its ends. Whether a point past the concave edge is past one of these, too: above the face
/// beyond, outside the solid. `point`: world; `queryDistance` (metres): ends farther from it count as
/// unlimited.
bool isPastExtension(const PlacedFeatures& body, Index face, Index concaveEdge, const Vec3& point,
                     Real queryDistance);

}  // namespace ricochet
