#pragma once

#include "adapters/shape_cache/cached_part.h"

#include <chrono>

namespace ricochet {
inline namespace RICOCHET_PRECISION_NAMESPACE {

/// Of large shapes, which are read in regions.
struct RegionStatistics {
    long long prepared = 0, dropped = 0;
    std::size_t cached = 0, bytes = 0;  ///< now
    double microseconds = 0;            ///< wall time of preparing

    void addTimeSince(std::chrono::steady_clock::time_point begin) {
        microseconds +=
            std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count();
    }
};

inline constexpr std::size_t kRegionBytes = std::size_t{256} << 20;

/// Counts what the regions of all shapes take.
struct RegionMemory {
    RegionStatistics statistics;
    std::size_t budget = kRegionBytes;  ///< bytes that regions may take which no caller uses

    bool isFull() const { return statistics.bytes >= budget; }
    bool isExceeded() const { return statistics.bytes > budget; }

    /// The part, or what stands in its place by now.
    void replace(CachedPart& part, CachedPart by) {
        statistics.bytes -= part.bytes;
        part = std::move(by);
        statistics.bytes += part.bytes;
    }
    /// Of a region that has more models by now.
    void grow(CachedPart& part, std::size_t bytes) {
        part.bytes += bytes;
        statistics.bytes += bytes;
    }
    void release(const CachedPart& part) { statistics.bytes -= part.bytes; }
};

}  // namespace RICOCHET_PRECISION_NAMESPACE
}  // namespace ricochet
