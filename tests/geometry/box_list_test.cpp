#include "algorithms/geometry/box_list.h"

#include "tests/support/random_geometry.h"

#include <gtest/gtest.h>

namespace ricochet::test {
namespace {

/// Boxes on a coarse grid, so that many touch exactly.
Aabb gridBox(Random& random) {
    std::uniform_int_distribution<int> coordinate(0, 7), size(0, 4);
    Aabb box;
    for (int axis = 0; axis < 3; ++axis) {
        box.min[axis] = coordinate(random);
        box.max[axis] = box.min[axis] + size(random);
    }
    return box;
}

TEST(BoxList, FindsTheBoxesThatOverlapAndNoPadding) {
    Random random(3);
    std::size_t total = 0, hits = 0;
    for (Index count = 0; count < 120; ++count) {
        BoxList boxes;
        boxes.resize(count + 20);  // so that the padding has held boxes before
        for (Index i = 0; i < count + 20; ++i) boxes.set(i, gridBox(random));
        boxes.resize(count);
        const Aabb query = gridBox(random);
        std::vector<Index> expected, found(count);
        for (Index i = 0; i < count; ++i) {
            if (overlaps(boxes[i], query)) expected.push_back(i);
        }
        found.resize(findOverlapping(boxes, query, found));
        EXPECT_EQ(found, expected) << count << " boxes";
        total += count;
        hits += expected.size();
    }
    EXPECT_GT(10 * hits, total);
    EXPECT_LT(2 * hits, total);
}

TEST(BoxList, BoxesOfFacesAreExactOrGrownByAtLeastTheDistance) {
    Random random(4);
    PointList points;
    points.resize(30);
    for (auto* list : {&points.x, &points.y, &points.z}) {
        for (Real& c : *list) c = uniform(random, 1e4, 1e4 + 1);
    }
    const std::vector<Face> faces = {{0, 1, 2}, {3, 4, 5}, {6, 6, 6}, {7, 8, 7}, {9, 10, 29}};
    const auto mesh = *Mesh::create(std::vector<Vec3>(30, Vec3::Zero()), faces);
    const Real by = 1e-3;
    BoxList exact, larger;
    boxesOfFaces(*mesh, points, 0, exact);
    boxesOfFaces(*mesh, points, by, larger);
    for (Index f = 0; f < faces.size(); ++f) {
        const Aabb expected = boxOf({points[faces[f][0]], points[faces[f][1]], points[faces[f][2]]});
        EXPECT_EQ(exact[f].min, expected.min);
        EXPECT_EQ(exact[f].max, expected.max);
        // These differences are exact: the numbers are neighbours.
        EXPECT_GE((expected.min - larger[f].min).minCoeff(), by);
        EXPECT_GE((larger[f].max - expected.max).minCoeff(), by);
        EXPECT_LE((larger[f].max - expected.max).maxCoeff(), by + 1e-11);
    }
}

}  // namespace
}  // namespace ricochet::test
