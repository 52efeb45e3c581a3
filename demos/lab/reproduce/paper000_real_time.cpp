#include "demos/lab/reproduce/paper000_real_time.h"

#include <algorithm>

namespace ricochet::lab::paper000 {
namespace {

constexpr double kFrame = 100e3;       // microseconds: 10 frames a second
constexpr double kApartAtMost = 10e3;  // microseconds

std::string microseconds(double value) { return threeDigits(value) + " us"; }

std::string listOf(const std::vector<double>& values, const char* between) {
    std::string list;
    for (const double value : values) list += (list.empty() ? "" : between) + threeDigits(value);
    return list;
}

/// Relative to the first of them.
std::vector<double> proportions(std::vector<double> values) {
    const double first = values.front();
    for (double& value : values) value /= first;
    return values;
}

/// As the paper does: on the straight line through the last two points of figure 3.7.
double facesInAFrame(double at960, double at3968) {
    return 3968 + (kFrame - at3968) * (3968 - 960) / (at3968 - at960);
}

}  // namespace

Claim realTimeClaim(double at960, double at3968, double at5936) {
    const std::string extrapolated =
        at3968 > at960 ? "; extrapolated as there, " + threeDigits(facesInAFrame(at960, at3968)) + " faces"
                       : "";
    return checked({"3.5", "10 frames a second up to approximately 5936 faces (extrapolated from figure 3.7)",
                    "5936 faces in at most 100 ms"},
                   microseconds(at5936) + extrapolated, at5936 <= kFrame);
}

Claim apartClaim(const std::vector<Series>& runs) {
    double worst = 0;
    for (const Series& run : runs) {
        worst = std::max(worst, *std::max_element(run.cycles.begin(), run.cycles.end() - 1));
    }
    std::string of;
    for (const Series& run : runs) of += (of.empty() ? "" : ", ") + run.label;
    return checked(
        {"3.5", "rarely more than 10 ms when no objects are interfering", "at most 10 ms at each cycle"},
        "at most " + microseconds(worst) + " (" + of + ")", worst <= kApartAtMost);
}

std::vector<Claim> manySpheresClaims(const std::vector<Series>& runs) {
    std::vector<double> octree, planes;  // of 20, 30 and 40 spheres, a cycle
    for (std::size_t i = 2; i < runs.size(); i += 2) {
        octree.push_back(runs[i].median());
        planes.push_back(runs[i + 1].median());
    }
    const double ratio = runs[0].last() / runs[1].median();
    const std::vector<double> growth = proportions(octree);
    return {
        checked({"figure 3.9, 3.4.3",
                 "10 spheres: 16 ms at the last cycle, the planes approximately 10 ms a cycle",
                 "at most 1.6 times the planes"},
                threeDigits(ratio) + " times (" + microseconds(runs[0].last()) + " and " +
                    microseconds(runs[1].median()) + ")",
                ratio <= 1.6),
        checked({"figure 3.9, 3.4.3", "20, 30 and 40 spheres: approximately 35, 76 and 140 ms a cycle",
                 "growth at most 1 : 2.2 : 4"},
                listOf(growth, " : ") + " (" + listOf(octree, ", ") + " us; the planes " +
                    listOf(planes, ", ") + " us, " + listOf(proportions(planes), " : ") +
                    ", which the paper's numbers resemble more, like those of the pairs, 1 : 2.3 : 4.1)",
                growth[1] <= 2.2 && growth[2] <= 4),
    };
}

}  // namespace ricochet::lab::paper000
