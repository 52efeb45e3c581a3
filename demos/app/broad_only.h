#pragma once

#include "algorithms/geometry/types.h"
#include "demos/app/run_options.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace ricochet::app {

/// A cloud of boxes in a broad phase without a world.
struct BroadOnlyOptions {
    std::string cloud, broad;
    int bodies = 1000;
    std::optional<double> moving;  ///< fraction of the boxes; default: the cloud's own
    int steps = 60;
    unsigned seed = 1;
    bool setsAll = false;        ///< setAabb is called for all boxes, as in a world by default
    bool cleansFirst = false;    ///< a proxy's pairs are cleaned before it is destroyed, as in a world
    bool hasStockCache = false;  ///< btHashedOverlappingPairCache is passed in
    int queries = 0;             ///< rays, and box queries, at the end
};

/// Measurements, in milliseconds of thread CPU time.
struct BroadOnlyReport {
    int bodies = 0, moving = 0;
    int pairs = 0;               ///< whose boxes overlap after the last step
    std::uint64_t pairHash = 0;  ///< of these
    int cachedPairs = 0;         ///< those, and others that the broad phase still stores
    double build = 0;            ///< all proxies and the first calculation of pairs
    std::vector<double> frames;  ///< setAabb, created and destroyed proxies, calculateOverlappingPairs
    double rays = 0, boxQueries = 0;
    std::uint64_t hits = 0;  ///< of both
};

/// Fails with an error message for an unknown name.
Result<BroadOnlyReport> measureBroadPhase(const BroadOnlyOptions& options);

/// Hash of two boxes' numbers; a set of pairs has the sum, so that the order does not matter.
std::uint64_t pairHashOf(std::uint64_t a, std::uint64_t b);

/// As `ricochet run --broad-only` writes it.
nlohmann::ordered_json toJson(const BroadOnlyOptions& options, const BroadOnlyReport& report);

}  // namespace ricochet::app
