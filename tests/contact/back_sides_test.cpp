#include "algorithms/contact/penetration/back_sides.h"

#include "algorithms/contact/tolerances.h"
#include "tests/contact/contact_scene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

namespace ricochet::test {
namespace {

std::shared_ptr<const Mesh> square(Real half) {
    return *Mesh::createTwoSided({{-half, 0, -half}, {-half, 0, half}, {half, 0, half}, {half, 0, -half}},
                                 {{0, 1, 2}, {0, 2, 3}});
}

/// The number of contacts, or 0 if one of them does not push A in that direction.
std::size_t contactsThatPush(const ContactScene& scene, Real up) {
    const PersistentContacts memory = scene.contacts(ClosePairs());
    const bool all = std::ranges::all_of(
        memory.points, [&](const ContactPoint& point) { return up * point.normal.y() > 0.9; });
    return all ? memory.points.size() : 0;
}

TEST(BackSides, APlateLeavesAnOpenSurfaceOnTheSideOfItsGreaterPart) {
    constexpr Real kThickness = 0.004;
    const auto plate = gridBoxMesh(Vec3(1, kThickness, 1));
    // The plate's corners over the square, then the square's corners under the plate.
    for (const Real half : {3.0, 0.3}) {
        for (const Real share : {-0.2, 0.0, 0.01, 0.3, 0.49}) {  // of the thickness that is through
            const Real height = (0.5 - share) * kThickness;
            EXPECT_EQ(contactsThatPush({plate, at(0, height, 0), square(half), Pose{}}, 1), 4u) << share;
            EXPECT_EQ(contactsThatPush({plate, at(0, -height, 0), square(half), Pose{}}, -1), 4u) << share;
            EXPECT_EQ(contactsThatPush({square(half), Pose{}, plate, at(0, height, 0)}, -1), 4u) << share;
        }
    }
}

TEST(BackSides, APlateAcrossTheBoundaryOfAnOpenSurfaceIsNotHeldThere) {
    const auto plate = gridBoxMesh(Vec3(1, 0.004, 1));
    EXPECT_GT(contactsThatPush({plate, turned(0.4, {0, 1, 0}, {0.5, 0.00199, 0.1}), square(0.6), Pose{}}, 1),
              2u);
}

/// A low roof: its base has no corner below the ridge, where it is thickest.
TEST(BackSides, CornersOfAThinBodyNeedNotBeOppositeEachOther) {
    const auto roof =
        makeMesh({{-0.2, 0, -1}, {-0.2, 0, 1}, {0.2, 0, 1}, {0.2, 0, -1}, {0, 0.008, 0.8}, {0, 0.008, -0.8}},
                 {{0, 2, 1}, {0, 3, 2}, {1, 2, 4}, {3, 0, 5}, {0, 1, 4}, {0, 4, 5}, {2, 3, 5}, {2, 5, 4}});
    EXPECT_EQ(contactsThatPush({roof, at(0, -0.0002, 0), square(2), Pose{}}, 1), 4u);
}

TEST(BackSides, AThickBodyThatPassedThroughIsPushedBack) {
    const auto cube = gridBoxMesh(Vec3(1, 1, 1));
    EXPECT_EQ(contactsThatPush({cube, at(0, 0.496, 0), square(3), Pose{}}, 1), 4u);
    EXPECT_EQ(contactsThatPush({cube, at(0, -0.496, 0), square(3), Pose{}}, -1), 4u);
}

TEST(BackSides, AThinBladeOnItsEdgeIsHeld) {
    const auto blade = gridBoxMesh(Vec3(1, 1, 0.004));
    const Real tilt = 0.5, lowest = 0.5 * std::cos(tilt) + 0.002 * std::sin(tilt);
    const ContactScene scene(blade, turned(tilt, {1, 0, 0}, {0, lowest - 0.0005, 0}), square(3), Pose{});
    EXPECT_EQ(contactsThatPush(scene, 1), 2u);
}

/// Two jaws 0.2 mm apart with the square between them: its contacts are real on both sides.
TEST(BackSides, AClampHoldsAnOpenSurfaceFromBothSides) {
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
    for (const Real y : {0.5, -0.5}) {
        const auto jaw = gridBoxMesh(Vec3(1, 0.9998, 1));
        const auto first = static_cast<Index>(vertices.size());
        for (const Vec3& v : jaw->vertices()) vertices.push_back(v + Vec3(0, y, 0));
        for (const Face& f : jaw->faces()) faces.push_back({f[0] + first, f[1] + first, f[2] + first});
    }
    const auto clamp = makeMesh(vertices, faces);
    const PersistentContacts memory = ContactScene(clamp, at(0, 0.0003, 0), square(3), Pose{}).contacts();
    EXPECT_EQ(memory.patches.size(), 2u);
    EXPECT_EQ(memory.points.size(), 8u);
}

/// An open surface of one or two triangles above another one.
struct TwoOpen {
    std::shared_ptr<const Mesh> upper, lower;
    Real turn;  ///< radians, of the upper one
};

std::vector<TwoOpen> openPairs() {
    const std::shared_ptr<const Mesh> triangle =
        *Mesh::createTwoSided({{0, 0, 0}, {0, 0, 1}, {1, 0, 0}}, {{0, 1, 2}});
    return {{triangle, triangle, 0},         {triangle, triangle, 0.3},     {square(0.5), square(0.5), 0},
            {square(0.5), square(0.5), 0.3}, {square(0.3), square(2), 0.2}, {square(2), square(0.3), 0.2}};
}

TEST(BackSides, OpenSurfacesThatDoNotTouchAreApartByTheirGap) {
    for (const TwoOpen& s : openPairs()) {
        for (const Real gap : {1e-4, 1e-3, 5e-3}) {
            for (const Real side : {1, -1}) {
                ContactScene scene(s.upper, turned(s.turn, {0, 1, 0}, {0, side * gap, 0}), s.lower, Pose{});
                scene.input.step.minimumQueryDistance = 0.02;
                const PersistentContacts memory = scene.contacts();
                EXPECT_GE(memory.points.size(), 3u);
                for (const ContactPoint& point : memory.points) {
                    EXPECT_NEAR(point.distance, gap, 1e-9);
                    EXPECT_NEAR(point.normal.y(), side, 1e-9);
                }
            }
        }
    }
}

TEST(BackSides, TheSideThatHeldABodyHoldsItWhereItHasComeThrough) {
    std::vector<TwoOpen> all = openPairs();
    all.push_back({gridBoxMesh(Vec3(1, 0.004, 1)), square(3), 0.1});
    for (const TwoOpen& s : all) {
        const Real bottom = s.upper->isTwoSided() ? 0 : 0.002;
        for (const Real side : {1, -1}) {
            ContactScene scene(s.upper, turned(s.turn, {0, 1, 0}, {0, side * (bottom + 5e-4), 0}), s.lower,
                               Pose{});
            const AllPairs narrowPhase;
            PairMemory pairMemory;
            PersistentContacts memory;
            findContacts(narrowPhase, scene.input, {}, pairMemory, memory);
            EXPECT_FALSE(memory.points.empty());
            for (const Real depth : {1e-4, 5e-4, 2.5e-3}) {
                scene.input.a.pose.translation.y() = side * (bottom - depth);
                findContacts(narrowPhase, scene.input, {}, pairMemory, memory);
                EXPECT_GE(memory.points.size(), 3u) << depth;
                for (const ContactPoint& point : memory.points) {
                    EXPECT_NEAR(point.distance, -depth, 1e-9);
                    EXPECT_NEAR(point.normal.y(), side, 1e-9);
                }
            }
        }
    }
}

TEST(BackSides, DoNotDependOnTheSuperset) {
    Random random(31);
    const auto plate = gridBoxMesh(Vec3(1, 0.004, 1), 3);
    for (int i = 0; i < 40; ++i) {
        const Pose pose =
            turned(0.006 * uniform(random, 0, 1), randomPoint(random), 0.004 * randomPoint(random));
        ContactScene scene(plate, pose, square(3), Pose{});
        scene.input.a.motion.linearVelocity = randomPoint(random);
        const PersistentContacts exact = scene.contacts(ClosePairs()), all = scene.contacts(AllPairs(3));
        ASSERT_EQ(exact.points.size(), all.points.size());
        for (std::size_t k = 0; k < exact.points.size(); ++k) {
            EXPECT_EQ(exact.points[k].key, all.points[k].key);
        }
    }
}

/// The claim at the head of back_sides.cpp, for each pair of contacts; A is an open surface.
std::vector<Candidate> afterEachPair(const Mesh& open, const Mesh& body, std::span<const ContactPoint> last,
                                     const std::vector<Candidate>& all) {
    const auto held = [&](const Candidate& c) {
        return std::ranges::any_of(last, [&](const ContactPoint& before) {
            return before.normal.dot(c.normal) > kTolerances.sideCosine &&
                   open.isBack(before.faceA) == open.isBack(c.faceA);
        });
    };
    const auto wins = [&](const Candidate& c, const Candidate& other) {
        if (other.normal.dot(c.normal) >= kTolerances.opposed) return false;
        const Real thickness = -c.normal.dot(other.onB - c.onB);
        if (thickness < 0 || (thickness == 0 && !body.isTwoSided())) return false;
        if (thickness > -2 * std::min(c.gap, other.gap)) return false;
        if (held(other) != held(c)) return held(other);
        return c.gap < 0 && (other.gap > c.gap || (other.gap == c.gap && open.isBack(c.faceA)));
    };
    std::vector<Candidate> remaining;
    for (const Candidate& c : all) {
        if (body.isTwoSided() && c.gap < 0 && !held(c)) continue;
        if (std::ranges::none_of(all, [&](const Candidate& other) { return wins(c, other); }))
            remaining.push_back(c);
    }
    return remaining;
}

TEST(BackSides, ManyContactsAreComparedAsEachWithEach) {
    const std::shared_ptr<const Mesh> open = square(1), openBody = square(1),
                                      solid = gridBoxMesh(Vec3(1, 1, 1));
    Random random(12);
    std::size_t dropped = 0, remaining = 0;
    for (int trial = 0; trial < 40; ++trial) {
        const Mesh& body = trial % 2 == 0 ? *openBody : *solid;
        std::vector<ContactPoint> last(static_cast<std::size_t>(trial % 3));
        for (ContactPoint& contact : last) {
            contact.normal = randomPoint(random).normalized();
            contact.faceA = static_cast<Index>(pick(random, 4));
        }
        std::vector<Candidate> all;
        for (int i = 0; i < (trial < 36 ? 80 : 1500); ++i) {
            const Vec3 point = 0.05 * randomPoint(random);
            all.push_back({point, point, randomPoint(random).normalized(), uniform(random, -0.05, 0.02),
                           static_cast<Index>(pick(random, 4)), 0, static_cast<std::uint64_t>(i)});
        }
        const std::vector<Candidate> expected = afterEachPair(*open, body, last, all);
        std::vector<Candidate> found = all;
        dropBackSides(*open, body, last, found);
        if (body.isTwoSided()) {  // then B's contacts are compared, too: no more of them remain
            EXPECT_TRUE(std::ranges::includes(expected, found, {}, &Candidate::key, &Candidate::key));
            continue;
        }
        EXPECT_TRUE(std::ranges::equal(found, expected, {}, &Candidate::key, &Candidate::key));
        remaining += found.size();
        dropped += all.size() - found.size();
    }
    EXPECT_GT(dropped, 100u);
    EXPECT_GT(remaining, 100u);
}

}  // namespace
}  // namespace ricochet::test
