#include "algorithms/geometry/triangle_triangle.h"

#include "tests/support/labelled_data.h"
#include "tests/support/random_geometry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace ricochet {
namespace {

struct LabelledPair {
    int kind;  ///< the class that the data's README describes
    bool meet;
    Triangle a, b;
};

LabelledPair parse(const std::vector<char>& record) {
    LabelledPair pair = {record[0], record[1] == 1, {}, {}};
    for (std::size_t i = 0; i < 18; ++i) {
        Triangle& triangle = i < 9 ? pair.a : pair.b;
        triangle[i % 9 / 3][static_cast<Eigen::Index>(i % 3)] = floatAt(record, 4 + 4 * i);
    }
    return pair;
}

/// All orders of the corners of both triangles, and of the triangles.
bool agreesInEveryOrder(const Triangle& a, const Triangle& b, bool expected) {
    std::array<int, 3> i = {0, 1, 2};
    do {
        std::array<int, 3> j = {0, 1, 2};
        do {
            const Triangle p = {a[i[0]], a[i[1]], a[i[2]]};
            const Triangle q = {b[j[0]], b[j[1]], b[j[2]]};
            if (intersects(p, q) != expected || intersects(q, p) != expected) return false;
        } while (std::next_permutation(j.begin(), j.end()));
    } while (std::next_permutation(i.begin(), i.end()));
    return true;
}

TEST(TriangleTriangle, AnswersEveryLabelledQueryInEveryOrder) {
    RICOCHET_LABELLED_DATA(file, "tri/tritri.bin");
    const auto records = readRecords(file, 76);
    ASSERT_EQ(records.size(), 10000u);
    std::map<int, int> wrongOfClass;
    for (const auto& record : records) {
        const LabelledPair pair = parse(record);
        if (!agreesInEveryOrder(pair.a, pair.b, pair.meet)) ++wrongOfClass[pair.kind];
    }
    EXPECT_TRUE(wrongOfClass.empty())
        << wrongOfClass.begin()->second << " wrong in class " << wrongOfClass.begin()->first;
}

}  // namespace
}  // namespace ricochet
