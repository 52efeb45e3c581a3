#pragma once

#include "algorithms/geometry/box_list.h"
#include "algorithms/stencil/slab_pairs.h"

namespace ricochet::stencil {

/// The window in which faces of two meshes are compared: the intersection of their boxes, viewed along its
/// shortest side, which is the normal of its largest wall.
class SlabView {
public:
    /// `common`: metres, not empty; `queryDistance`: metres.
    SlabView(const Aabb& common, Real queryDistance, int pixels);

    SlabFace face(const Triangle& placed) const;
    const Growth& growth() const { return growthForShaders_; }

private:
    SlabFace boxFace(const Vec3& low, const Vec3& high) const;
    std::array<std::uint16_t, 4> rectangle(const Vec3& low, const Vec3& high, Real slack) const;

    std::array<int, 3> axes_;  ///< of the world: to the right, up, into depth
    Vec3 min_;                 ///< metres, along `axes_`
    Vec3 scale_;               ///< pixels, pixels and depths a metre
    Vec3 growth_;              ///< pixels, pixels, depth
    Growth growthForShaders_;
    Real pixels_;
};

}  // namespace ricochet::stencil
