// A two-sided mesh's tree holds its fronts; queries cover backs, too.

#include "algorithms/wide_tree/wide_tree.h"
#include "tests/support/against_brute_force.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace ricochet::test {
namespace {

SharedMesh twoSided(const SharedMesh& mesh) {
    const SharedMesh open = withoutFace(*mesh, 9);
    return *Mesh::createTwoSided(open->vertices(), open->faces());
}

const SharedMesh& openTorus() {
    static const SharedMesh mesh = twoSided(torusMesh(1, 0.4, 24, 12));
    return mesh;
}

TEST(WideTreeOfATwoSidedMesh, FindsThePairsOfBruteForce) {
    const WideTree wide;
    const SharedMesh openKnot = twoSided(knotMesh(30, 6)), sphere = sphereMesh(12, 6, 0.5);
    Random random(17);
    HitRate hits;
    for (const SharedMesh& other : {openKnot, sphere}) {
        const AgainstBruteForce pair(wide, openTorus(), other), turned(wide, other, openTorus());
        for (int trial = 0; trial < 40; ++trial) {
            const auto [poseA, poseB] = randomPoses(random, 2.8);
            EXPECT_EQ(pair.pairs(poseA, poseB), pair.truth(poseA, poseB));
            EXPECT_EQ(turned.pairs(poseB, poseA), turned.truth(poseB, poseA));
            hits.count(!pair.truth(poseA, poseB).empty());
        }
    }
    EXPECT_TRUE(hits.isBetween(0.3, 0.7)) << hits.value();
}

/// Half of them are fronts, the others their backs.
bool areBothSides(std::vector<Index> faces) {
    std::ranges::sort(faces);
    const std::size_t half = faces.size() / 2;
    for (std::size_t i = 0; i < half; ++i) {
        if (faces[i] + openTorus()->frontCount() != faces[half + i]) return false;
    }
    return half > 0 && faces.size() == 2 * half;
}

TEST(WideTreeOfATwoSidedMesh, FindsBothSidesInABoxAndOnARay) {
    const WideTree wide;
    const auto model = wide.build(openTorus());
    std::vector<Index> found;
    for (Index face = 0; face < openTorus()->frontCount(); face += 7) {
        const Triangle t = openTorus()->triangle(face);
        wide.findFaces(*model, boxOf(t), found);
        EXPECT_TRUE(areBothSides(found));
        const Vec3 middle = (t[0] + t[1] + t[2]) / 3;
        wide.castRay({model.get(), {}}, {2 * middle, 0.99 * middle}, found);
        EXPECT_TRUE(areBothSides(found));
    }
}

TEST(WideTreeOfATwoSidedMesh, TheClosestFaceMayBeABackFace) {
    const WideTree wide;
    const auto model = wide.build(openTorus());
    const Index fronts = openTorus()->frontCount();
    PointQuery query{Vec3(0.3, 2, 0.1)};
    const auto front = wide.closestFace({model.get(), {}}, query);
    query.accepts = [fronts](Index face) { return face >= fronts; };
    const auto back = wide.closestFace({model.get(), {}}, query);
    ASSERT_TRUE(front && back);
    EXPECT_EQ(back->face, fronts + front->face);
}

TEST(WideTreeOfATwoSidedMesh, TakesNoMoreMemoryThanThatOfItsFronts) {
    const WideTree wide;
    const SharedMesh torus = torusMesh(1, 0.4, 100, 50);
    const SharedMesh both = *Mesh::createTwoSided(torus->vertices(), torus->faces());
    EXPECT_EQ(wide.build(both)->bytes(), wide.build(torus)->bytes());
}

}  // namespace
}  // namespace ricochet::test
