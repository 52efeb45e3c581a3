// Smith, Kitamura. Towards the Realization of Real-Time Collision Detection. 1994. What its text claims.

#include "demos/lab/reproduce/paper000_claims.h"

#include <algorithm>
#include <cstdint>

namespace ricochet::lab::paper000 {
namespace {

std::string times(double ratio) { return threeDigits(ratio) + " times"; }
std::string us(double time) { return threeDigits(time) + " us"; }

/// A row "N times, at least M".
Claim ratioClaim(const char* section, const char* says, double atLeast, double measured,
                 const std::string& details = "", const std::string& reasonIfNot = "") {
    return timed({section, says, "at least " + times(atLeast)}, times(measured) + details,
                 measured >= atLeast, reasonIfNot);
}

/// Why wall times of two threads show no gain, if their work is divided well.
std::string byBusiest(const ThreadResults& r) {
    if (r.processors < 2) return std::to_string(r.processors) + " processor here";
    if (r.producerBusiest < 1.6) return "";
    return "other programs use the processors; by the busiest thread it is " + times(r.producerBusiest);
}

}  // namespace

Claim claimOf(const SwitchTimes& t) {
    const double original = std::min(t.simple.original, t.bruteForce);
    return ratioClaim(
        "preface, chapter 1", "the optimisations made it roughly 5 times faster", 8,
        original / t.simple.optimised,
        " as fast as the faster of the original and brute force, " + t.pose + " (original " +
            us(t.simple.original) + ", brute force " + us(t.bruteForce) + ", all four " +
            us(t.simple.optimised) + "; swept hulls " + times(t.swept.original / t.swept.optimised) + ")",
        "the original already moves its octrees as in chapter 2; with octrees rebuilt node by node " +
            times(t.rebuilt.original / t.rebuilt.optimised) + " (" + us(t.rebuilt.original) + " to " +
            us(t.rebuilt.optimised) + ")");
}

Claim compactionClaim(std::size_t blackNodes, std::size_t cubes) {
    const double share = static_cast<double>(cubes) / static_cast<double>(blackNodes);
    return checked(
        {"2.3, 2.6", "863 black nodes become 458 cubes, usually about half", "at most 0.55"},
        threeDigits(share) + " (" + std::to_string(blackNodes) + " to " + std::to_string(cubes) + ")",
        share <= 0.55, "another shuttle: the paper's is not published");
}

std::vector<Claim> claimsOf(const MotionResults& r) {
    const double tests = static_cast<double>(r.cubeTests[1]) / static_cast<double>(r.cubeTests[0]);
    const std::string costly = "on present processors a test of six steps costs more than it saves";
    return {
        ratioClaim("2.4.1, 2.7", "Weng and Ahuja's runs approximately 40 % faster with the exact test", 1.4,
                   r.exactTest, ", nodes by new; " + times(r.exactTestPooled) + " with pooled nodes", costly),
        checked({"2.6", "54007 cube tests become 43223 at cycle 39 (0.80)", "at most 0.8"},
                threeDigits(tests) + " (" + std::to_string(r.cubeTests[0]) + " to " +
                    std::to_string(r.cubeTests[1]) + ")",
                tests <= 0.8),
        ratioClaim("2.7", "the new algorithm runs nearly 4 times faster than Weng and Ahuja's", 4,
                   r.newSixSteps,
                   " with six steps; " + times(r.newAsItIs) + " with the axes of eight octants", costly),
        ratioClaim("2.7", "with four processors about 8 times as fast as Weng and Ahuja's", 8, r.fourThreads,
                   ", wall clock, " + std::to_string(r.processors) + " processors",
                   "a motion ends before the threads wake"),
    };
}

std::vector<Claim> claimsOf(const TranslationResults& r) {
    return {
        ratioClaim("2.7", "the optimised translation performs about 3 times better", 3, r.compacted),
        ratioClaim("2.6", "without compaction it truly is efficient", 1.5, r.notCompacted),
        ratioClaim(
            "2.7", "translation is much faster than arbitrary motion", 2, r.againstArbitrary, "",
            "arbitrary motion by the axes of eight octants is several times faster than by the paper's test"),
    };
}

std::vector<Claim> sphereClaims(const std::vector<SphereTimes>& spheres) {
    constexpr std::array<SphereTimes, 4> paper = {{{168, 11}, {528, 16}, {960, 24}, {3968, 70}}};  // ms
    std::vector<Claim> claims;
    for (const SphereTimes& sphere : spheres) {
        for (const SphereTimes& said : paper) {
            if (said.triangles != sphere.triangles) continue;
            const std::string ms = threeDigits(said.last) + " ms";
            claims.push_back(timed(
                {"figure 3.6, 3.4.1", std::to_string(said.triangles) + " faces: " + ms + " at the last cycle",
                 "at most " + ms},
                us(sphere.last), sphere.last <= 1000 * said.last));
        }
    }
    if (spheres.empty()) return claims;
    const double growth = spheres.back().last / spheres.front().last;
    claims.push_back(timed({"figure 3.7", "168 to 3968 faces: 11 to 70 ms (6.4 times for 23.6 times as many)",
                            "less than 23.6 times"},
                           times(growth), growth < 23.6));
    return claims;
}

Claim shuttlesClaim(double fifteen, double two, std::size_t overlappingBoxes) {
    const double ratio = fifteen / two;
    return timed(
        {"figure 3.8, 3.4.2", "15 shuttles take 31 ms at the last cycle, two alone 16 ms (1.9 times)",
         "at most 1.9 times"},
        times(ratio) + " (" + us(fifteen) + " and " + us(two) + ")", ratio <= 1.9,
        "boxes of " + std::to_string(overlappingBoxes) +
            " pairs overlap here, of one pair when two are alone; the paper says many");
}

Claim planesClaim(int winsFrom) {
    return timed(
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
        " (" + us(update) + ", " + us(faceOctree) + "; level 6 with exact boxes " + us(paperSettings) + ")",
        "the rival is improved here: it tests faces against a voxel before it pairs them");
}

Claim stepsClaim(const std::array<double, 4>& percent) {
    std::string measured;
    for (const double each : percent) measured += (measured.empty() ? "" : ", ") + threeDigits(each);
    return timed({"4.3", "steps take 0.5, 2.4, 13.2 and 83.9 %: steps 3 and 4 dominate",
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
    return {timed(better,
                  times(r.producer) + " and " + times(r.spmd) + "; by the busiest thread " +
                      times(r.producerBusiest) + " and " + times(r.spmdBusiest) + of,
                  r.producer >= r.spmd),
            timed(speed, times(r.producer) + of, r.producer >= 1.6, byBusiest(r)),
            timed(bus, times(r.eightByTwo) + of, r.eightByTwo <= 1.1)};
}

}  // namespace ricochet::lab::paper000
