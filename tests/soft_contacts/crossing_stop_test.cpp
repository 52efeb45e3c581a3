// The oracle: no edge of one cloth pierces a face of the other, by the exact test of triangles.

#include "algorithms/soft_contacts/crossing_stop.h"

#include "algorithms/geometry/triangle_triangle.h"
#include "tests/soft_contacts/cloth.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace ricochet::soft_contacts {
namespace {

constexpr Real kFullThickness = 0.02;

Real toFloat(Real x) { return static_cast<float>(x); }

struct Moved {
    explicit Moved(Cloth&& made) : cloth(std::move(made)), inverseMass(cloth.from.size(), 1) {
        round(cloth.from);
        cloth.to = cloth.from;
    }
    static void round(std::vector<Vec3>& points) {
        for (Vec3& p : points) {
            for (Real& x : p) x = toFloat(x);
        }
    }
    void moveBy(std::mt19937& random, Real motion, const Vec3& velocity) {
        cloth.moveBy(random, motion, velocity);
        round(cloth.to);
    }
    MovedBody body() { return {cloth.elements, cloth.from, cloth.to, inverseMass}; }
    Cloth cloth;
    std::vector<Real> inverseMass;
};

Triangle triangleOf(const std::vector<Vec3>& nodes, const Face& face) {
    return {nodes[face[0]], nodes[face[1]], nodes[face[2]]};
}

/// At a time of the step from 0 to 1.
std::vector<Vec3> nodesAt(const Cloth& cloth, Real time) {
    std::vector<Vec3> nodes = cloth.to;
    for (std::size_t i = 0; i < nodes.size(); ++i) nodes[i] = (1 - time) * cloth.from[i] + time * cloth.to[i];
    return nodes;
}

int crossingFaces(const Cloth& a, const Cloth& b, Real time = 1) {
    const std::vector<Vec3> ofA = nodesAt(a, time), ofB = nodesAt(b, time);
    int count = 0;
    for (const Face& f : a.topology.faces) {
        for (const Face& g : b.topology.faces) count += intersects(triangleOf(ofA, f), triangleOf(ofB, g));
    }
    return count;
}

int crossingFaces(const Cloth& a, Real time = 1) {
    const std::vector<Vec3> nodes = nodesAt(a, time);
    int count = 0;
    for (std::size_t i = 0; i < a.topology.faces.size(); ++i) {
        for (std::size_t k = i + 1; k < a.topology.faces.size(); ++k) {
            const Face &f = a.topology.faces[i], &g = a.topology.faces[k];
            const auto isOfG = [&](Index node) { return std::ranges::find(g, node) != g.end(); };
            if (std::ranges::any_of(f, isOfG)) continue;
            count += intersects(triangleOf(nodes, f), triangleOf(nodes, g));
        }
    }
    return count;
}

TEST(CrossingStop, TwoClothsThatPassEachOtherStaySeparate) {
    std::mt19937 random(1);
    for (const Real speed : {0.05, 0.3, 2.0}) {
        Moved a(crumpledCloth(random, 10, 0)), b(crumpledCloth(random, 13, 0.6));
        a.moveBy(random, 0.02, Vec3(0, 0, speed));
        b.moveBy(random, 0.02, Vec3(0.1, 0, -speed));
        const bool mustMove = speed > 0.2;
        EXPECT_EQ(CrossingStop().separate(a.body(), b.body(), kFullThickness, toFloat), mustMove) << speed;
        for (const Real time : {0.25, 0.5, 0.75, 1.0})
            EXPECT_EQ(crossingFaces(a.cloth, b.cloth, time), 0) << speed << ", " << time;
        for (const Moved* m : {&a, &b}) {
            std::vector<Vec3> rounded = m->cloth.to;
            Moved::round(rounded);
            EXPECT_EQ(m->cloth.to, rounded);
        }
    }
}

TEST(CrossingStop, LayersThatPassThroughEachOtherStaySeparate) {
    std::mt19937 random(2);
    for (const Real height : {0.03, 0.2}) {
        Moved folded(foldedCloth(16, height));
        for (std::size_t i = 0; i < folded.cloth.to.size(); ++i) {
            const Vec3& from = folded.cloth.from[i];
            const Vec3 motion(0.1, 0, -height * (0.5 + from.y()));
            folded.cloth.to[i] = from + (from.z() > height * 0.75 ? motion : Vec3(0, 0, 0));
        }
        EXPECT_GT(crossingFaces(folded.cloth), 0);
        EXPECT_TRUE(CrossingStop().separate(folded.body(), kFullThickness, toFloat));
        EXPECT_EQ(crossingFaces(folded.cloth), 0);
        for (const Real time : {0.25, 0.5, 0.75}) EXPECT_EQ(crossingFaces(folded.cloth, time), 0) << time;
    }
}

TEST(CrossingStop, DoesNotMoveFixedNodesOrMomentum) {
    std::mt19937 random(3);
    Moved a(crumpledCloth(random, 10, 0)), b(crumpledCloth(random, 10, 0.5));
    a.moveBy(random, 0, Vec3(0, 0, 0.25));
    b.moveBy(random, 0, Vec3(0, 0, -0.25));
    std::ranges::fill(b.inverseMass, Real{0.25});
    const auto sum = [](const std::vector<Vec3>& points) {
        Vec3 total = Vec3::Zero();
        for (const Vec3& p : points) total += p;
        return total;
    };
    const Vec3 before = sum(a.cloth.to) + 4 * sum(b.cloth.to);
    ASSERT_TRUE(CrossingStop().separate(a.body(), b.body(), kFullThickness, [](Real x) { return x; }));
    EXPECT_LT((sum(a.cloth.to) + 4 * sum(b.cloth.to) - before).norm(), 1e-9);

    Moved c(crumpledCloth(random, 10, 0)), d(crumpledCloth(random, 10, 0.5));
    c.moveBy(random, 0, Vec3(0, 0, 1));
    std::ranges::fill(d.inverseMass, Real{0});
    const std::vector<Vec3> fixed = d.cloth.to;
    EXPECT_TRUE(CrossingStop().separate(c.body(), d.body(), kFullThickness, toFloat));
    EXPECT_EQ(d.cloth.to, fixed);
    EXPECT_EQ(crossingFaces(c.cloth, d.cloth), 0);
}

TEST(CrossingStop, AFlatClothDoesNotTouchItself) {
    Moved flat(Cloth(20, [](Real u, Real v) { return Vec3(u, v, 0); }));
    EXPECT_FALSE(CrossingStop().separate(flat.body(), 1, toFloat));
}

}  // namespace
}  // namespace ricochet::soft_contacts
