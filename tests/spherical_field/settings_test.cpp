#include "algorithms/spherical_field/spherical_field.h"
#include "tests/support/against_brute_force.h"
#include "tests/support/build_kind.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace ricochet::test {
namespace {

using spherical_field::Centre;
using spherical_field::Determination;
using spherical_field::Method;
using spherical_field::ReportedPairs;
using spherical_field::Sampling;
using spherical_field::ShellOrder;
using spherical_field::ShellTest;

constexpr int kSettingsPoses = kIsSlowBuild ? 8 : 40;

/// Every combination of mode, kind of pairs, shell test and order at a level.
std::vector<SphericalSettings> everySettings(int level, Sampling sampling) {
    std::vector<SphericalSettings> all;
    for (const auto mode : {Determination::single, Determination::singleLayer, Determination::all}) {
        for (const auto pairs : {ReportedPairs::tested, ReportedPairs::asFound}) {
            for (const auto test : {ShellTest::box, ShellTest::sphere, ShellTest::capsule, ShellTest::cone}) {
                for (const auto order : {ShellOrder::depthFirst, ShellOrder::queue}) {
                    all.push_back({{.level = level, .sampling = sampling}, {mode, pairs, test, order}});
                }
            }
        }
    }
    return all;
}

/// Pairs found, lost and wrong, over random poses of all cases.
struct PairCounts {
    std::size_t poses = 0, posesMissed = 0;  ///< of those with pairs
    std::size_t pairs = 0, lost = 0, wrong = 0;

