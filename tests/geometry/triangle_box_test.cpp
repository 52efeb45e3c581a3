#include "algorithms/geometry/triangle_box.h"

#include "tests/support/labelled_data.h"
#include "tests/support/random_geometry.h"

#include <gtest/gtest.h>

#include <map>

namespace ricochet {
namespace {

struct LabelledBox {
    int kind;  ///< the class that the data's README describes
    bool meet;
    Aabb box;
    Triangle triangle;
};

LabelledBox parse(const std::vector<char>& record) {
    const auto pointAt = [&](std::size_t k) {
        const float x = floatAt(record, 4 + 12 * k);
        const float y = floatAt(record, 8 + 12 * k);
        const float z = floatAt(record, 12 + 12 * k);
        return Vec3(x, y, z);
    };
    return {record[0], record[1] == 1, {pointAt(0), pointAt(1)}, {pointAt(2), pointAt(3), pointAt(4)}};
}

TEST(TriangleBox, AnswersEveryLabelledQuery) {
    RICOCHET_LABELLED_DATA(file, "tri/tribox.bin");
    const auto records = readRecords(file, 64);
    ASSERT_EQ(records.size(), 5000u);
    std::map<int, int> wrongOfClass;
    for (const auto& record : records) {
        const LabelledBox query = parse(record);
        const auto& [p, q, r] = query.triangle;
        for (const Triangle& turned : {Triangle{p, q, r}, {q, r, p}, {r, q, p}, {p, r, q}}) {
            wrongOfClass[query.kind] += intersects(turned, query.box) != query.meet;
        }
    }
    for (const auto& [kind, wrong] : wrongOfClass) EXPECT_EQ(wrong, 0) << "class " << kind;
}

}  // namespace
}  // namespace ricochet
