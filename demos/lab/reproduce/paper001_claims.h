#pragma once

#include "demos/lab/reproduce/claims.h"

#include <string>
#include <vector>

/// Claims of paper 001, from what the experiments measured.
namespace ricochet::lab::paper001 {

/// 4.2.2. Nanoseconds of a test of two boxes at one distance of their centres; in increasing order, the last
/// ones are apart.
struct BoxTestTimes {
    double axes, edgesAndFaces, features, featuresFromLastStep;
};
std::vector<Claim> claimsOf(const std::vector<BoxTestTimes>& times);

/// Section 5. Time of a query with other volumes by that with oriented boxes.
struct VolumeRatios {
    double axisAligned, spheres;
};
/// For nested spheres by decreasing gap, and for the pipes; none if those were not run.
std::vector<Claim> claimsOf(const std::vector<VolumeRatios>& nested, const VolumeRatios* pipes);

/// Milliseconds of a step of this number of polytopes; in increasing order.
struct FlightTime {
    unsigned polytopes;
    double step;
};
Claim claimOf(const std::vector<FlightTime>& flights);

/// Table 1, with the paper's own fit and descent and its impulses; per step.
struct TableMeasure {
    std::string scene, variant;
    double contacts, boxTests, triangleTests, microseconds, nanosecondsPerBoxTest;
};
/// None if the scenes were not run.
std::vector<Claim> tableClaims(const std::vector<TableMeasure>& measures);

/// 4.1: nanoseconds per pair and step for polytopes of this number of vertices; in increasing order.
struct FeatureTime {
    double vertices, nanoseconds;
};
Claim featureClaim(const std::vector<FeatureTime>& times);

/// Section 3. Pairs of faces that are left to test, by all pairs.
Claim featureSweepClaim(double candidates, double allPairs);

/// Section 3: milliseconds of a step's sorting, for the smallest and the largest number of objects.
struct SortTime {
    double objects, sweep;
};
Claim sortingClaim(const SortTime& smallest, const SortTime& largest);

}  // namespace ricochet::lab::paper001
