#include "tests/narrow_phase/tested.h"
#include "tests/support/collision_cases.h"

#include <set>

namespace ricochet::test {
namespace {

class FindFaces : public EveryNarrowPhase {
protected:
    /// Expects each face once and all that have a point in the box; returns the number of those.
    static std::size_t expectThoseIn(const NarrowPhase& narrowPhase, const CollisionModel& model,
                                     const Aabb& box) {
        std::vector<Index> found = {7};
        narrowPhase.findFaces(model, box, found);
        const std::set<Index> faces(found.begin(), found.end());
        EXPECT_EQ(faces.size(), found.size());
        std::size_t inside = 0;
        for (Index face = 0; face < model.mesh().faceCount(); ++face) {
            if (!hasPointIn(model.mesh().triangle(face), box)) continue;
            ++inside;
            EXPECT_TRUE(faces.contains(face)) << face;
        }
        EXPECT_LE(found.size(), model.mesh().faceCount());
        return inside;
    }

    /// Corners, and points of a grid in the triangle.
    static bool hasPointIn(const Triangle& t, const Aabb& box) {
        if (!overlaps(boxOf(t), box)) return false;
        constexpr int kSteps = 12;
        for (int i = 0; i <= kSteps; ++i) {
            for (int j = 0; i + j <= kSteps; ++j) {
                const Real u = Real(i) / kSteps, v = Real(j) / kSteps;
                if (box.contains((1 - u - v) * t[0] + u * t[1] + v * t[2])) return true;
            }
        }
        return false;
    }
};

TEST_P(FindFaces, FindsAllFacesWithAPointInTheBox) {
    for (const Case& c : cases()) {
        const auto model = narrowPhase->build(c.a);
        Random random(71);
        HitRate hits;
        const Aabb& whole = c.a->box();
        for (int trial = 0; trial < 200 / kSlowdown; ++trial) {
            const Vec3& vertex = c.a->vertices()[random() % c.a->vertexCount()];
            const Vec3 middle = vertex + randomPoint(random, 0.1).cwiseProduct(whole.size());
            const Vec3 half = randomPoint(random, 0.1).cwiseProduct(whole.size()).cwiseAbs();
            hits.count(expectThoseIn(*narrowPhase, *model, {middle - half, middle + half}) > 0);
        }
        EXPECT_TRUE(hits.isBetween(0.1, 1)) << c.name << ": " << hits.value();
    }
}

TEST_P(FindFaces, FindsAVertexInABoxOfSizeZero) {
    const auto mesh = cases().front().a;
    const auto model = narrowPhase->build(mesh);
    for (const Vec3& vertex : mesh->vertices()) {
        EXPECT_GE(expectThoseIn(*narrowPhase, *model, {vertex, vertex}), 1u);
    }
}

TEST_P(FindFaces, FindsNoneInAnEmptyOrDistantBox) {
    const auto model = narrowPhase->build(cases().front().a);
    EXPECT_EQ(expectThoseIn(*narrowPhase, *model, Aabb{}), 0u);
    std::vector<Index> found;
    narrowPhase->findFaces(*model, {Vec3::Constant(1e6), Vec3::Constant(2e6)}, found);
    EXPECT_TRUE(found.empty());
}

TEST_P(FindFaces, FindsAllInAnInfiniteBox) {
    const auto model = narrowPhase->build(cases().front().a);
    std::vector<Index> found;
    narrowPhase->findFaces(*model, {Vec3::Constant(-1e300), Vec3::Constant(1e300)}, found);
    EXPECT_EQ(found.size(), model->mesh().faceCount());
}

RICOCHET_FOR_EVERY_NARROW_PHASE(FindFaces);

}  // namespace
}  // namespace ricochet::test
