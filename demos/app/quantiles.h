#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace ricochet::app {

/// Quantiles of a list of measurements; zero if there are none.
struct Quantiles {
    double median = 0;
    double p99 = 0;
    double max = 0;
    double mean = 0;
};

/// By nearest rank: the smallest measurement that at least the given fraction of all does not exceed.
inline Quantiles quantilesOf(std::vector<double> values) {
    if (values.empty()) return {};
    std::sort(values.begin(), values.end());
    const auto atShare = [&](double share) {
        return values[static_cast<std::size_t>(std::ceil(share * static_cast<double>(values.size()))) - 1];
    };
    const double sum = std::accumulate(values.begin(), values.end(), 0.0);
    return {atShare(0.5), atShare(0.99), values.back(), sum / static_cast<double>(values.size())};
}

}  // namespace ricochet::app
