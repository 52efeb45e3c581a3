#include "adapters/shape_cache/cache_contents.h"

#include <algorithm>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

CacheContents::Lock CacheContents::lockFor(const btCollisionShape& shape) {
    Lock lock(mutex);
    builds.await(lock, shape);
    return lock;
}

CachedShape* CacheContents::find(const btCollisionShape& shape) {
    const auto found = shapes.find(&shape);
    return found == shapes.end() ? nullptr : &found->second;
}

void CacheContents::release(const btCollisionShape& shape) {
    const auto found = shapes.find(&shape);
    if (found == shapes.end()) return;
    for (const auto& [region, part] : found->second.parts) regions.release(part);
    shapes.erase(found);
}

void CacheContents::trim() {
    if (shapes.size() <= trimAbove) return;
    std::erase_if(shapes, [this](const auto& each) {
        const auto& [shape, cached] = each;
        if (builds.isRunning(*shape) || cached.isInUse()) return false;
        for (const auto& [region, part] : cached.parts) regions.release(part);
        return true;
    });
    trimAbove = std::max(kFewShapes, 2 * shapes.size());
}

void CacheContents::dropRegions() {
    while (regions.isExceeded()) {
        std::map<RegionName, CachedPart>* of = nullptr;
        std::map<RegionName, CachedPart>::iterator oldest;
        for (auto& [shape, cached] : shapes) {
            if (builds.isRunning(*shape)) continue;
            for (auto each = cached.parts.begin(); each != cached.parts.end(); ++each) {
                if (each->first.isWhole() || each->second.isInUse()) continue;
                if (of && each->second.lastFound >= oldest->second.lastFound) continue;
                of = &cached.parts;
                oldest = each;
            }
        }
        if (!of) return;
        regions.release(oldest->second);
        ++regions.statistics.dropped;
        of->erase(oldest);
    }
}

RegionStatistics CacheContents::statistics() const {
    RegionStatistics statistics = regions.statistics;
    for (const auto& [shape, cached] : shapes) {
        for (const auto& [region, part] : cached.parts) {
            statistics.cached += !region.isWhole() && !region.isNothing();
        }
    }
    return statistics;
}

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
