#include "algorithms/geometry/overlapping_boxes.h"

#include "tests/support/random_geometry.h"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

using Pairs = std::vector<std::pair<Index, Index>>;

Pairs bruteForce(const std::vector<Aabb>& boxes) {
    Pairs pairs;
    for (Index i = 0; i < boxes.size(); ++i) {
        for (Index j = i + 1; j < boxes.size(); ++j) {
            if (overlaps(boxes[i], boxes[j])) pairs.emplace_back(i, j);
        }
    }
    return pairs;
}

Pairs found(const std::vector<Aabb>& boxes) {
    Pairs pairs;
    OverlappingBoxes(boxes).forEachPair([&](Index i, Index j) { pairs.emplace_back(i, j); });
    std::ranges::sort(pairs);
    return pairs;
}

TEST(OverlappingBoxes, FindsEachPairOnce) {
    Random random(17);
    for (const std::size_t count : {0, 1, 2, 9, 300}) {
        for (const Real size : {0.0, 0.1, 0.4}) {
            std::vector<Aabb> boxes(count);
            for (Aabb& box : boxes) {
                const Vec3 centre = randomPoint(random);
                box.include(centre + size * randomPoint(random));
                box.include(centre + size * randomPoint(random));
            }
            EXPECT_EQ(found(boxes), bruteForce(boxes));
        }
    }
}

TEST(OverlappingBoxes, BoxesInOnePlaceAllOverlap) {
    Aabb box;
    box.include(Vec3(1, 2, 3));
    EXPECT_EQ(found(std::vector<Aabb>(40, box)).size(), 40u * 39u / 2u);
}

}  // namespace
}  // namespace ricochet
