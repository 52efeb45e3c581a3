#include "algorithms/contact/manifold/manifold_reduction.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace ricochet {
namespace {

constexpr Index kMostPatches = 16;
constexpr Index kDirections = 72;

/// A peg in a hole, off the middle: each side of the hole has a contact, and the gaps grow from one side to
/// the other.
std::vector<Candidate> contactsAllRound() {
    std::vector<Candidate> candidates;
    for (Index i = 0; i < kDirections; ++i) {
        const Real angle = 2 * std::numbers::pi * i / kDirections;
        const Vec3 out(std::cos(angle), 0, std::sin(angle));
        const Real gap = 1e-4 * (1 - out.x());
        candidates.push_back(
            {out, (1 + gap) * out, -out, gap, i, i, contactKey(FeaturePair::vertexFace, i, i)});
    }
    return candidates;
}

SpeculativeMargin marginOfPatches() {
    SpeculativeMargin margin{};
    margin.linearSlop = 1e-3;
    margin.distance = 0.01;
    return margin;
}

/// The greatest angle in radians from a candidate's normal to the nearest patch with points.
Real widestHole(const std::vector<Candidate>& candidates, std::span<const ChosenPatch> patches) {
    Real widest = 0;
    for (const Candidate& candidate : candidates) {
        Real nearest = -1;
        for (const ChosenPatch& patch : patches) {
            for (const Index i : patch)
                nearest = std::max(nearest, candidates[i].normal.dot(candidate.normal));
        }
        widest = std::max(widest, std::acos(std::clamp(nearest, Real{-1}, Real{1})));
    }
    return widest;
}

TEST(Patches, HaveNoHolesWhereContactsLieAllRound) {
    const std::vector<Candidate> candidates = contactsAllRound();
    const auto patches = choosePatches(candidates, {}, marginOfPatches(), kMostPatches);
    EXPECT_EQ(patches.size(), kMostPatches);
    EXPECT_LT(widestHole(candidates, patches), 2 * std::numbers::pi / kMostPatches);
    EXPECT_TRUE(std::ranges::any_of(patches, [&](const ChosenPatch& patch) {
        return std::ranges::find(patch, Index{0}) != patch.end();
    })) << "the deepest contact is left out";
}

TEST(Patches, IncludeADirectionAcrossARing) {
    std::vector<Candidate> candidates = contactsAllRound();
    // The floor that the peg approaches is farther than all walls.
    candidates.push_back({Vec3(0, -1, 0), Vec3(0, -1.005, 0), Vec3(0, 1, 0), 0.005, kDirections, kDirections,
                          contactKey(FeaturePair::vertexFace, kDirections, kDirections)});
    const auto patches = choosePatches(candidates, {}, marginOfPatches(), kMostPatches);
    EXPECT_TRUE(std::ranges::any_of(patches, [&](const ChosenPatch& patch) {
        return patch.normal.y() > 0.99 && patch.size() == 1 && patch[0] == kDirections;
    }));
}

}  // namespace
}  // namespace ricochet
