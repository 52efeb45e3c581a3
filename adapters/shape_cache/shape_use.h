#pragma once

#include "adapters/shape_cache/cache_contents.h"

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// A caller's use of one shape: under the cache's lock, while no other thread builds for the shape. What
/// takes long is done without the lock.
class ShapeUse {
public:
    ShapeUse(CacheContents& cache, CacheContents::Lock& lock, const btCollisionShape& shape,
             std::uint64_t signature);

    CachedShape& cached() { return cached_; }
    bool isWhole() const { return cached_.isWhole(shape_, signature_, cache_.limits); }
    /// What there is of a region, or is to be read.
    CachedPart& partFor(const RegionName& region);
    bool isUpToDate(const RegionName& region, const CachedPart& part) const {
        return cached_.isUpToDate(region, part, signature_);
    }
    /// Reads the part anew. `report` gets its problems.
    void read(const RegionName& region, CachedPart& part, const ShapeReporter& report);
    /// Reports a problem that was found when there was no one to report it to.
    void reportPending(CachedPart& part, const ShapeReporter& report);
    std::shared_ptr<const CollisionModel> modelOf(const ModelRequest& request, CachedPart& part);

    /// The scan of a shape that is read in regions, begun if there is none. The step in which it begins is
    /// its first one, whichever pairs began that step before it. Null: there is nothing to be found out.
    std::shared_ptr<SharedScan> holdScan(std::uint32_t step);
    /// In each step; returns whether what it finds of some region may have changed.
    bool continueScan(std::uint32_t step);

    /// Regions that will be needed. What comes of one does not depend on when it is prepared, nor on which
    /// thread.
    void prepareAhead(const ModelRequest& request);
    void dropUnused();

private:
    void readWhole(CachedPart& part, const ShapeReporter& report);
    void readRegion(const RegionName& region, CachedPart& part, const ShapeReporter& report);
    Result<void> prepareRegion(const RegionName& region, CachedPart& part);
    template <class Build>
    auto build(Build&& work) {
        return cache_.builds.run(lock_, shape_, work);
    }

    CacheContents& cache_;
    CacheContents::Lock& lock_;
    const btCollisionShape& shape_;
    const ShapeKind& kind_;
    const std::uint64_t signature_;
    CachedShape& cached_;
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
