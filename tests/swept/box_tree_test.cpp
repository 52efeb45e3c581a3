#include "algorithms/swept/box_tree.h"

#include "tests/support/random_geometry.h"

#include <gtest/gtest.h>

#include <set>

namespace ricochet {
namespace {

std::vector<Aabb> randomBoxes(Random& random, int count) {
    std::vector<Aabb> boxes;
    for (int i = 0; i < count; ++i) {
        const Vec3 corner = randomPoint(random);
        boxes.push_back({corner, corner + Vec3(0.1, 0.1, 0.1) + randomPoint(random, 0.1)});
    }
    return boxes;
}

using Pairs = std::multiset<std::pair<Index, Index>>;

TEST(BoxTree, FindsEveryClosePairOnce) {
    Random random(81);
    HitRate hits;
    for (int count : {0, 1, 4, 5, 200}) {
        for (Real gap : {0.0, 0.05}) {
            const std::vector<Aabb> a = randomBoxes(random, count), b = randomBoxes(random, 100);
            const BoxTree treeA = buildBoxTree(a), treeB = buildBoxTree(b);
            EXPECT_TRUE(isValid(treeA, a));
            Pairs found, all;
            forEachClosePair(treeA, treeB, gap, [&](Index i, Index j) { found.insert({i, j}); });
            for (Index i = 0; i < a.size(); ++i) {
                for (Index j = 0; j < b.size(); ++j) {
                    if (overlaps(grown(a[i], gap), b[j])) all.insert({i, j});
                    hits.count(found.contains({i, j}));
                }
            }
            EXPECT_TRUE(std::ranges::includes(found, all));
            EXPECT_EQ(std::ranges::adjacent_find(found), found.end());
        }
    }
    EXPECT_TRUE(hits.isBetween(0.005, 0.2)) << hits.value();
}

TEST(BoxTree, BoxesAtOnePlaceAreSplit) {
    const std::vector<Aabb> boxes(100, Aabb{Vec3(0, 0, 0), Vec3(1, 1, 1)});
    const BoxTree tree = buildBoxTree(boxes);
    EXPECT_TRUE(isValid(tree, boxes));
    EXPECT_GT(tree.nodes.size(), 25u);
}

}  // namespace
}  // namespace ricochet
