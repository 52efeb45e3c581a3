#include "algorithms/geometry/triangle_box.h"

#include "tests/support/labelled_data.h"
#include "tests/support/rational_oracle.h"
#include "tests/support/triangle_cases.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace ricochet {
namespace {

struct LabelledBox {
    int kind;  ///< the class that the data's README describes
    bool meet;
    Aabb box;
    Triangle triangle;
};

LabelledBox parseBox(const std::vector<char>& record) {
    const auto pointAt = [&](std::size_t k) {
        const float x = floatAt(record, 4 + 12 * k);
        const float y = floatAt(record, 8 + 12 * k);
        const float z = floatAt(record, 12 + 12 * k);
        return Vec3(x, y, z);
    };
    return {record[0], record[1] == 1, {pointAt(0), pointAt(1)}, {pointAt(2), pointAt(3), pointAt(4)}};
}

TEST(TriangleBox, AnswersEveryLabelledQuery) {
    for (const LabelledFile& file : labelledFiles("tri/tribox.bin")) {
        const auto records = readRecords(file.path, 64);
        ASSERT_EQ(records.size(), file.isTwin ? 192u : 5000u);
        std::map<int, int> wrongOfClass;
        for (const auto& record : records) {
            const LabelledBox query = parseBox(record);
            const auto& [p, q, r] = query.triangle;
            for (const Triangle& turned : {Triangle{p, q, r}, {q, r, p}, {r, q, p}, {p, r, q}}) {
                wrongOfClass[query.kind] += intersects(turned, query.box) != query.meet;
            }
        }
        for (const auto& [kind, wrong] : wrongOfClass) EXPECT_EQ(wrong, 0) << "class " << kind;
    }
}

TEST(TriangleBox, AgreesWithRationalArithmetic) {
    Random random(81);
    HitRate meet;
    for (const auto& kind : triangleAndBoxKinds()) {
        for (int i = 0; i < 500; ++i) {
            const auto [triangle, box] = kind.make(random);
            const bool truth = rational::hullsMeet(triangle, cornersOf(box));
            ASSERT_EQ(intersects(triangle, box), truth) << kind.name << ' ' << i;
            meet.count(truth);
        }
    }
    EXPECT_TRUE(meet.isBetween(0.3, 0.7)) << meet.value();
}

TEST(TriangleBox, LargeTriangleAroundTheBoxMeetsItOnlyInItsPlane) {
    const Aabb box = {Vec3(-1, -1, -1), Vec3(1, 1, 1)};
    for (const Real z : {-1.0, 0.0, 1.0}) {
        EXPECT_TRUE(intersects({Vec3(-9, -9, z), Vec3(9, -9, z), Vec3(0, 20, z)}, box)) << z;
    }
    EXPECT_FALSE(
        intersects({Vec3(-9, -9, 0), Vec3(9, -9, 0), Vec3(0, 20, 30)}, Aabb{box.min * 0.1, box.max * 0.1}));
}

TEST(TriangleBox, PlaneThroughACornerTouchesAndJustBeyondDoesNot) {
    const Aabb box = {Vec3(0, 0, 0), Vec3(1, 1, 1)};
    const Triangle touching = {Vec3(9, -3, -3), Vec3(-3, 9, -3), Vec3(-3, -3, 9)};  // x + y + z = 3
    Triangle beyond = touching;
    beyond[0].x() = std::nextafter(9.0, 10.0);
    EXPECT_TRUE(intersects(touching, box));
    EXPECT_FALSE(intersects(beyond, box));
}

TEST(TriangleBox, PointBoxAndPointTriangle) {
    const Vec3 p(1, 2, 3);
    EXPECT_TRUE(intersects({p, p, p}, Aabb{p, p}));
    EXPECT_FALSE(intersects({p, p, p}, Aabb{Vec3(1, 2, 4), Vec3(2, 3, 5)}));
    EXPECT_TRUE(intersects({Vec3(0, 0, 0), Vec3(2, 4, 6), Vec3(0, 4, 6)}, Aabb{p, p}));
}

}  // namespace
}  // namespace ricochet
