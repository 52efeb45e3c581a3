#pragma once

#include "algorithms/geometry/types.h"
#include "demos/app/run_options.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace ricochet::app {

/// A cloud of boxes in a broad phase without a world.
struct BroadOnlyOptions {
    std::string cloud, broad;
    int bodies = 1000;
    std::optional<double> moving;  ///< share of the boxes; the cloud's own unless said otherwise
    int steps = 60;
    unsigned seed = 1;
    bool setsAll = false;        ///< setAabb is called for all boxes, as a world does by default
    bool cleansFirst = false;    ///< before a proxy goes its pairs are cleaned, as a world does
    bool hasStockCache = false;  ///< btHashedOverlappingPairCache is handed in
    int queries = 0;             ///< rays, and box queries, at the end
};

/// What was measured, in milliseconds of the thread's processor time.
struct BroadOnlyReport {
    int bodies = 0, moving = 0;
    int pairs = 0;               ///< whose boxes overlap after the last step
    std::uint64_t pairHash = 0;  ///< of these
    int cachedPairs = 0;         ///< those, and others that the broad phase still keeps
    double build = 0;            ///< all proxies and the first calculation of pairs
    std::vector<double> frames;  ///< setAabb, proxies that come and go, calculateOverlappingPairs
    double rays = 0, boxQueries = 0;
    std::uint64_t hits = 0;  ///< of both
};

/// Fails with one sentence on a name that is not known.
Result<BroadOnlyReport> measureBroadPhase(const BroadOnlyOptions& options);

/// Of two boxes' numbers; a set of pairs has the sum, so that their order does not count.
std::uint64_t pairHashOf(std::uint64_t a, std::uint64_t b);

/// As `ricochet run --broad-only` writes it.
nlohmann::ordered_json toJson(const BroadOnlyOptions& options, const BroadOnlyReport& report);

}  // namespace ricochet::app
