#pragma once

#include "adapters/shape_cache/cached_shape.h"
#include "adapters/shape_cache/region_memory.h"
#include "adapters/shape_cache/shape_builds.h"
#include "algorithms/geometry/executor.h"

#include <atomic>
#include <mutex>
#include <unordered_map>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// What a cache of models has of all shapes.
struct CacheContents {
    using Lock = std::unique_lock<std::mutex>;

    std::atomic<bool> hasRegions{false};  ///< of any shape, now or before
    /// For what follows, but the shapes for which a build is running.
    mutable std::mutex mutex;
    ShapeBuilds builds;
    std::unordered_map<const btCollisionShape*, CachedShape> shapes;
    WholeLimits limits;
    RegionMemory regions;
    std::shared_ptr<const Executor> executor = makeSerialExecutor();  ///< of a caller that prepares several
    std::uint64_t finds = 0;                                          ///< of regions
    std::size_t trimAbove = kFewShapes;                               ///< shapes; doubles with what is in use

    /// While no thread builds for the shape.
    Lock lockFor(const btCollisionShape& shape);
    CachedShape* find(const btCollisionShape& shape);
    void release(const btCollisionShape& shape);
    /// Drops shapes that no caller uses, if there are many.
    void trim();
    /// Above the memory budget, drops the least recently used regions that no caller holds.
    void dropRegions();
    RegionStatistics statistics() const;

private:
    static constexpr std::size_t kFewShapes = 64;
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
