#include "algorithms/sweep_and_prune/object_boxes.h"

#include "algorithms/geometry/aabb.h"

namespace ricochet {
namespace {

SweepBox toBox(const Vec3& min, const Vec3& max) {
    SweepBox box;
    for (Index axis = 0; axis < 3; ++axis) {
        box.min[axis] = sweep::roundedDown(min[axis]);
        box.max[axis] = sweep::roundedUp(max[axis]);
    }
    return box;
}

}  // namespace

SweepBox fixedBox(const Vec3& centre, Real radius) {
    const Vec3 corner = Vec3::Constant(radius);
    return toBox(centre - corner, centre + corner);
}

SweepBox dynamicBox(std::span<const Vec3> vertices, const Pose& pose) {
    Aabb box;
    for (const Vec3& vertex : vertices) box.include(transformPoint(pose, vertex));
    return toBox(box.min, box.max);
}

}  // namespace ricochet
