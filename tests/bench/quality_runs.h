#pragma once

#include "tests/bench/quality_rows.h"

#include <nlohmann/json.hpp>

#include <deque>
#include <string_view>
#include <vector>

namespace ricochet::bench {

inline constexpr std::string_view kOurs = "wide-tree";

/// Reports of scenes; a scene with the same options is run once.
class QualityRuns {
public:
    /// `isQuick`: two steps of one seed, only to see that it runs.
    explicit QualityRuns(bool isQuick) : isQuick_(isQuick) {}

    /// One report per seed; other backends than ours run with the first seed only. Throws std::runtime_error
    /// if the scene or the backend is unknown.
    const std::vector<nlohmann::ordered_json>& of(const Trial& trial, std::string_view backend);
    /// The same with all seeds for other backends, too.
    const std::vector<nlohmann::ordered_json>& ofAllSeeds(const Trial& trial, std::string_view backend);

private:
    const std::vector<nlohmann::ordered_json>& ofSeeds(const Trial& trial, std::string_view backend,
                                                       int seeds);

    struct Entry {
        Trial trial;
        std::string_view backend;
        std::vector<nlohmann::ordered_json> reports;
    };

    bool isQuick_;
    std::deque<Entry> entries_;
};

/// The worst value at a JSON pointer over all reports; infinite if it is missing.
double worst(const std::vector<nlohmann::ordered_json>& reports, std::string_view figure, Sense sense);

/// Sum of the values at a JSON pointer.
double sumOf(const std::vector<nlohmann::ordered_json>& reports, std::string_view figure);

}  // namespace ricochet::bench
