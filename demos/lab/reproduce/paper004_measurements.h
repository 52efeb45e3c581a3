#pragma once

#include "demos/app/replay/report_page.h"
#include "demos/lab/reproduce/distance_sweep.h"
#include "demos/lab/reproduce/paper004_models.h"

#include <map>

namespace ricochet::lab::paper004 {

inline constexpr const char* kNotInstalled = "not installed when this program was built";

/// The charts in which a backend is drawn.
enum class Charts { ours, papersRun, both };

/// A backend, or a variant.
struct Contestant {
    const char* baseline;  ///< its name in the table of baselines
    const char* label;     ///< in the legend
    Charts charts = Charts::ours;
};

/// What is measured; the others are compared with the first. A further backend is a row here.
const std::vector<Contestant>& contestants();

/// One couple of models at all distances, by all contestants.
struct CoupleResult {
    const Couple* couple;
    std::string title;
    std::vector<SweepCurve> curves;
};

/// Average number of layers in a shell, by the paper's two definitions.
struct Layers {
    double byHits;  ///< along a ray
    double byGaps;  ///< wider than the mean triangle, in the list of a cell
};

struct Measurements {
    std::vector<CoupleResult> couples;
    std::map<std::string, Layers> layersPerShell;  ///< by the model's name, where it was sampled

    /// Null where that was not measured.
    const SweepCell* find(const std::string& couple, const std::string& baseline, Real distance) const;
    std::optional<double> medianUs(const std::string& couple, const std::string& baseline,
                                   Real distance) const;
    /// The median over the frames in which the models intersect, as the first contestant found them; none if
    /// there are no such frames.
    std::optional<double> medianUsInContact(const std::string& couple, const std::string& baseline,
                                            Real distance) const;
};

/// Median times: a row for each distance, a column for each contestant.
TextTable tableOf(const CoupleResult& result);
/// A chart of the backends that are drawn in it, `ours` or `papersRun`.
PageChart chartOf(const CoupleResult& result, Charts which = Charts::ours);

/// A row for each cell of all couples.
TextTable rowsOf(const Measurements& measurements);

}  // namespace ricochet::lab::paper004
