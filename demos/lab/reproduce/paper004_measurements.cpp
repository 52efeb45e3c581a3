#include "demos/lab/reproduce/paper004_measurements.h"

#include <array>
#include <cstdio>

namespace ricochet::lab::paper004 {
namespace {

std::string number(double value, const char* format) {
    std::array<char, 40> text;
    std::snprintf(text.data(), text.size(), format, value);
    return text.data();
}

const Contestant& contestantNamed(std::string_view baseline) {
    for (const Contestant& contestant : contestants()) {
        if (contestant.baseline == baseline) return contestant;
    }
    return contestants().front();
}

std::vector<std::string> rowOf(const char* couple, const SweepCurve& curve, const SweepCell& cell) {
    const auto frames = static_cast<double>(cell.pairs.size());
    const auto counted = [&](std::uint64_t Counters::*field) {
        return cell.counters ? std::to_string((*cell.counters).*field) : "";
    };
    return {couple,
            number(cell.distance, "%.2f"),
            curve.kind->name,
            number(frames, "%.0f"),
            number(cell.watch.median(), "%.2f"),
            number(cell.watch.sum() / frames, "%.2f"),
            std::to_string(cell.sumOfPairs()),
            counted(&Counters::boxTests),
            counted(&Counters::triangleTests),
            cell.contradiction};
}

}  // namespace

const std::vector<Contestant>& contestants() {
    static const std::vector<Contestant> table = {
        {"wide-tree", "wide tree, all", Charts::both},
        {"obb-tree", "OBB tree, all"},
        {"fcl-obbrss", "FCL OBBRSS, all"},
        {"float-obb", "OBB tree as in RAPID, all", Charts::both},
        {"dop-tree", "18-DOP tree, all", Charts::both},
        {"fcl-18dop", "FCL 18-DOP, all (refits each time)"},
        {"spherical-8", "field 8 x 8, all", Charts::both},
        {"spherical-16", "field 16 x 16, all", Charts::both},
        {"spherical-32", "field 32 x 32, all"},
        {"spherical-layer-8", "field 8 x 8, single layer"},
        {"spherical-layer-16", "field 16 x 16, single layer"},
        {"spherical-layer-32", "field 32 x 32, single layer"},
        {"spherical-single-8", "field 8 x 8, single", Charts::both},
        {"spherical-single-16", "field 16 x 16, single", Charts::both},
        {"spherical-single-32", "field 32 x 32, single"},
        {"spherical-rays-8", "paper's run 8 x 8, all", Charts::papersRun},
        {"spherical-rays-16", "paper's run 16 x 16, all", Charts::papersRun},
        {"spherical-rays-layer-8", "paper's run 8 x 8, single layer", Charts::papersRun},
        {"spherical-rays-layer-16", "paper's run 16 x 16, single layer", Charts::papersRun},
        {"spherical-rays-single-8", "paper's run 8 x 8, single", Charts::papersRun},
        {"spherical-rays-single-16", "paper's run 16 x 16, single", Charts::papersRun},
        {"wide-tree-first", "wide tree, first contact"},
        {"fcl-first", "FCL OBBRSS, first contact"},
    };
    return table;
}

const SweepCell* Measurements::find(const std::string& couple, const std::string& baseline,
                                    Real distance) const {
    for (const CoupleResult& result : couples) {
        if (couple != result.couple->name) continue;
        for (const SweepCurve& curve : result.curves) {
            if (baseline != curve.kind->name) continue;
            for (const SweepCell& cell : curve.cells) {
                if (cell.distance == distance) return &cell;
            }
        }
    }
    return nullptr;
}

std::optional<double> Measurements::medianUs(const std::string& couple, const std::string& baseline,
                                             Real distance) const {
    const SweepCell* cell = find(couple, baseline, distance);
    return cell ? std::optional(cell->watch.median()) : std::nullopt;
}

std::optional<double> Measurements::medianUsInContact(const std::string& couple, const std::string& baseline,
                                                      Real distance) const {
    const SweepCell* cell = find(couple, baseline, distance);
    const SweepCell* truth = find(couple, contestants().front().baseline, distance);
    if (!cell || !truth) return std::nullopt;
    std::vector<double> times;
    for (std::size_t i = 0; i < cell->watch.microseconds().size(); ++i) {
        if (truth->pairs[i * static_cast<std::size_t>(cell->frameStep)] > 0) {
            times.push_back(cell->watch.microseconds()[i]);
        }
    }
    if (times.empty()) return std::nullopt;
    return baselines::Stopwatch(std::move(times)).median();
}

TextTable tableOf(const CoupleResult& result) {
    const auto& reference = result.curves.front().cells;
    TextTable table = {{"distance", "pairs"}};
    for (const SweepCurve& curve : result.curves) table[0].push_back(curve.kind->name);
    for (std::size_t i = 0; i < reference.size(); ++i) {
        const auto pairs = static_cast<double>(reference[i].sumOfPairs());
        table.push_back({number(reference[i].distance, "%.2f"),
                         number(pairs / static_cast<double>(reference[i].pairs.size()), "%.1f")});
        for (const SweepCurve& curve : result.curves) {
            const bool isMeasured = i < curve.cells.size();
            table.back().push_back(isMeasured ? number(curve.cells[i].watch.median(), "%.4g") : "-");
        }
    }
    return table;
}

PageChart chartOf(const CoupleResult& result, Charts which) {
    PageChart chart = {result.title,
                       "the second one turns about z: the median query of a turn at each distance",
                       {"distance of the centres, in sides of the unit box"},
                       {"thread CPU time per query, \u00b5s", /*isLogarithmic*/ true}};
    for (const SweepCurve& sweep : result.curves) {
        const Contestant& contestant = contestantNamed(sweep.kind->name);
        if (contestant.charts != which && contestant.charts != Charts::both) continue;
        PageChart::Curve curve{contestant.label};
        for (const SweepCell& cell : sweep.cells)
            curve.points.push_back({cell.distance, cell.watch.median()});
        if (!curve.points.empty()) chart.curves.push_back(std::move(curve));
    }
    return chart;
}

TextTable rowsOf(const Measurements& measurements) {
    TextTable table = {{"couple", "distance", "backend", "frames", "median_us", "mean_us", "face_pairs",
                        "box_tests", "triangle_tests", "note"}};
    for (const CoupleResult& result : measurements.couples) {
        for (const SweepCurve& curve : result.curves) {
            for (const SweepCell& cell : curve.cells) {
                table.push_back(rowOf(result.couple->name, curve, cell));
            }
            if (curve.isInstalled) continue;
            table.push_back(std::vector<std::string>(table[0].size()));
            table.back().front() = result.couple->name;
            table.back()[2] = curve.kind->name;
            table.back().back() = kNotInstalled;
        }
    }
    return table;
}

}  // namespace ricochet::lab::paper004
