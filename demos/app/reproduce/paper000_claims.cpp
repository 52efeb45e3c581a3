// Smith, Kitamura. Towards the Realization of Real-Time Collision Detection. 1994. What its text claims.

#include "demos/app/reproduce/paper000_claims.h"

#include <cstdint>

namespace ricochet::app::paper000 {
namespace {

std::string times(double ratio) { return threeDigits(ratio) + " times"; }
std::string us(double time) { return threeDigits(time) + " us"; }

/// A row "N times, at least M".
Claim ratioClaim(const char* section, const char* says, double atLeast, double measured,
                 const std::string& details = "", const std::string& reasonIfNot = "") {
    return checked({section, says, "at least " + times(atLeast)}, times(measured) + details,
                   measured >= atLeast, reasonIfNot);
}

std::string fewProcessors(std::size_t here, std::size_t needed) {
    if (here >= needed) return "";
    return std::to_string(here) + " processors here";
}

}  // namespace

Claim claimOf(const SwitchTimes& t) {
    return ratioClaim("preface, chapter 1", "the optimisations made it roughly 5 times faster", 8,
                      t.originalSimple / t.optimisedSimple,
                      ", " + t.pose + " (" + us(t.originalSimple) + " to " + us(t.optimisedSimple) +
                          "; swept hulls " + times(t.originalSwept / t.optimisedSwept) + "; brute force " +
                          us(t.bruteForce) + ")");
}

Claim compactionClaim(std::size_t blackNodes, std::size_t cubes) {
    const double share = static_cast<double>(cubes) / static_cast<double>(blackNodes);
    return checked(
        {"2.3, 2.6", "863 black nodes become 458 cubes, usually about half", "at most 0.55"},
        threeDigits(share) + " (" + std::to_string(blackNodes) + " to " + std::to_string(cubes) + ")",
        share <= 0.55);
}

std::vector<Claim> claimsOf(const MotionResults& r) {
    const double tests = static_cast<double>(r.cubeTests[1]) / static_cast<double>(r.cubeTests[0]);
    return {
        ratioClaim("2.4.1, 2.7", "Weng and Ahuja's runs approximately 40 % faster with the exact test", 1.4,
                   r.exactTest, ", nodes by new; " + times(r.exactTestPooled) + " with pooled nodes"),
        checked({"2.6", "54007 cube tests become 43223 at cycle 39 (0.80)", "at most 0.8"},
                threeDigits(tests) + " (" + std::to_string(r.cubeTests[0]) + " to " +
                    std::to_string(r.cubeTests[1]) + ")",
                tests <= 0.8),
        ratioClaim("2.7", "the new algorithm runs nearly 4 times faster than Weng and Ahuja's", 4,
                   r.newSixSteps, " with six steps; " + times(r.newAsItIs) + " as it is"),
        ratioClaim("2.7", "with four processors about 8 times as fast as Weng and Ahuja's", 8, r.fourThreads,
                   ", wall clock", fewProcessors(r.processors, 4)),
    };
}

std::vector<Claim> claimsOf(const TranslationResults& r) {
    return {
        ratioClaim("2.7", "the optimised translation performs about 3 times better", 3, r.compacted),
        ratioClaim("2.6", "without compaction it truly is efficient", 1.5, r.notCompacted),
        ratioClaim("2.7", "translation is much faster than arbitrary motion", 2, r.againstArbitrary),
    };
}

std::vector<Claim> sphereClaims(const std::vector<SphereTimes>& spheres) {
    constexpr std::array<SphereTimes, 4> paper = {{{168, 11}, {528, 16}, {960, 24}, {3968, 70}}};  // ms
    std::vector<Claim> claims;
    for (const SphereTimes& sphere : spheres) {
        for (const SphereTimes& said : paper) {
            if (said.triangles != sphere.triangles) continue;
            const std::string ms = threeDigits(said.last) + " ms";
            claims.push_back(checked(
                {"figure 3.6, 3.4.1", std::to_string(said.triangles) + " faces: " + ms + " at the last cycle",
                 "at most " + ms},
                us(sphere.last), sphere.last <= 1000 * said.last));
        }
    }
    if (spheres.empty()) return claims;
    const double growth = spheres.back().last / spheres.front().last;
    claims.push_back(
        checked({"figure 3.7", "168 to 3968 faces: 11 to 70 ms (6.4 times for 23.6 times as many)",
                 "less than 23.6 times"},
                times(growth), growth < 23.6));
    return claims;
}

Claim shuttlesClaim(double fifteen, double two) {
    const double ratio = fifteen / two;
    return checked(
        {"figure 3.8, 3.4.2", "15 shuttles take 31 ms at the last cycle, two alone 16 ms (1.9 times)",
         "at most 1.9 times"},
        times(ratio) + " (" + us(fifteen) + " and " + us(two) + ")", ratio <= 1.9);
}

Claim planesClaim(int winsFrom) {
    return checked(
        {"figure 3.9, 3.4.3", "10 spheres: roughly as fast as separating planes; 20, 30 and 40: faster",
         "faster from 12 spheres on or fewer"},
        winsFrom > 0 ? "faster from " + std::to_string(winsFrom) + " on, at the last cycle and in the median"
                     : "not faster",
        winsFrom > 0 && winsFrom <= 12);
}

Claim octreeUpdateClaim(double update, double faceOctree, double paperSettings) {
    return ratioClaim(
        "figure 3.10, 3.4.3", "octree update takes 161 ms, the face octree 11 ms (roughly 16 times better)",
        30, update / faceOctree,
        " (" + us(update) + ", " + us(faceOctree) + "; level 6 with exact boxes " + us(paperSettings) + ")");
}

Claim stepsClaim(const std::array<double, 4>& percent) {
    std::string measured;
    for (const double each : percent) measured += (measured.empty() ? "" : ", ") + threeDigits(each);
    return checked({"4.3", "steps take 0.5, 2.4, 13.2 and 83.9 %: steps 3 and 4 dominate",
                    "steps 3 and 4 more than half"},
                   measured + " %", percent[2] + percent[3] > 50);
}

std::vector<Claim> claimsOf(const ThreadResults& r) {
    const Quote better = {"4.5, figure 4.3", "producer-consumer gives better results than SPMD",
                          "at least as many times one thread"},
                speed = {"4.5, figure 4.3", "fairly good and very good speed-ups",
                         "at least 1.6 times by two threads"},
                bus = {"4.5", "performance hardly increases for more than 8 to 10 processors",
                       "8 threads take at most 1.1 times as long as 2"};
    const std::string of = " (" + r.work + ", one thread " + us(r.serial) + ")";
    if (r.serial < 1000) {
        const std::string reason = "one thread takes less than 1 ms";
        return {notMeasured(better, reason + of), notMeasured(speed, reason + of),
                notMeasured(bus, reason + of)};
    }
    return {checked(better,
                    times(r.producer) + " and " + times(r.spmd) + "; by the busiest thread " +
                        times(r.producerBusiest) + " and " + times(r.spmdBusiest) + of,
                    r.producer >= r.spmd),
            checked(speed, times(r.producer) + of, r.producer >= 1.6, fewProcessors(r.processors, 2)),
            checked(bus, times(r.eightByTwo) + of, r.eightByTwo <= 1.1)};
}

}  // namespace ricochet::app::paper000
