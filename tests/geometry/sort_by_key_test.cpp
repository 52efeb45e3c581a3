#include "algorithms/geometry/sort_by_key.h"

#include "tests/support/random_geometry.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace ricochet::test {
namespace {

std::vector<std::pair<std::uint64_t, Index>> pairsOf(const std::vector<KeyedIndex>& items) {
    std::vector<std::pair<std::uint64_t, Index>> pairs;
    for (const KeyedIndex& item : items) pairs.emplace_back(item.key, item.index);
    return pairs;
}

/// Keys that have all but `bits` in common, at any place of the 64.
std::vector<KeyedIndex> randomItems(Random& random, Index count, std::uint64_t bits) {
    const std::uint64_t common = random();
    std::vector<KeyedIndex> items;
    for (Index i = 0; i < count; ++i)
        items.push_back({common ^ ((random() * 0x9e3779b97f4a7c15u) & bits), i});
    return items;
}

TEST(SortByKey, GivesTheOrderOfAStableSortForFewItemsAndForMany) {
    Random random(11);
    for (const Index count : {0u, 1u, 2u, 7u, 23u, 24u, 40u, 255u, 256u, 257u, 5000u}) {
        for (const std::uint64_t bits : {0ull, 0xffull, 0xff00ull, 0xf0000000000000ffull, ~0ull}) {
            std::vector<KeyedIndex> items = randomItems(random, count, bits);
            std::vector<KeyedIndex> expected = items;
            std::ranges::stable_sort(expected, {}, &KeyedIndex::key);
            sortByKey(items);
            EXPECT_EQ(pairsOf(items), pairsOf(expected)) << count << " items, " << bits;
        }
    }
}

TEST(SortByKey, KeysOfNumbersSortAsTheNumbersDo) {
    constexpr Real kInfinity = std::numeric_limits<Real>::infinity();
    Random random(12);
    std::vector<Real> numbers = {-kInfinity, kInfinity, 0, -1e-300, 1e-300, -1, 1};
    for (int i = 0; i < 1000; ++i)
        numbers.push_back(uniform(random, -1, 1) * std::pow(10, uniform(random, -300, 300)));
    for (const Real x : numbers) {
        for (const Real y : numbers) ASSERT_EQ(x < y, sortKeyOf(x) < sortKeyOf(y)) << x << " and " << y;
    }
}

TEST(SortByKey, NoughtAndMinusNoughtHaveTheSameKey) { EXPECT_EQ(sortKeyOf(0.0), sortKeyOf(-0.0)); }

}  // namespace
}  // namespace ricochet::test
