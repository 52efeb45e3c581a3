#include "algorithms/spherical_field/max_plus.h"

#include "algorithms/spherical_field/charts.h"
#include "algorithms/spherical_field/shells.h"
#include "tests/support/random_geometry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace ricochet::spherical_field {
namespace {

std::vector<Coefficient> randomRadii(Random& random, std::size_t count) {
    std::vector<Coefficient> radii(count);
    for (Coefficient& radius : radii) {
        // The ends of the range are common: empty cells have them.
        const int kind = pick(random, 4);
        radius = kind == 0 ? 0 : kind == 1 ? kLargestRadius : Coefficient(pick(random, kLargestRadius + 1));
    }
    return radii;
}

/// All steps of reconstruction.
void compose(Bound bound, std::vector<Coefficient>& square, std::uint32_t size) {
    for (std::uint32_t part = 2; part <= size; part *= 2) composeStep(bound, square, size, part);
}

TEST(MaxPlus, AStepKeepsTheBoundAndTheDifferences) {
    std::vector<Coefficient> square = {5, 9, 7, 3};
    decomposeSquare(Bound::upper, square, 2);
    EXPECT_EQ(square, (std::vector<Coefficient>{9, 4, 2, -8}));
    compose(Bound::upper, square, 2);
    EXPECT_EQ(square, (std::vector<Coefficient>{5, 9, 7, 3}));
    decomposeSquare(Bound::lower, square, 2);
    EXPECT_EQ(square, (std::vector<Coefficient>{3, -4, 2, -8}));
    compose(Bound::lower, square, 2);
    EXPECT_EQ(square, (std::vector<Coefficient>{5, 9, 7, 3}));
}

TEST(MaxPlus, SquaresSurviveTheRoundTrip) {
    Random random(6);
    for (const Bound bound : {Bound::lower, Bound::upper}) {
        for (const std::uint32_t size : {1u, 2u, 8u, 64u, 256u}) {
            const std::vector<Coefficient> radii = randomRadii(random, std::size_t{size} * size);
            std::vector<Coefficient> square = radii;
            decomposeSquare(bound, square, size);
            EXPECT_EQ(square[0], bound == Bound::upper ? *std::max_element(radii.begin(), radii.end())
                                                       : *std::min_element(radii.begin(), radii.end()));
            compose(bound, square, size);
            EXPECT_EQ(square, radii) << "size " << size;
        }
    }
}

Samples randomSamples(Random& random, int level) {
    Samples samples(level);
    for (std::size_t cell = 0; cell < samples.lower.size(); ++cell) {
        if (pick(random, 5) == 0) continue;
        const Real near = uniform(random, 0, 3);
        samples.include(cell, near, near + uniform(random, 0, 2));
    }
    return samples;
}

TEST(Shells, EachLevelBoundsTheNextAndTheLastBoundsTheSamples) {
    Random random(7);
    for (const int level : {0, 1, 3, 5}) {
        const Samples samples = randomSamples(random, level);
        const Shells shells(samples);
        const std::vector<ShellLevel> levels = shells.reconstruct(level);
        ASSERT_EQ(levels.size(), static_cast<std::size_t>(level) + 1);
        for (std::size_t cell = 0; cell < samples.lower.size(); ++cell) {
            const Shell& shell = levels.back()[cell];
            ASSERT_EQ(shell.isEmpty(), samples.isEmpty(cell));
            if (shell.isEmpty()) continue;
            EXPECT_LE(shell.lower, samples.lower[cell]);
            EXPECT_GE(shell.upper, samples.upper[cell]);
            EXPECT_GE(shell.lower, samples.lower[cell] - 1.001 * shells.unit());
            EXPECT_LE(shell.upper, samples.upper[cell] + 1.001 * shells.unit());
        }
        for (std::size_t n = 0; n + 1 < levels.size(); ++n) {
            for (std::size_t cell = 0; cell < levels[n].size(); ++cell) {
                Shell children = {1e9, -1};
                for (std::size_t child = 4 * cell; child < 4 * cell + 4; ++child) {
                    const Shell& one = levels[n + 1][child];
                    if (one.isEmpty()) continue;
                    children = {std::min(children.lower, one.lower), std::max(children.upper, one.upper)};
                }
                ASSERT_EQ(levels[n][cell].isEmpty(), children.isEmpty());
                if (children.isEmpty()) continue;
                EXPECT_EQ(levels[n][cell].lower, children.lower);
                EXPECT_EQ(levels[n][cell].upper, children.upper);
            }
        }
    }
}

TEST(Shells, TakeAtMost38PercentOfThePyramidFromEightByEightOn) {
    for (int level = 3; level <= kLargestLevel; ++level) {
        const Shells shells((Samples(level)));
        EXPECT_LE(Real(shells.bytes()), 0.38 * Real(shells.pyramidBytes())) << "level " << level;
    }
}

}  // namespace
}  // namespace ricochet::spherical_field
