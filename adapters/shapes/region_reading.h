#pragma once

#include "adapters/shapes/regions.h"
#include "adapters/shapes/shape_kinds.h"
#include "algorithms/contact/surface/contact_surface.h"

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Signature of a shape's present state. The shape must have a kind.
std::uint64_t signatureOf(const btCollisionShape& shape);

/// In the shape's frame.
Aabb boxOf(const btCollisionShape& shape);

/// The data of the whole shape that its regions need. The shape must have parts.
WholeSurface wholeOf(const btCollisionShape& shape, bool isSolid);

/// The triangles of a region; none of `kNothing`.
Result<ShapeMesh> readRegion(const btCollisionShape& shape, const RegionName& region);

/// Whether a shape has no faces in a box and a margin around it; false if that is not known quickly.
bool isClearAbout(const btCollisionShape& shape, const Aabb& box);

/// A box that contains a box in the world, in the frame of a shape at a pose.
Aabb boxSeenFrom(const Pose& pose, const Aabb& box);

bool holds(const Aabb& region, const Aabb& box);

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
