#pragma once

#include "adapters/shape_cache/cached_part.h"
#include "adapters/shape_cache/region_schedule.h"
#include "adapters/shapes/solid_scan.h"

#include <map>
#include <memory>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Triangles up to which shapes are read whole.
struct WholeLimits {
    static constexpr std::size_t kMesh = 150'000;   ///< prepared in half a second on one thread
    static constexpr std::size_t kTerrain = 4'000;  ///< prepared in some 10 ms

    std::size_t mesh = kMesh, terrain = kTerrain;

    std::size_t of(const ShapeKind& kind) const { return kind.isOpen ? terrain : mesh; }
    bool operator==(const WholeLimits&) const = default;
};

/// Finds out whether a large shape has an inside.
struct SharedScan {
    SolidScan scan;
    std::uint32_t began = 0;  ///< the number of the step in which it did; 0: outside of steps
};

/// What a cache has of one shape.
struct CachedShape {
    std::map<RegionName, CachedPart> parts;      ///< what was read: all, or regions
    std::uint64_t deformations = 0;              ///< notified
    ShapeProblem reported = ShapeProblem::none;  ///< last, of its regions
    /// Its callers own it: what it has found ends with the last of those that have seen it begin or go on. So
    /// it depends neither on how long the cache keeps a shape that none of them needs, nor on what was at the
    /// shape's address before.
    std::weak_ptr<SharedScan> scan;
    RegionSchedule schedule;

    const CachedPart* whole() const;
    /// Whether it is used whole, however large the box is that a caller looks at.
    bool isWhole(const btCollisionShape& shape, std::uint64_t signature, const WholeLimits& limits) const;
    bool isSolid(const RegionName& region) const;
    bool isUpToDate(const RegionName& region, const CachedPart& part, std::uint64_t signature) const;
    /// Some part of it, or its scan.
    bool isInUse() const;

    void noteDeformed(const btCollisionShape& shape, const Aabb& box);
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
