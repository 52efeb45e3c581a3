#include "algorithms/spherical_field/charts.h"

#include "algorithms/spherical_field/pieces.h"
#include "tests/support/random_geometry.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

namespace ricochet::spherical_field {
namespace {

TEST(Charts, EquationOneHoldsAtTheMiddleACornerAndAnEdgeOfASide) {
    EXPECT_EQ(chartDirection(0, 0), Vec3(0, 0, 1));
    EXPECT_NEAR((chartDirection(1, 1) - Vec3(1, 1, 1).normalized()).norm(), 0, 1e-15);
    // Half of the distance to an edge is half of the angle.
    EXPECT_NEAR(std::acos(chartDirection(0.5, 0).z()), std::acos(-1.0) / 8, 1e-15);
}

TEST(Charts, SideRotationsSurviveTheRoundTrip) {
    Random random(3);
    for (int side = 0; side < kSides; ++side) {
        const Vec3 v = randomPoint(random);
        EXPECT_EQ(fromSide(side, toSide(side, v)), v);
        EXPECT_EQ(sideOf(fromSide(side, Vec3(0.2, -0.3, 0.9))), side);
        // Right-handed: no side is a mirror image.
        const Vec3 x = fromSide(side, Vec3::UnitX()), y = fromSide(side, Vec3::UnitY());
        EXPECT_EQ(x.cross(y), fromSide(side, Vec3::UnitZ()));
    }
}

TEST(Charts, CellNumbersAreUniqueAndGiveChildrenAndParents) {
    for (int level = 0; level <= 4; ++level) {
        std::set<Index> seen;
        for (int side = 0; side < kSides; ++side) {
            for (Index i = 0; i < cellsPerRow(level); ++i) {
                for (Index j = 0; j < cellsPerRow(level); ++j) {
                    const Index cell = cellAt(level, side, zOrder(i, j));
                    EXPECT_TRUE(seen.insert(cell).second);
                    const CellPlace at = placeOf(cell);
                    EXPECT_TRUE(at.level == level && at.side == side && at.i == i && at.j == j);
                    const Index child = cellAt(level + 1, side, zOrder(2 * i + 1, 2 * j));
                    EXPECT_EQ(child, firstChild(cell) + 1);
                    EXPECT_EQ(parent(child), cell);
                }
            }
        }
        EXPECT_EQ(*seen.begin(), firstOfLevel(level));
        EXPECT_EQ(*seen.rbegin() + 1, cellsUpTo(level));
    }
}

TEST(Charts, ADirectionIsInTheConeOfItsCell) {
    Random random(4);
    for (const int level : {0, 1, 3, 6}) {
        Real widest = 0;
        for (int trial = 0; trial < 4000; ++trial) {
            const Vec3 direction = randomPoint(random).normalized();
            const int side = sideOf(direction);
            const Vec3 local = toSide(side, direction);
            const Index i = columnOf(level, local.x() / local.z()),
                        j = columnOf(level, local.y() / local.z());
            const Vec3 axis = axisOf(cellAt(level, side, zOrder(i, j)));
            const Real tangent = axis.cross(direction).norm() / axis.dot(direction);
            EXPECT_LE(tangent, coneRadius(level) * (1 + 1e-12));
            widest = std::max(widest, tangent);
        }
        EXPECT_GE(widest, 0.9 * coneRadius(level)) << "level " << level;
    }
}

TEST(Charts, ConeRadiiAreThoseOfThePaper) {
    EXPECT_NEAR(coneRadius(0), std::sqrt(2.0), 1e-12);
    EXPECT_NEAR(coneRadius(1), 0.58579, 1e-5);
    EXPECT_NEAR(coneRadius(3), 0.15194, 1e-5);
}

TEST(Charts, FramesAreOrthonormalWithTheConesAxisLast) {
    for (Index cell = 0; cell < cellsUpTo(3); ++cell) {
        const Eigen::Matrix3f frame = frameOf(cell);
        EXPECT_TRUE((frame * frame.transpose()).isIdentity(1e-6f));
        EXPECT_GT(frame.determinant(), 0);
        EXPECT_NEAR((frame.row(2).transpose().cast<Real>() - axisOf(cell)).norm(), 0, 1e-7);
    }
}

Real areaOf(std::span<const Vec3> corners) {
    Vec3 area = Vec3::Zero();
    for (std::size_t i = 2; i < corners.size(); ++i) {
        area += (corners[i - 1] - corners[0]).cross(corners[i] - corners[0]);
    }
    return area.norm() / 2;
}

TEST(Pieces, CoverTheFaceAtEachLevelAndLieInTheirCells) {
    constexpr int kLeaf = 4;
    Random random(5);
    for (int trial = 0; trial < 300; ++trial) {
        const Vec3 middle = trial % 3 == 0 ? Vec3(Vec3::Zero()) : randomPoint(random);
        Triangle face = randomTriangle(random, trial % 2 == 0 ? 1 : 0.05);
        for (Vec3& corner : face) corner += middle;
        std::map<int, Real> area;
        forEachPiece(face, kLeaf, [&](int level, Index cell, const Polygon& piece) {
            area[level] += areaOf(piece.corners());
            const CellPlace at = placeOf(cell);
            ASSERT_EQ(at.level, level);
            for (const Vec3& corner : piece.corners()) {
                const Vec3 p = toSide(at.side, corner);
                const std::vector<Real>& limits = boundaries(level);
                EXPECT_GE(p.x(), limits[at.i] * p.z() - 1e-12);
                EXPECT_LE(p.x(), limits[at.i + 1] * p.z() + 1e-12);
                EXPECT_GE(p.y(), limits[at.j] * p.z() - 1e-12);
                EXPECT_LE(p.y(), limits[at.j + 1] * p.z() + 1e-12);
            }
        });
        for (int level = 0; level <= kLeaf; ++level) EXPECT_NEAR(area[level], areaOf(face), 1e-10);
    }
}

TEST(Pieces, FacesBetweenCellsAndThroughTheCentreHaveOnePiece) {
    for (const Triangle& face : {Triangle{Vec3(1, 1, 0), Vec3(2, 2, 0.5), Vec3(1, 1, 1)},
                                 Triangle{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)},
                                 Triangle{Vec3(-1, -1, 0), Vec3(1, -1, 0), Vec3(0, 1, 0)}}) {
        Real area = 0;
        forEachPiece(face, 3, [&](int level, Index, const Polygon& piece) {
            if (level == 3) area += areaOf(piece.corners());
        });
        EXPECT_NEAR(area, areaOf(face), 1e-12);
    }
}

TEST(Pieces, DistancesAreThoseOfThePolygonNotOfItsCorners) {
    const Polygon above(Triangle{Vec3(-1, -1, 2), Vec3(1, -1, 2), Vec3(0, 1, 2)});
    EXPECT_NEAR(distancesOf(above).nearest, 2, 1e-11);
    EXPECT_LE(distancesOf(above).nearest, 2);
    EXPECT_GE(distancesOf(above).farthest, std::sqrt(6.0));
    const Polygon point(Triangle{Vec3(3, 0, 0), Vec3(3, 0, 0), Vec3(3, 0, 0)});
    EXPECT_NEAR(distancesOf(point).nearest, distancesOf(point).farthest, 1e-10);
}

}  // namespace
}  // namespace ricochet::spherical_field
