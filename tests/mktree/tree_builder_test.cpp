// The split rules, against a search of all candidates; and how deep the trees are.

#include "algorithms/mktree/tree_builder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <random>
#include <vector>

namespace ricochet::mktree {
namespace {

using Records = std::vector<FragmentRecord>;

FragmentRecord recordOf(const Vec3& min, const Vec3& max, int triangles) {
    return {floatBoxOf({min, max}), 0, static_cast<std::uint32_t>(20 * triangles),
            static_cast<std::uint16_t>(triangles)};
}

/// Boxes of many sizes, some of them long.
Records clutter(unsigned seed, int count) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<Real> transformPoint(0, 10), size(0.05, 0.6), length(0.5, 6);
    Records records;
    for (int i = 0; i < count; ++i) {
        const Vec3 at(transformPoint(random), transformPoint(random), transformPoint(random));
        Vec3 extent(size(random), size(random), size(random));
        if (i % 5 == 0) extent[i / 5 % 3] = length(random);
        records.push_back(recordOf(at, at + extent, 12 + static_cast<int>(random() % 50)));
    }
    return records;
}

/// A grating: bars across, on beams of full length. Halves of it share all bars of one half, but a bar at the
/// end shares only itself and the beams with the rest.
Records grating(int bars) {
    Records records;
    for (Real z : {1.9, 2.5, 3.1}) records.push_back(recordOf(Vec3(0, 0, z), Vec3(5, 0.04, z + 0.02), 32));
    for (int b = 0; b < bars; ++b) {
        const Real x = 5. / bars * (b + 0.4);
        records.push_back(recordOf(Vec3(x, 0.01, 1.85), Vec3(x + 0.01, 0.03, 3.15), 32));
    }
    return records;
}

std::size_t levelsOf(const TreePlan& plan) {
    Directory directory;
    directory.nodes = plan.nodes;
    return directory.deepestLevel();
}

/// Calls visit(records of the left child, of the right) for each inner node.
void forEachSplit(const TreePlan& plan,
                  const std::function<void(std::span<const Index>, std::span<const Index>)>& visit) {
    struct Range {
        Index begin, end;
    };
    std::vector<Range> ranges(plan.nodes.size());
    for (std::size_t n = plan.nodes.size(); n-- > 0;) {
        const Node& node = plan.nodes[n];
        ranges[n] = node.isLeaf() ? Range{plan.leafBegin[node.first], plan.leafBegin[node.first + 1]}
                                  : Range{ranges[node.first].begin, ranges[node.first + 1].end};
    }
    const std::span<const Index> order = plan.order;
    for (const Node& node : plan.nodes) {
        if (node.isLeaf()) continue;
        const Range left = ranges[node.first], right = ranges[node.first + 1];
        visit(order.subspan(left.begin, left.end - left.begin),
              order.subspan(right.begin, right.end - right.begin));
    }
}

/// The paper's cost of a split: the objects that overlap the space that both children's boxes share.
std::size_t overlapOf(const Records& records, std::span<const Index> left, std::span<const Index> right) {
    Aabb boxes[2];
    for (Index r : left) include(boxes[0], records[r].box.box());
    for (Index r : right) include(boxes[1], records[r].box.box());
    const Aabb shared = intersection(boxes[0], boxes[1]);
    if (shared.isEmpty()) return 0;
    std::size_t count = 0;
    for (std::span<const Index> side : {left, right}) {
        for (Index r : side) count += overlaps(records[r].box.box(), shared);
    }
    return count;
}

/// The least cost of the splits between 16 equal bins along any axis whose children have `fewest` records.
std::optional<std::size_t> leastOverlapOf(const Records& records, const std::vector<Index>& all,
                                          std::size_t fewest) {
    std::optional<std::size_t> minimum;
    for (int axis = 0; axis < 3; ++axis) {
        const auto centre = [&](Index r) { return records[r].box.box().centre()[axis]; };
        Real low = std::numeric_limits<Real>::infinity(), high = -low;
        for (Index r : all) low = std::min(low, centre(r)), high = std::max(high, centre(r));
        for (int bin = 1; bin < 16; ++bin) {
            std::vector<Index> sides[2];
            for (Index r : all) sides[(centre(r) - low) / (high - low) * 16 >= bin].push_back(r);
            if (std::min(sides[0].size(), sides[1].size()) < fewest) continue;
            minimum = std::min(minimum.value_or(all.size()), overlapOf(records, sides[0], sides[1]));
        }
    }
    return minimum;
}

class PaperRule : public testing::TestWithParam<Real> {};

TEST_P(PaperRule, HasTheFewestObjectsInTheOverlap) {
    const Records records = clutter(5, 400);
    const TreePlan plan = planTree(
        records, {.leafTriangles = 200, .rule = SplitRule::leastOverlap, .minimumShare = GetParam()});
    int splits = 0, withoutShare = 0;
    forEachSplit(plan, [&](std::span<const Index> left, std::span<const Index> right) {
        std::vector<Index> all(left.begin(), left.end());
        all.insert(all.end(), right.begin(), right.end());
        std::ranges::sort(all);
        const Real share = std::ceil(GetParam() * static_cast<Real>(all.size()));
        const auto fewest = std::max<std::size_t>(1, static_cast<std::size_t>(share));
        std::optional<std::size_t> minimum = leastOverlapOf(records, all, fewest);
        ++splits;
        if (minimum) {
            EXPECT_GE(std::min(left.size(), right.size()), fewest);
        } else {
            ++withoutShare;
            minimum = leastOverlapOf(records, all, 1);
        }
        ASSERT_TRUE(minimum);
        EXPECT_EQ(overlapOf(records, left, right), *minimum) << "of " << all.size();
    });
    EXPECT_GT(splits, 60);
    EXPECT_LT(withoutShare, splits / 10);
}

INSTANTIATE_TEST_SUITE_P(Shares, PaperRule, testing::Values(0, 0.1, 0.2));

TEST(TreeBuilder, TheLiteralRuleRemovesBarByBar) {
    const Records records = grating(60);
    TreeSettings settings{.leafTriangles = 200, .rule = SplitRule::leastOverlap};
    const std::size_t literal = levelsOf(planTree(records, settings));
    settings.minimumShare = 0.2;
    const std::size_t withShare = levelsOf(planTree(records, settings));
    EXPECT_GT(literal, 2 * withShare);
    EXPECT_LE(withShare, 11u);  // 63 records, six to a leaf: log(63 / 6) / log(1 / 0.8) = 10.5
}

TEST(TreeBuilder, LeavesKeepTheirLimitInBytes) {
    const Records records = clutter(9, 300);
    for (SplitRule rule : {SplitRule::surfaceArea, SplitRule::leastOverlap}) {
        const TreePlan plan = planTree(records, {.leafTriangles = 20'000, .leafBytes = 5120, .rule = rule});
        std::size_t leaves = plan.leafBegin.size() - 1, all = 0;
        for (std::size_t leaf = 0; leaf < leaves; ++leaf) {
            std::size_t bytes = 16;  // the leaf's header
            for (Index i = plan.leafBegin[leaf]; i < plan.leafBegin[leaf + 1]; ++i)
                bytes += records[plan.order[i]].bytes;
            EXPECT_LE(bytes, 5120u);
            all += bytes;
        }
        EXPECT_GT(all, leaves * 5120 / 4);  // they are not tiny either
    }
}

}  // namespace
}  // namespace ricochet::mktree
