#include "algorithms/spherical_field/shell_outlines.h"

#include "algorithms/spherical_field/charts.h"
#include "tests/support/surfaces.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ricochet::spherical_field {
namespace {

/// Whether a point of a side's frame is on an edge of a cell, or at its corner.
void expectOnEdge(const Vec3& p, const CellPlace& at, bool isCorner) {
    const std::vector<Real>& limits = boundaries(at.level);
    const auto isLimit = [&](Real tangent, Index i) {
        return std::abs(tangent - limits[i]) < 1e-9 || std::abs(tangent - limits[i + 1]) < 1e-9;
    };
    ASSERT_GT(p.z(), 0);
    const Real x = p.x() / p.z(), y = p.y() / p.z();
    EXPECT_TRUE(x > limits[at.i] - 1e-9 && x < limits[at.i + 1] + 1e-9);
    EXPECT_TRUE(y > limits[at.j] - 1e-9 && y < limits[at.j + 1] + 1e-9);
    const int on = isLimit(x, at.i) + isLimit(y, at.j);
    EXPECT_GE(on, isCorner ? 2 : 1);
}

TEST(ShellOutlines, AreTheEdgesOfEachCellAtBothOfItsRadii) {
    const Vec3 centre(3, -2, 1);
    const SharedMesh sphere = placed(*test::sphereMesh(24, 12), {Matrix3::Identity(), centre});
    const Field field = buildField(*sphere, {.level = 3});
    for (const int level : {0, 1, 3, 9}) {
        const int shown = std::min(level, 3);
        const auto lines = shellOutlines(field, level);
        const ShellLevel shells = field.shells.reconstruct(shown).back();
        const std::size_t arcs = 16u >> shown, perCell = 8 * arcs + 4;
        ASSERT_EQ(lines.size(), shells.size() * perCell) << level;
        for (std::size_t i = 0; i < lines.size(); ++i) {
            const std::size_t cell = i / perCell, ofCell = i % perCell;
            const CellPlace at = placeOf(firstOfLevel(shown) + static_cast<Index>(cell));
            const Shell& shell = shells[cell];
            const Vec3 from = toSide(at.side, lines[i].first - field.sphere.centre),
                       to = toSide(at.side, lines[i].second - field.sphere.centre);
            const bool joinsRadii = ofCell >= 8 * arcs;
            expectOnEdge(from, at, joinsRadii);
            expectOnEdge(to, at, joinsRadii);
            EXPECT_NEAR(from.norm(), ofCell < 4 * arcs || joinsRadii ? shell.lower : shell.upper, 1e-9);
            EXPECT_NEAR(to.norm(), ofCell < 4 * arcs ? shell.lower : shell.upper, 1e-9);
            // Each arc ends where the next one begins, at a share of the cell's angle.
            if (!joinsRadii) {
                EXPECT_LT((to - from).norm(), 1.6 / Real(arcs << shown) * to.norm());
            }
        }
    }
}

TEST(ShellOutlines, OfACellWithoutFacesThereAreNone) {
    const SharedMesh side = makeMesh({{-0.1, -0.1, 1}, {0.1, -0.1, 1}, {0, 0.1, 1}}, {{0, 1, 2}});
    const Field field = buildField(*side, {.level = 2, .centreAt = Vec3(0, 0, 0)});
    const auto lines = shellOutlines(field, 2);
    EXPECT_GT(lines.size(), 0u);
    EXPECT_LE(lines.size(), 4u * (8 * 4 + 4));  // the four cells about the z axis
    for (const auto& [from, to] : lines) EXPECT_GT(std::min(from.z(), to.z()), 0);
}

}  // namespace
}  // namespace ricochet::spherical_field
