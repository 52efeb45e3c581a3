#pragma once

#include "demos/lab/reproduce/claims.h"

#include <array>
#include <vector>

/// Claims of paper 002, from what the experiments measured.
namespace ricochet::lab::paper002 {

/// Table 1: seconds, for figures 3a, 3b and 3c.
std::vector<Claim> table1Claims(const std::array<double, 3>& totals, const std::array<double, 3>& hardware);

/// Times at 512 pixels per side by those at 128.
std::vector<Claim> resolutionClaims(double drawing, double examination);

/// Milliseconds of a scene at a number of triangles; in increasing order.
struct GrowthPoint {
    double triangles, milliseconds;
};
/// By the scene whose time for each triangle grows most.
Claim growthClaim(const std::vector<std::vector<GrowthPoint>>& scenes);

/// Shortest and longest time with 1 to 1,000 places of contact, by that with one.
Claim contactClaim(double shortest, double longest);

/// Figure 5, positions a to d.
struct JawResult {
    bool collides;
    int passes;
    bool usedLists;
    double seconds;
};
std::vector<Claim> jawClaims(const std::array<JawResult, 4>& jaws);

/// Section 6: a scene's undecided pixels by blending and by lists.
struct BlendingResult {
    std::string scene = {};
    int pixels = 0, layers = 0;  ///< undecided pixels, the most layers in one
    int drawings = 0;            ///< of A and B
    bool isSame = false;         ///< all words and cases
    double listMilliseconds = 0, blendMilliseconds = 0;
};
Claim blendingClaim(const std::vector<BlendingResult>& scenes);

/// A world on the detector: collisions by brute force that it misses, and those of them that lie between the
/// rays of its view.
struct Misses {
    int decisions = 0, collisions = 0, missed = 0, betweenRays = 0;
};
Claim missesClaim(const Misses& misses);

/// Figure 7, millimetres.
struct DistanceErrors {
    double rms, largest;
};
std::vector<Claim> errorClaims(const DistanceErrors& byItemBuffer, const DistanceErrors& other,
                               double rmsBelow45Degrees);

}  // namespace ricochet::lab::paper002
