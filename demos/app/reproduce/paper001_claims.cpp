// Lin, Manocha, Cohen, Gottschalk. Collision Detection: Algorithms and Applications. 1996. What its text
// claims.

#include "demos/app/reproduce/paper001_claims.h"

#include <algorithm>

namespace ricochet::app::paper001 {
namespace {

std::string times(double ratio) { return threeDigits(ratio) + " times"; }

template <class Value>
std::string rangeOf(const std::vector<Value>& rows, double (*ratio)(const Value&)) {
    double low = ratio(rows.front()), high = low;
    for (const Value& row : rows) low = std::min(low, ratio(row)), high = std::max(high, ratio(row));
    return threeDigits(low) + " to " + times(high);
}

template <class Value>
bool areAll(const std::vector<Value>& rows, double atLeast, double (*ratio)(const Value&)) {
    return std::all_of(rows.begin(), rows.end(), [&](const Value& row) { return ratio(row) >= atLeast; });
}

}  // namespace

std::vector<Claim> claimsOf(const std::vector<BoxTestTimes>& rows) {
    const auto edges = [](const BoxTestTimes& t) { return t.edgesAndFaces / t.axes; };
    const auto features = [](const BoxTestTimes& t) { return t.features / t.axes; };
    const auto last = [](const BoxTestTimes& t) { return t.featuresFromLastStep / t.axes; };
    return {
        checked(
            {"4.2.2",
             "15 axes are about one order of magnitude faster than previous algorithms, 144 edge-face tests",
             "at least 10 times at each distance"},
            rangeOf<BoxTestTimes>(rows, edges), areAll<BoxTestTimes>(rows, 10, edges)),
        checked(
            {"4.2.2", "closest features are relatively expensive for boxes", "above 1 time at each distance"},
            rangeOf<BoxTestTimes>(rows, features) + "; from the last step " +
                rangeOf<BoxTestTimes>(rows, last),
            areAll<BoxTestTimes>(rows, 1, features)),
    };
}

std::vector<Claim> claimsOf(const std::vector<VolumeRatios>& nested, const VolumeRatios* pipes) {
    const Quote
        closer = {"5",
                  "oriented boxes asymptotically perform much better than sphere trees or boxes along axes",
                  "the ratio grows with each smaller gap"},
        thin = {"5", "long thin triangles cannot be efficiently approximated by spheres or boxes along axes",
                "pipes: at least 10 times with either"};
    std::string measured;
    bool grows = true;
    for (std::size_t i = 0; i < nested.size(); ++i) {
        measured +=
            (i ? ", " : "") + threeDigits(nested[i].axisAligned) + " and " + threeDigits(nested[i].spheres);
        if (i == 0) continue;
        grows = grows && nested[i].axisAligned > nested[i - 1].axisAligned &&
                nested[i].spheres > nested[i - 1].spheres;
    }
    std::vector<Claim> claims = {
        checked(closer, measured + " times: boxes along axes and spheres, by decreasing gap", grows)};
    claims.push_back(pipes ? checked(thin, threeDigits(pipes->axisAligned) + " and " + times(pipes->spheres),
                                     std::min(pipes->axisAligned, pipes->spheres) >= 10)
                           : notMeasured(thin, "a quick run has no pipes"));
    return claims;
}

Claim claimOf(const std::vector<FlightTime>& flights) {
    std::string measured;
    for (const FlightTime& flight : flights) {
        measured += (measured.empty() ? "" : "; ") + std::to_string(flight.polytopes) + ": " +
                    threeDigits(flight.step) + " ms";
    }
    return checked({"5", "all contacts of hundreds of convex polytopes in about 1/20 s", "at most 50 ms"},
                   measured, flights.back().step <= 50);
}

Claim featureSweepClaim(double candidates, double allPairs) {
    const double share = candidates / allPairs;
    return checked({"3", "sweep and prune can be extended to eliminate testing features that are far apart",
                    "at most 1 % of all pairs of faces are tested"},
                   threeDigits(100 * share) + " %", share <= 0.01);
}

Claim sortingClaim(const SortTime& smallest, const SortTime& largest) {
    const double growth = (largest.sweep / largest.objects) / (smallest.sweep / smallest.objects);
    return checked({"3, graph 1", "insertion sort takes expected O(N) time when objects move little",
                    "at most 2 times as long for each object"},
                   times(growth) + ", " + threeDigits(smallest.objects) + " to " +
                       threeDigits(largest.objects) + " objects",
                   growth <= 2);
}

}  // namespace ricochet::app::paper001
