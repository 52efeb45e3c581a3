#include "algorithms/contact/manifold/pair_solver.h"

#include <gtest/gtest.h>

#include <vector>

namespace ricochet {
namespace {

BodyMotion bodyOf(Real mass, Real inertia) {
    BodyMotion body;
    body.inverseMass = 1 / mass;
    body.inverseInertia = Matrix3::Identity() / inertia;
    return body;
}

TEST(PairSolver, ALoadWidensItsLineByItsMobility) {
    const PushLine line(Vec3::UnitY(), Vec3(0.5, -1, 0), Vec3(-0.25, 1, 0));
    PairSolver solver(bodyOf(2, 0.5), bodyOf(4, 1));
    EXPECT_DOUBLE_EQ(solver.mobility(line), 0.5 + 0.25 + 0.25 / 0.5 + 0.0625);
    solver.add(line, 3);
    EXPECT_DOUBLE_EQ(solver.widening(line), 3 * solver.mobility(line));
    EXPECT_TRUE(solver.translation().isApprox(Vec3(0, 3 * 0.75, 0)));
    EXPECT_TRUE(solver.rotationOfA().isApprox(Vec3(0, 0, 3 * 0.5 / 0.5)));
    EXPECT_TRUE(solver.rotationOfB().isApprox(Vec3(0, 0, 3 * 0.25)));
}

TEST(PairSolver, SweepsEndWithoutNegativeGapsAndOnlyTouchingPointsPush) {
    const Vec3 up = Vec3::UnitY();
    const std::vector<PushLine> lines = {{up, Vec3(-1, -1, 0), Vec3::Zero()},
                                         {up, Vec3(1, -1, 0), Vec3::Zero()},
                                         {up, Vec3(0.5, -1, 0), Vec3::Zero()}};
    const std::vector<Real> gaps = {-0.02, -0.01, 0.03};
    PairSolver solver(bodyOf(1, 0.4), BodyMotion());
    for (const PushLine& line : lines) solver.add(line, 1);
    int sweeps = 0;
    while (solver.sweep(gaps) > 1e-12 && ++sweeps < 1000) {
    }
    EXPECT_LT(sweeps, 1000);
    EXPECT_NEAR(gaps[0] + solver.widening(lines[0]), 0, 1e-11);
    EXPECT_NEAR(gaps[1] + solver.widening(lines[1]), 0, 1e-11);
    EXPECT_GT(gaps[2] + solver.widening(lines[2]), 0.01);
    EXPECT_EQ(solver.load(2), 0);
    EXPECT_GT(solver.load(0), solver.load(1));
}

TEST(PairSolver, DisplacementIsThatOfPointsAtTheRadius) {
    PairSolver solver(bodyOf(1, 1), bodyOf(1, 1));
    solver.add({Vec3::UnitY(), Vec3(1, 0, 0), Vec3(1, 0, 0)}, 1);
    EXPECT_DOUBLE_EQ(solver.displacement(0), 2);
    EXPECT_DOUBLE_EQ(solver.displacement(0.75), 2.5);
}

}  // namespace
}  // namespace ricochet
