#include "adapters/shape_cache/cached_shape.h"

#include <algorithm>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

const CachedPart* CachedShape::whole() const {
    const auto found = parts.find(RegionName{});
    return found == parts.end() ? nullptr : &found->second;
}

bool CachedShape::isWhole(const btCollisionShape& shape, std::uint64_t signature,
                          const WholeLimits& limits) const {
    const ShapeKind& kind = shapeKind(shape);
    if (!kind.parts) return true;
    // One that could not be read whole, as a sweep asked for it, may still be read in parts.
    if (whole() && whole()->isFor(signature) && whole()->mesh) return true;
    return kind.parts->triangles(shape) <= limits.of(kind);
}

bool CachedShape::isSolid(const RegionName& region) const {
    const std::shared_ptr<const SharedScan> known = scan.lock();
    return known && known->scan.isSolid(region);
}

bool CachedShape::isUpToDate(const RegionName& region, const CachedPart& part,
                             std::uint64_t signature) const {
    return part.isFor(signature) && (region.isWhole() || part.isOfSolid == isSolid(region));
}

bool CachedShape::isInUse() const {
    return !scan.expired() ||
           std::ranges::any_of(parts, [](const auto& each) { return each.second.isInUse(); });
}

void CachedShape::noteDeformed(const btCollisionShape& shape, const Aabb& box) {
    ++deformations;
    const ShapeKind* const kind = shapeKind(shape.getShapeType());
    for (auto& [region, part] : parts) {
        if (region.isNothing()) continue;
        part.isDeformed |= region.isWhole() || !kind || !kind->parts ||
                           overlaps(regionBox(region, kind->parts->columnAxis(shape)), box);
    }
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
