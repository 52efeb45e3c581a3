#include "tests/bench/bars.h"

#include <algorithm>
#include <array>

namespace ricochet::bench {
namespace {

/// One number for each completely measured case.
using Values = std::vector<double>;

double minimum(const Values& values) { return *std::min_element(values.begin(), values.end()); }
double greatest(const Values& values) { return *std::max_element(values.begin(), values.end()); }

double geometricMean(const Values& values) {
    double sum = 0;
    for (const double value : values) sum += std::log(value);
    return std::exp(sum / static_cast<double>(values.size()));
}

enum class Sense { atLeast, atMost };

/// A bar: a field of one backend's rows, divided by another's if one is named, and folded over cases.
struct Bar {
    const char* what;
    Sense sense;
    double required;
    double (*fold)(const Values&);
    std::string_view cases;  ///< a case; a prefix if it ends in _ or /; empty: all
    std::string_view over, under;
    double Row::*field = &Row::medianUs;
};

/// Ratio of repeated measurements of equal work.
constexpr double kNoise = 1.05;
constexpr double kSmallBuildUs = 300, kSmallTriangles = 168;

constexpr Bar kBars[] = {
    {"protocol A against FCL, mean", Sense::atLeast, 18, geometricMean, "A_", "fcl-obbrss", "wide-tree"},
    {"protocol A against FCL, worst row", Sense::atLeast, 8, minimum, "A_", "fcl-obbrss", "wide-tree"},
    {"spheres 168 against FCL", Sense::atLeast, 15, minimum, "B_spheres_168", "fcl-obbrss", "wide-tree"},
    {"spheres 528", Sense::atLeast, 15, minimum, "B_spheres_528", "fcl-obbrss", "wide-tree"},
    {"spheres 960", Sense::atLeast, 15, minimum, "B_spheres_960", "fcl-obbrss", "wide-tree"},
    {"spheres 3968", Sense::atLeast, 15, minimum, "B_spheres_3968", "fcl-obbrss", "wide-tree"},
    {"torus in landscape", Sense::atLeast, 14, minimum, "B_torus_landscape", "fcl-obbrss", "wide-tree"},
    {"pipes", Sense::atLeast, 120, minimum, "B_pipes", "fcl-obbrss", "wide-tree"},
    {"pipes turned", Sense::atLeast, 100, minimum, "B_pipes_turned", "fcl-obbrss", "wide-tree"},
    {"pipes crossing", Sense::atLeast, 20, minimum, "B_pipes_crossing", "fcl-obbrss", "wide-tree"},
    {"organic pair", Sense::atLeast, 13, minimum, "B_organic", "fcl-obbrss", "wide-tree"},
    {"soups", Sense::atLeast, 18, minimum, "B_soups", "fcl-obbrss", "wide-tree"},
    {"tori nested", Sense::atLeast, 9, minimum, "B_tori_nested", "fcl-obbrss", "wide-tree"},
    {"obb-tree, protocol A against FCL, mean", Sense::atLeast, 3, geometricMean, "A_", "fcl-obbrss",
     "obb-tree"},
    {"obb-tree, protocol A against FCL, worst row", Sense::atLeast, 1.5, minimum, "A_", "fcl-obbrss",
     "obb-tree"},
    {"float OBB tree, worst row", Sense::atLeast, 4.5, minimum, "", "float-obb", "wide-tree"},
    {"Embree without its refit, mean", Sense::atLeast, 2.2, geometricMean, "", "embree", "wide-tree"},
    {"Embree without its refit, worst row of B", Sense::atLeast, 2.2, minimum, "B_", "embree", "wide-tree"},
    {"Embree without its refit, worst row of A", Sense::atLeast, 2.2, minimum, "A_", "embree", "wide-tree"},
    {"GImpact, mean", Sense::atLeast, 12, geometricMean, "", "gimpact", "wide-tree"},
    {"GImpact, worst row of B", Sense::atLeast, 12, minimum, "B_", "gimpact", "wide-tree"},
    {"GImpact, worst row of A", Sense::atLeast, 12, minimum, "A_", "gimpact", "wide-tree"},
    {"first contact to all pairs, mean", Sense::atMost, 0.35, geometricMean, "", "wide-tree-first",
     "wide-tree"},
    {"first contact to all pairs, worst row", Sense::atMost, kNoise, greatest, "", "wide-tree-first",
     "wide-tree"},
    {"build to FCL's, worst row", Sense::atMost, 0.55, greatest, "", "wide-tree", "fcl-obbrss",
     &Row::buildUsPerTriangle},
    {"build of 168 triangles, us per triangle", Sense::atMost, kSmallBuildUs / kSmallTriangles, greatest,
     "B_spheres_168", "wide-tree", "", &Row::buildUsPerTriangle},
    {"bytes per triangle, worst row", Sense::atMost, 80, greatest, "", "wide-tree", "",
     &Row::bytesPerTriangle},
    {"refit to build, worst row", Sense::atMost, 0.15, greatest, "refit/", "refit", "build"},
    {"cold query to coherent one, mean", Sense::atLeast, 1.15, geometricMean, "coherent/", "cold",
     "coherent"},
    {"cold query to coherent one, worst row", Sense::atLeast, 1.15, minimum, "coherent/", "cold", "coherent"},
    {"box tests for an unchanged pose", Sense::atMost, 0, greatest, "coherent/", "unchanged", "",
     &Row::boxTests},
    {"two threads, worst row", Sense::atLeast, 1.7, minimum, "threads/", "1-thread", "2-threads"},
};

bool isAbout(const Bar& bar, const std::string& caseName) {
    const bool isGroup = bar.cases.empty() || bar.cases.ends_with('_') || bar.cases.ends_with('/');
    return isGroup ? caseName.starts_with(bar.cases) : caseName == bar.cases;
}

Values valuesOf(const Bar& bar, const Results& results) {
    Values values;
    for (const Row& row : results.rows()) {
        if (row.backend != bar.over || !isAbout(bar, row.caseName)) continue;
        const Row* other = bar.under.empty() ? nullptr : results.find(row.caseName, std::string(bar.under));
        if (!bar.under.empty() && !other) continue;
        const double value = row.*bar.field / (other ? other->*bar.field : 1);
        if (!std::isnan(value)) values.push_back(value);
    }
    return values;
}

std::string number(double value) {
    std::array<char, 40> text;
    std::snprintf(text.data(), text.size(), "%.3g", value);
    return text.data();
}

std::string lineOf(const Bar& bar, const Results& results) {
    const bool atLeast = bar.sense == Sense::atLeast;
    const std::string begin =
        std::string("| ") + bar.what + " | " + (atLeast ? ">= " : "<= ") + number(bar.required) + " | ";
    const Values values = valuesOf(bar, results);
    if (values.empty()) return begin + "not measured | |\n";
    const double value = bar.fold(values);
    const bool isMet = atLeast ? value >= bar.required : value <= bar.required;
    return begin + number(value) + " | " + (isMet ? "yes" : "NO") + " |\n";
}

}  // namespace

std::string summary(const Results& results) {
    std::string table = "| what | required | measured | met |\n|---|---|---|---|\n";
    for (const Bar& bar : kBars) table += lineOf(bar, results);
    return table;
}

}  // namespace ricochet::bench
