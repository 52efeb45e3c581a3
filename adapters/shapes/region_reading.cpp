#include "adapters/shapes/region_reading.h"

#include "adapters/shapes/convert.h"
#include "adapters/shapes/solid_scan.h"

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

std::uint64_t signatureOf(const btCollisionShape& shape) {
    Signature signature;
    signature.add(shape.getShapeType());
    shapeKind(shape.getShapeType())->sign(shape, signature);
    return signature.value();
}

Aabb boxOf(const btCollisionShape& shape) {
    btVector3 min, max;
    shape.getAabb(btTransform::getIdentity(), min, max);
    return {toVec3(min), toVec3(max)};
}

WholeSurface wholeOf(const btCollisionShape& shape, bool isSolid) {
    const ShapeParts& parts = *shapeKind(shape.getShapeType())->parts;
    return {boxOf(shape), parts.triangles(shape), isSolid ? holdsPointOf(shape) : HoldsPoint{}};
}

Result<ShapeMesh> readRegion(const btCollisionShape& shape, const RegionName& region) {
    if (region.isNothing()) return ShapeMesh{};
    const ShapeParts& parts = *shapeKind(shape.getShapeType())->parts;
    const Aabb box = boxOf(region, parts.columnAxis(shape));
    return parts.read(shape, {&box, 1});
}

bool isClearAbout(const btCollisionShape& shape, const Aabb& box) {
    constexpr Real kNear = 0.35;  // of the largest side: margin for fast bodies
    const ShapeParts& parts = *shapeKind(shape.getShapeType())->parts;
    return parts.isClear && parts.isClear(shape, grown(box, kNear * box.size().maxCoeff()));
}

Aabb boxSeenFrom(const Pose& pose, const Aabb& box) {
    const Matrix3 toFrame = pose.rotation.inverse();
    const Vec3 centre = toFrame * (box.centre() - pose.translation);
    const Vec3 half = toFrame.cwiseAbs() * (box.size() / 2);
    return {centre - half, centre + half};
}

bool holds(const Aabb& region, const Aabb& box) {
    return (region.min.array() <= box.min.array()).all() && (box.max.array() <= region.max.array()).all();
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
