#pragma once

#include "demos/app/broad_only.h"

#include <vector>

namespace ricochet::bench {

/// Measurements of the algorithm alone, in addition to a report.
struct BareDetails {
    std::vector<double>
        wallMilliseconds;  ///< of each frame; the report has the calling thread's processor time
    double bytesPerBody = 0;
};

/// The algorithm alone on the same cloud: no proxies, no pair cache.
app::BroadOnlyReport measureBare(const app::BroadOnlyOptions& options, int threads,
                                 BareDetails* details = nullptr);

}  // namespace ricochet::bench
