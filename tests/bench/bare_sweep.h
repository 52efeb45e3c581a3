#pragma once

#include "demos/app/broad_only.h"

#include <cstddef>

namespace ricochet::bench {

/// The algorithm alone on the same cloud: no proxies, no pair cache. Frames are wall time where there are
/// several threads.
app::BroadOnlyReport measureBare(const app::BroadOnlyOptions& options, int threads,
                                 std::size_t* bytes = nullptr);

}  // namespace ricochet::bench
