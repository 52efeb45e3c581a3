#include "algorithms/geometry/hypotenuse.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

namespace ricochet {
namespace {

double anyNumber(std::mt19937_64& random) { return std::bit_cast<double>(random()); }

TEST(Hypotenuse, HasAtMostOneWrongBit) {
    std::mt19937_64 random(7);
    int compared = 0;
    for (int i = 0; i < 100000; ++i) {
        const double a = anyNumber(random), b = anyNumber(random);
        if (!std::isfinite(a) || !std::isfinite(b)) continue;
        const double mine = hypotenuse(a, b), other = std::hypot(a, b);
        const auto apart = std::bit_cast<std::int64_t>(mine) - std::bit_cast<std::int64_t>(other);
        ASSERT_LE(std::abs(apart), 1) << a << " " << b;
        ++compared;
    }
    EXPECT_GT(compared, 90000);
}

/// As x86-64 computes it: the same bits on every processor and system.
TEST(Hypotenuse, HasTheSameBitsEverywhere) {
    std::mt19937_64 random(8);
    std::uint64_t hash = 14695981039346656037ull;  // Fowler, Noll, Vo. FNV-1a
    for (int i = 0; i < 100000; ++i) {
        const double a = static_cast<double>(random() >> 11), b = static_cast<double>(random() >> 20);
        hash = (hash ^ std::bit_cast<std::uint64_t>(hypotenuse(a, b))) * 1099511628211ull;
    }
    EXPECT_EQ(hash, 5616812639674833209ull);
}

TEST(Hypotenuse, OfWhatIsNotFinite) {
    const double infinity = std::numeric_limits<double>::infinity();
    EXPECT_EQ(hypotenuse(-infinity, 1), infinity);
    EXPECT_EQ(hypotenuse(1, infinity), infinity);
    EXPECT_TRUE(std::isnan(hypotenuse(std::numeric_limits<double>::quiet_NaN(), 1)));
    EXPECT_TRUE(std::isnan(hypotenuse(1, std::numeric_limits<double>::quiet_NaN())));
    EXPECT_EQ(hypotenuse(0, -0.0), 0);
}

}  // namespace
}  // namespace ricochet
