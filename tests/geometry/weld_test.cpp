#include "algorithms/geometry/weld.h"

#include "tests/support/random_geometry.h"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

TEST(Weld, EachVertexNamesTheFirstAtItsPosition) {
    Random random(3);
    std::vector<Vec3> vertices;
    for (int i = 0; i < 500; ++i) vertices.push_back(randomLatticePoint(random, 6) - Vec3(3, 3, 3));
    const auto weld = weldVertices(vertices);
    HitRate hits;
    for (Index v = 0; v < vertices.size(); ++v) {
        Index first = 0;
        while (vertices[first] != vertices[v]) ++first;
        EXPECT_EQ(weld[v], first);
        hits.count(first == v);
    }
    EXPECT_TRUE(hits.isBetween(0.3, 0.7)) << hits.value();
}

TEST(Weld, BothZerosAreEqual) {
    EXPECT_EQ(weldVertices(std::vector{Vec3(0, 1, 0), Vec3(-0.0, 1, -0.0)}), (PlainVector<Index>{0, 0}));
}

TEST(Weld, NeighbouringNumbersAreDistinct) {
    EXPECT_EQ(weldVertices(std::vector{Vec3(1, 0, 0), Vec3(std::nextafter(1.0, 2.0), 0, 0)}),
              (PlainVector<Index>{0, 1}));
}

TEST(Weld, NoVerticesGiveAnEmptyResult) { EXPECT_TRUE(weldVertices({}).empty()); }

}  // namespace
}  // namespace ricochet
