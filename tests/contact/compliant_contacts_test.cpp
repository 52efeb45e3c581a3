#include "algorithms/contact/manifold/compliant_contacts.h"

#include "tests/contact/contact_scene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace ricochet::test {
namespace {

constexpr Real kCubeRadius = 0.866;  // metres: the slop is a thousandth of it, the entry depth a hundredth

/// A unit cube that is placed step by step in a floor with its top at 0.
class SinkingCube {
public:
    explicit SinkingCube(bool isCompliant, SharedMesh floor = gridBoxMesh(Vec3(10, 2, 10)))
        : isCompliant_(isCompliant), floor_(std::move(floor)) {}

    const PersistentContacts& step(const Pose& pose) {
        ContactScene scene(cube_, pose, floor_, at(0, -1, 0));
        scene.input.step.isCompliant = isCompliant_;
        findContacts(AllPairs(), scene.input, {}, pairMemory_, memory_);
        return memory_;
    }
    const PersistentContacts& sinkTo(Real depth, Real x = 0) { return step(at(x, 0.5 - depth, 0)); }

private:
    const bool isCompliant_;
    const SharedMesh cube_ = gridBoxMesh(Vec3(1, 1, 1)), floor_;
    PairMemory pairMemory_;
    PersistentContacts memory_;
};

/// Four contacts, all upwards and equally deep.
void expectCarried(const PersistentContacts& memory, Real depth) {
    EXPECT_EQ(memory.points.size(), 4u) << depth;
    for (const ContactPoint& point : memory.points) {
        EXPECT_NEAR(point.distance, -depth, 1e-12);
        EXPECT_NEAR(point.normal.y(), 1, 1e-12);
    }
}

TEST(CompliantContacts, FourPointsStayAtAnyDepth) {
    SinkingCube cube(true);
    for (const Real depth : {0.001, 0.008, 0.0123, 0.05, 0.12, 0.25, 0.4, 0.3, 0.02, 0.001}) {
        expectCarried(cube.sinkTo(depth), depth);
    }
}

TEST(CompliantContacts, HardContactsArePushedOutByOneDeepContact) {
    SinkingCube cube(false);
    cube.sinkTo(0.001);
    EXPECT_LT(cube.sinkTo(0.05).points.size(), 4u);
}

TEST(CompliantContacts, TheSideOfASlabIsNotAnExit) {
    SinkingCube cube(true);
    for (const Real depth : {0.001, 0.02, 0.1, 0.2}) expectCarried(cube.sinkTo(depth, 4.47), depth);
}

TEST(CompliantContacts, APlateThinnerThanTheDepthHolds) {
    SinkingCube cube(true, gridBoxMesh(Vec3(10, 0.06, 10)));
    for (const Real depth : {0.001, 0.02, 0.05, 0.1, 0.2}) {
        const PersistentContacts& memory = cube.step(at(0, 0.5 - 0.97 - depth, 0));  // its top is at -0.97
        expectCarried(memory, depth);
    }
}

TEST(CompliantContacts, ABodyPlacedDeepGetsFourPoints) {
    SinkingCube cube(true);
    EXPECT_GE(cube.sinkTo(0.1).points.size(), 1u);
    expectCarried(cube.sinkTo(0.1), 0.1);
}

TEST(CompliantContacts, ARockingCubeKeepsAllInnerCorners) {
    SinkingCube cube(true);
    cube.sinkTo(0.001);
    for (const Real angle : {0.01, 0.05, 0.2, -0.2, 0.4}) {
        const PersistentContacts& memory = cube.step(turned(angle, {0, 0, 1}, {0, 0.2, 0}));
        EXPECT_EQ(memory.points.size(), 4u) << angle;
        const auto [minimum, maximum] =
            std::ranges::minmax_element(memory.points, {}, &ContactPoint::distance);
        EXPECT_NEAR(maximum->distance - minimum->distance, std::sin(std::abs(angle)), 1e-9);
    }
}

TEST(CompliantContacts, NeedAHistoryBelowTheEntryDepth) {
    ContactScene scene(gridBoxMesh(Vec3(1, 1, 1)), at(0, 0.45, 0), gridBoxMesh(Vec3(10, 2, 10)),
                       at(0, -1, 0));
    scene.input.step.isCompliant = true;
    SpeculativeMargin margin{};
    margin.linearSlop = 1e-3 * kCubeRadius;
    PersistentContacts last;
    last.points.resize(1);
    last.points[0].normal = Vec3(0, 1, 0);
    last.points[0].distance = -0.05;
    const Vec3 none = Vec3::Zero(), up(0, 1, 0), aside(1, 0, 0);
    const auto isRetained = [&](const Vec3& normal, Real gap, bool needsHistory) {
        std::vector<Candidate> candidates{{none, none, normal, gap, 0, 0, 0, needsHistory}};
        dropWithoutHistory(scene.input, margin, last, candidates);
        return !candidates.empty();
    };
    for (const bool isCompliant : {false, true}) {  // solids that a solver has not held sink in, too
        scene.input.step.isCompliant = isCompliant;
        EXPECT_TRUE(isRetained(up, -0.05, false));
        EXPECT_FALSE(isRetained(aside, -0.05, false));
    }
    EXPECT_TRUE(isRetained(up, -0.02, true));
    EXPECT_FALSE(isRetained(up, -0.06, false));  // no contact was as deep
    EXPECT_TRUE(isRetained(aside, -0.005, false));
    EXPECT_FALSE(isRetained(aside, -0.005, true));
}

}  // namespace
}  // namespace ricochet::test
