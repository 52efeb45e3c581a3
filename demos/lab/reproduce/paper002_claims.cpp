// Myszkowski, Okunev, Kunii. Fast collision detection between complex solids using rasterizing graphics
// hardware. 1995. What its text claims.

#include "demos/lab/reproduce/paper002_claims.h"

#include <algorithm>

namespace ricochet::lab::paper002 {
namespace {

std::string times(double ratio) { return threeDigits(ratio) + " times"; }

Claim atMost(const char* section, const char* says, double bound, double measured,
             const std::string& reasonIfNot = "") {
    return timed({section, says, "at most " + times(bound)}, times(measured), measured <= bound, reasonIfNot);
}

constexpr const char* kListsForSorting =
    "drawing the lists takes the place of the sorting of polygons, which the paper's times exclude";

/// Whether two times are equal but for noise.
bool areClose(double a, double b) { return std::max(a, b) <= 1.25 * std::min(a, b); }

std::string describe(const JawResult& jaw) {
    return std::to_string(jaw.passes) + (jaw.passes == 1 ? " pass" : " passes") +
           (jaw.usedLists ? " and lists, " : ", ") + (jaw.collides ? "collision" : "no collision");
}

std::string both(double a, double b) { return threeDigits(a) + " and " + threeDigits(b) + " s"; }

}  // namespace

std::vector<Claim> table1Claims(const std::array<double, 3>& totals, const std::array<double, 3>& hardware) {
    const auto [low, high] = std::minmax_element(hardware.begin(), hardware.end());
    return {
        atMost("8, table 1", "one rendering takes as long in figures 3a, 3b and 3c: 0.27 s", 1.5,
               *high / *low),
        atMost("8",
               "a pi-convex and a concave object (3a) perform like two convex ones (3b): 0.84 and 0.77 s",
               1.25, totals[0] / totals[1]),
        atMost("8, table 1", "two concave objects (3c): 1.39 s, two convex ones (3b): 0.77 s", 1.81,
               totals[2] / totals[1], kListsForSorting),
    };
}

std::vector<Claim> resolutionClaims(double drawing, double examination) {
    return {
        atMost("8", "rendering time is quite stable from 128 to 512 pixels per side", 1.5, drawing),
        timed({"8", "examining the pixel masks grows linearly with the number of pixels",
               "at most 16 times from 128 to 512"},
              times(examination), examination <= 16),
    };
}

Claim growthClaim(const std::vector<std::vector<GrowthPoint>>& scenes) {
    double maximum = 0, triangles = 0;
    for (const auto& scene : scenes) {
        const auto& [first, last] = std::pair(scene.front(), scene.back());
        maximum =
            std::max(maximum, (last.milliseconds / last.triangles) / (first.milliseconds / first.triangles));
        triangles = last.triangles / first.triangles;
    }
    return timed({"8", "calculation costs grow linearly with the number of polygons",
                  "at most 1.25 times as long for each triangle"},
                 times(maximum) + ", with " + times(triangles) + " as many triangles", maximum <= 1.25);
}

Claim contactClaim(double shortest, double longest) {
    return timed({"9", "the sensitivity to the complexity of the contact is very low",
                  "0.75 to 1.25 times the time with one place of contact"},
                 threeDigits(shortest) + " to " + times(longest), shortest >= 0.75 && longest <= 1.25);
}

std::vector<Claim> jawClaims(const std::array<JawResult, 4>& jaws) {
    const auto& [a, b, c, d] = jaws;
    return {
        checked({"8, figure 5a, b", "a: no collision, b: collision, both by a single rendering pass",
                 "1 pass, without lists"},
                "a: " + describe(a) + "; b: " + describe(b),
                !a.collides && b.collides && a.passes == 1 && b.passes == 1 && !a.usedLists && !b.usedLists),
        timed({"8, figure 5a, b", "the timings of a and b were the same, 0.30 s", "equal to 25 %"},
              both(a.seconds, b.seconds), areClose(a.seconds, b.seconds)),
        checked(
            {"8, figure 5c, d", "c, d: two passes and a single alpha-blending pass", "2 passes and lists"},
            "c: " + describe(c) + "; d: " + describe(d),
            c.collides && d.collides && c.passes == 2 && d.passes == 2 && c.usedLists && d.usedLists),
        timed({"8, figure 5c, d", "c and d took 1.11 s in both cases", "equal to 25 %"},
              both(c.seconds, d.seconds), areClose(c.seconds, d.seconds),
              "the lists take longer where more pixels are undecided"),
        atMost("8, figure 5", "c and d take 3.7 times as long as a and b (1.11 and 0.30 s)", 3.7,
               (c.seconds + d.seconds) / (a.seconds + b.seconds), kListsForSorting),
    };
}

Claim blendingClaim(const std::vector<BlendingResult>& scenes) {
    bool holds = true;
    std::string measured;
    for (const BlendingResult& each : scenes) {
        holds = holds && each.isSame && each.pixels > 0 && each.drawings <= each.layers + 1;
        measured += (measured.empty() ? "" : "; ") + each.scene + ": " + std::to_string(each.layers) +
                    " layers, " + std::to_string(each.drawings) + " drawings, " +
                    (each.isSame ? "the words of the lists" : "other words than the lists");
    }
    return checked({"6, 8", "sorting by multi-pass rendering takes time proportional to the number of layers",
                    "one drawing a layer and one more, with the words of the sorted lists"},
                   measured, holds);
}

Claim missesClaim(const Misses& misses) {
    return checked({"9", "collisions between sample points may be missed",
                    "all that are missed lie between the rays of the pixels"},
                   std::to_string(misses.missed) + " of " + std::to_string(misses.collisions) +
                       " collisions in " + std::to_string(misses.decisions) + " decisions are missed, " +
                       std::to_string(misses.betweenRays) + " of them between the rays",
                   misses.decisions > 0 && misses.missed == misses.betweenRays);
}

std::vector<Claim> errorClaims(const DistanceErrors& byItemBuffer, const DistanceErrors& other,
                               double rmsBelow45Degrees) {
    const auto mm = [](double value) { return threeDigits(value) + " mm"; };
    return {
        checked({"8, figure 7", "the error is low: RMS 0.0009 mm", "at most 0.0009 mm"},
                mm(byItemBuffer.rms) + "; " + mm(rmsBelow45Degrees) +
                    " where surfaces are inclined by less than 45 degrees",
                byItemBuffer.rms <= 0.0009,
                "all pixels that show both jaws are compared, the sides of the teeth included; the paper's "
                "picture "
                "shows the occlusal surface"),
        checked({"8, figure 7", "in the proximity of edges it grows to 0.06 mm", "at most 0.06 mm"},
                mm(byItemBuffer.largest), byItemBuffer.largest <= 0.06,
                "the sides of the teeth are compared too"),
        checked({"7, 8, figure 7", "without the item buffer's projection the error is even more significant",
                 "a larger RMS"},
                mm(byItemBuffer.rms) + " and " + mm(other.rms), other.rms > byItemBuffer.rms),
    };
}

}  // namespace ricochet::lab::paper002
