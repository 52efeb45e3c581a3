#pragma once

#include "adapters/shape_cache/cached_part.h"
#include "adapters/shape_cache/region_schedule.h"
#include "adapters/shape_cache/shape_cache.h"
#include "adapters/shapes/solid_scan.h"

#include <chrono>
#include <map>
#include <memory>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// What a cache has of one shape.
struct CachedShape {
    std::map<RegionName, CachedPart> parts;      ///< what was read: all, or regions
    std::uint64_t deformations = 0;              ///< notified
    ShapeProblem reported = ShapeProblem::none;  ///< last, of its regions
    /// Whether a large shape has an inside. Its callers own it: what it has found ends with the last of those
    /// that have seen it begin or go on. So it depends neither on how long the cache keeps a shape that none
    /// of them needs, nor on what was at the shape's address before.
    std::weak_ptr<SolidScan> scan;
    RegionSchedule schedule;
    std::uint32_t wholeSince = 0;  ///< the step in which all of it was read; 0: outside a step

    const CachedPart* whole() const;
    /// Whether it is used whole, however small the box is that a caller looks at: up to `limit` triangles, or
    /// if all of it was read before this step (0: outside steps). What a pair reads in a step so does not
    /// depend on the pairs before it.
    bool isWhole(const btCollisionShape& shape, std::uint64_t signature, std::size_t limit,
                 std::uint32_t step = 0) const;
    bool isSolid(const RegionName& region) const;
    bool isUpToDate(const RegionName& region, const CachedPart& part, std::uint64_t signature) const;
    /// Some part of it, or its scan.
    bool isInUse() const;

    void noteDeformed(const btCollisionShape& shape, const Aabb& box);
};

/// What the regions of all shapes take.
struct RegionMemory {
    long long prepared = 0, dropped = 0;
    std::size_t cached = 0, bytes = 0;            ///< now
    std::size_t budget = std::size_t{256} << 20;  ///< bytes that regions may take which no caller uses
    double microseconds = 0;                      ///< wall time of preparing
    std::uint64_t finds = 0;                      ///< the clock of `CachedPart::lastFound`

    /// The part, or what stands in its place by now.
    void replace(CachedPart& part, CachedPart by);
    /// The region has more models by now.
    void grow(CachedPart& part, std::size_t byBytes);
    void release(const CachedShape& shape);
    void addTimeSince(std::chrono::steady_clock::time_point begin);
};

/// A caller's use of one shape: under the cache's lock, while no other thread builds for the shape. What
/// takes long is done without the lock. A shape of another kind may have been at its address: what is noted
/// of that one is not asked of this.
class ShapeUse {
public:
    ShapeUse(ShapeCache<CachedShape>& cache, RegionMemory& regions, ShapeCache<CachedShape>::Lock& lock,
             const btCollisionShape& shape, std::uint64_t signature);

    CachedShape& cached() { return cached_; }
    /// Reads the part anew. `report` gets its problems.
    void read(const RegionName& region, CachedPart& part, const ShapeReporter& report);
    /// Reports a problem that was found when there was no one to report it to.
    void reportPending(CachedPart& part, const ShapeReporter& report);
    std::shared_ptr<const CollisionModel> model(const ModelRequest& request, CachedPart& part);

    /// The scan of a shape that is read in regions, begun if there is none. The step in which it begins is
    /// its first one, whichever pairs began that step before it. Null: there is nothing to be found out.
    std::shared_ptr<SolidScan> holdScan(std::uint32_t step);
    /// In each step; returns whether what it finds of some region may have changed.
    bool continueScan(std::uint32_t step);
    /// The same at once.
    bool finishScan();

    /// Regions that will be needed. What comes of one does not depend on when it is prepared, nor on which
    /// thread. Returns whether there were any.
    bool prepareAhead(const ModelRequest& request, const Executor& executor);
    void dropUnused();

private:
    void readWhole(CachedPart& part, const ShapeReporter& report);
    void readRegion(const RegionName& region, CachedPart& part, const ShapeReporter& report);
    Result<void> prepareRegion(const RegionName& region, CachedPart& part);
    template <class Work>
    auto build(Work&& work) {
        return cache_.build(lock_, shape_, work);
    }

    ShapeCache<CachedShape>& cache_;
    RegionMemory& regions_;
    ShapeCache<CachedShape>::Lock& lock_;
    const btCollisionShape& shape_;
    const ShapeKind& kind_;
    const std::uint64_t signature_;
    CachedShape& cached_;
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
