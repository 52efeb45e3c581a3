#pragma once

#include "demos/lab/reproduce/claims.h"

#include <array>
#include <string>
#include <vector>

/// Claims of paper 000, from what the experiments measured. Times in microseconds.
namespace ricochet::lab::paper000 {

// Chapter 1.
struct SwitchTimes {
    struct Pair {
        double original = 0, optimised = 0;
    };
    std::string pose;
    Pair simple = {}, swept = {};  ///< octrees moved as in chapter 2
    Pair rebuilt = {};             ///< nodes sorted anew, simple test
    double bruteForce = 0;
};
Claim claimOf(const SwitchTimes& times);

// Chapter 2. Ratios say how many times as fast the new method is.
Claim compactionClaim(std::size_t blackNodes, std::size_t cubes);
struct MotionResults {
    double exactTest, exactTestPooled;       ///< Weng and Ahuja's with the six steps against their own test
    double newSixSteps, newAsItIs;           ///< against Weng and Ahuja's
    double fourThreads;                      ///< wall clock
    std::size_t processors;                  ///< of this machine
    std::array<std::uint64_t, 2> cubeTests;  ///< at the last cycle: their test, the six steps
};
std::vector<Claim> claimsOf(const MotionResults& results);
struct TranslationResults {
    double compacted, notCompacted;  ///< against the conventional method
    double againstArbitrary;         ///< against arbitrary motion by the same translation
};
std::vector<Claim> claimsOf(const TranslationResults& results);

// Chapter 3: the last cycle, unless said otherwise.
struct SphereTimes {
    int triangles;
    double last;
};
/// The spheres for which the paper gives a number; in their order.
std::vector<Claim> sphereClaims(const std::vector<SphereTimes>& spheres);
/// `overlappingBoxes`: pairs of the fifteen.
Claim shuttlesClaim(double fifteen, double two, std::size_t overlappingBoxes);
/// `winsFrom`: the smallest number of spheres from which the face octree is faster; 0: never.
Claim planesClaim(int winsFrom);
Claim octreeUpdateClaim(double update, double faceOctree, double paperSettings);

// Chapter 4.
/// Percent of the time that each step takes, for the paper's 3,968 triangles.
Claim stepsClaim(const std::array<double, 4>& percent);
struct ThreadResults {
    std::string work;
    double serial = 0;                            ///< one thread
    double producer = 0, spmd = 0;                ///< two threads against one, by wall clock
    double producerBusiest = 0, spmdBusiest = 0;  ///< the same by the time of the busiest thread
    double eightByTwo = 0;                        ///< times of eight threads and two; the worst division
    std::size_t processors = 0;
};
std::vector<Claim> claimsOf(const ThreadResults& results);

}  // namespace ricochet::lab::paper000
