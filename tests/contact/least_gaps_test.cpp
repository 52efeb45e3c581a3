#include "algorithms/contact/intersection/least_gaps.h"

#include "tests/support/random_geometry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace ricochet::test {
namespace {

constexpr Real kInfinity = std::numeric_limits<Real>::infinity();

void addCandidates(Random& random, int count, std::vector<Candidate>& out) {
    for (int i = 0; i < count; ++i) {
        const Vec3 point = randomPoint(random);
        out.push_back({point, point, randomPoint(random).normalized(), uniform(random, -1, 1), 0, 0, 0});
    }
}

Real leastByBruteForce(const std::vector<Candidate>& candidates, const Aabb& box, const Vec3& n) {
    Real minimum = kInfinity;
    for (const Candidate& c : candidates) {
        if (box.contains(c.onA) && c.normal.dot(n) >= 0) minimum = std::min(minimum, c.gap);
    }
    return minimum;
}

TEST(LeastGaps, EqualBruteForceWhileCandidatesComeAndGo) {
    Random random(21);
    std::vector<Candidate> candidates;
    LeastGaps gaps(candidates);
    HitRate hits;
    for (int i = 0; i < 3000; ++i) {
        if (i % 10 == 0) addCandidates(random, 20, candidates);
        if (i % 300 == 299) {
            std::erase_if(candidates, [](const Candidate& c) { return c.gap < 0; });
            gaps.reset();
        }
        const Vec3 middle = randomPoint(random), half(0.09, 0.09, 0.09);
        const Vec3 n = i % 2 ? randomPoint(random) : Vec3(0, 0, 0);
        const Aabb box = {middle - half, middle + half};
        const Real expected = leastByBruteForce(candidates, box, n);
        ASSERT_EQ(gaps.in(box, n), expected) << "query " << i;
        hits.count(expected < kInfinity);
    }
    EXPECT_TRUE(hits.isBetween(0.3, 0.7)) << hits.value();
}

}  // namespace
}  // namespace ricochet::test