    void add(const FacePairs& truth, const FacePairs& found) {
        if (!truth.empty()) {
            ++poses;
            posesMissed += found.empty();
        }
        FacePairs common;
        std::set_intersection(truth.begin(), truth.end(), found.begin(), found.end(),
                              std::back_inserter(common));
        pairs += truth.size();
        lost += truth.size() - common.size();
        wrong += found.size() - common.size();
    }
};

struct PosedCase {
    std::size_t number;  ///< in `cases()`
    Pose a, b;
    FacePairs truth;
};

const std::vector<PosedCase>& posedCases() {
    static const std::vector<PosedCase> all = [] {
        std::vector<PosedCase> made;
        const std::vector<Case> meshes = cases();
        const BruteForce oracle;
        Random random(14);
        for (std::size_t i = 0; i < meshes.size(); ++i) {
            const Case& c = meshes[i];
            const BuiltPair brute(oracle, c.a, c.b);
            for (int trial = 0; trial < kSettingsPoses; ++trial) {
                const auto [a, b] = randomPoses(random, c.spread);
                made.push_back({i, a, b, sortedPairs(oracle, {brute.a.get(), a}, {brute.b.get(), b})});
            }
        }
        return made;
    }();
    return all;
}

PairCounts countPairs(const SphericalSettings& settings) {
    const SphericalField narrowPhase(settings);
    std::vector<BuiltPair> built;
    for (const Case& c : cases()) built.emplace_back(narrowPhase, c.a, c.b);
    PairCounts sums;
    for (const PosedCase& posed : posedCases()) {
        const BuiltPair& models = built[posed.number];
        sums.add(posed.truth, sortedPairs(narrowPhase, {models.a.get(), posed.a}, {models.b.get(), posed.b}));
    }
    EXPECT_GT(sums.poses, posedCases().size() / 5);
    EXPECT_LT(sums.poses, posedCases().size() * 4 / 5);
    return sums;
}

TEST(SphericalSettings, EachCombinationKeepsWhatItGuarantees) {
    std::size_t exact = 0, detecting = 0;
    for (const SphericalSettings& settings : everySettings(2, Sampling::clipping)) {
        const SphericalGuarantee guarantee = sphericalGuarantee(settings);
        if (guarantee == SphericalGuarantee::none) continue;
        const PairCounts sums = countPairs(settings);
        EXPECT_EQ(sums.posesMissed, 0u);
        if (guarantee == SphericalGuarantee::exact) {
            EXPECT_EQ(sums.lost + sums.wrong, 0u);
            ++exact;
        } else {
            EXPECT_GT(sums.lost, 0u) << "it would be exact";
            ++detecting;
        }
    }
    EXPECT_EQ(exact, 24u);      // 3 modes x 3 tests x 2 orders, and `all` as found
    EXPECT_EQ(detecting, 12u);  // single and layer, as found
}

TEST(SphericalSettings, NoPairUpToTheQueryDistanceIsMissing) {
    constexpr Real kDistance = 0.5;
    const SharedMesh a = torusMesh(1, 0.4, 24, 12), b = knotMesh(60, 6);
    const BruteForce oracle;
    const BuiltPair brute(oracle, a, b);
    Random random(15);
    HitRate apart;  // of poses with pairs, those whose meshes do not intersect
    std::vector<PosedCase> poses;
    for (int trial = 0; trial < 2 * kSettingsPoses; ++trial) {
        const auto [poseA, poseB] = randomPoses(random, 5);
        const MeshInstance placedA = {brute.a.get(), poseA}, placedB = {brute.b.get(), poseB};
        poses.push_back({0, poseA, poseB, sortedPairs(oracle, placedA, placedB, kDistance)});
        if (!poses.back().truth.empty()) apart.count(sortedPairs(oracle, placedA, placedB).empty());
    }
    EXPECT_TRUE(kIsSlowBuild || apart.value() > 0.03) << apart.value();
    for (const auto test : {ShellTest::box, ShellTest::sphere, ShellTest::capsule}) {
        for (const auto mode : {Determination::singleLayer, Determination::all}) {
            const SphericalField narrowPhase(
                {.field = {.level = 2},
                 .determining = {.mode = mode, .test = test, .order = ShellOrder::queue}});
            const BuiltPair built(narrowPhase, a, b);
            for (const PosedCase& posed : poses) {
                const FacePairs found =
                    sortedPairs(narrowPhase, {built.a.get(), posed.a}, {built.b.get(), posed.b}, kDistance);
                EXPECT_TRUE(
                    std::includes(found.begin(), found.end(), posed.truth.begin(), posed.truth.end()));
            }
        }
    }
}

TEST(SphericalSettings, ThePapersOwnRunAndItsPartsLosePairs) {
    const SphericalSettings rays = {.field = {.level = 3}, .method = Method::rays};
    const SphericalSettings cones = {.field = {.level = 3}, .determining = {.test = ShellTest::cone}};
    const SphericalSettings sampled = {.field = {.level = 3, .sampling = Sampling::rayCasting}};
    const SphericalSettings drawn = {.field = {.level = 3, .sampling = Sampling::rasterisation}};
    std::vector<std::size_t> lost;
    for (const SphericalSettings& settings : {cones, sampled, drawn, rays}) {
        EXPECT_EQ(sphericalGuarantee(settings), SphericalGuarantee::none);
        const PairCounts sums = countPairs(settings);
        EXPECT_GT(sums.lost, 0u);
        EXPECT_LT(sums.lost, sums.pairs);
        EXPECT_EQ(sums.wrong, 0u);
        lost.push_back(sums.lost);
    }
    EXPECT_GT(lost[3], lost[0]);  // rays lose more than cones alone
}

TEST(SphericalSettings, TheMethodRaysIsItsPartsTogether) {
    const SphericalSettings rays = {.field = {.level = 2}, .method = Method::rays};
    const SphericalSettings parts = {.field = {.level = 2, .sampling = Sampling::rayCasting},
                                     .determining = {.test = ShellTest::cone, .order = ShellOrder::queue}};
    const PairCounts a = countPairs(rays), b = countPairs(parts);
    EXPECT_EQ(a.lost, b.lost);
    EXPECT_EQ(a.pairs, b.pairs);
}

/// Faces that no sample found are still hit by rays and found near points.
TEST(SphericalSettings, SampledFieldsFindFacesInBoxesExactly) {
    const SharedMesh torus = torusMesh(1, 0.4, 48, 24);
    const SphericalField narrowPhase({.field = {.level = 1, .sampling = Sampling::rayCasting}});
    const auto model = narrowPhase.build(torus);
    std::vector<Index> faces;
    narrowPhase.findFaces(*model, torus->box(), faces);
    EXPECT_EQ(faces.size(), torus->faceCount());
}

}  // namespace
}  // namespace ricochet::test
