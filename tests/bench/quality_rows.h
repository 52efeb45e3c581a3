#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ricochet::bench {

/// How a scene is run.
struct Trial {
    std::string_view scene, variant = "";
    double seconds = 10;
    double hz = 60;
    bool tuned = false;
    int iterations = 0;                     ///< 0: as tuned or not
    int frictionDirections = 0;             ///< 0: as tuned or not
    std::string_view frictionAnchors = "";  ///< on or off; empty: as tuned or not
    bool randomOrder = false;
    std::optional<double> splitDepth = {};   ///< metres; none: as tuned or not
    std::optional<double> frictionErp = {};  ///< of an anchor's drift, pulled back in a step
    bool maySleep = false;
    double settle = 5;  ///< seconds after which figures are late ones
    double margin = 0;  ///< metres
    int seeds = 3;
    double noise = 1e-3;  ///< metres: of the start

    bool operator==(const Trial&) const = default;
};

enum class Sense {
    atLeast,
    atMost,
    absolute  ///< on either side of zero
};

/// A figure with its bar; of several seeds the worst counts.
struct QualityBar {
    std::string what;
    Trial trial;
    std::string figure;  ///< JSON pointer into the run's report
    Sense sense;
    double required;
    /// If set, the figure is the ratio of this backend's to ours over all seeds.
    std::string_view over = "";
    std::string_view baseline = "gimpact";  ///< whose figure is printed for comparison; may be empty
    std::optional<Trial> against = {};      ///< the figure is the difference from this trial's
};

const std::vector<QualityBar>& qualityBars();

}  // namespace ricochet::bench
