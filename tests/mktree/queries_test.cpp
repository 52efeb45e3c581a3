#include "algorithms/mktree/queries.h"

#include "algorithms/geometry/closest_points.h"
#include "algorithms/geometry/triangle_triangle.h"
#include "tests/mktree/worlds.h"
#include "tests/support/build_kind.h"

#include <gmock/gmock.h>

#include <set>

namespace ricochet::mktree::test {
namespace {

using Name = std::pair<Index, Index>;

class MkTreeQueries : public testing::Test {
protected:
    MkTreeQueries()
        : objects_(clutter(33, 150)),
          world_(whole(objects_)),
          tree_(builtTree(objects_, folder_.file("w"), {.leafTriangles = 60})) {}

    Real real(Real minimum, Real maximum) {
        return std::uniform_real_distribution<Real>(minimum, maximum)(random_);
    }
    Vec3 point(Real size) { return {real(-size, size), real(-size, size), real(-size, size)}; }

    TemporaryFolder folder_;
    Objects objects_;
    WholeWorld world_;
    std::shared_ptr<const MkTree> tree_;
    std::mt19937 random_{17};
};

TEST_F(MkTreeQueries, BoxFindsTheTrianglesThatBruteForceFinds) {
    int found = 0;
    for (int i = 0; i < 200; ++i) {
        Aabb box;
        box.include(point(6));
        box.include(box.min + Vec3(real(0, 2), real(0, 2), real(0, 2)));
        std::vector<Name> names, truth;
        const auto good = forEachFaceIn(*tree_, box, [&](const WorldFace& face) {
            names.emplace_back(face.part, face.number);
            return true;
        });
        ASSERT_TRUE(good);
        for (Index f = 0; f < world_.mesh->faceCount(); ++f) {
            if (overlaps(boxOf(world_.mesh->triangle(f)), box)) truth.push_back(world_.names[f]);
        }
        std::ranges::sort(names);
        std::ranges::sort(truth);
        ASSERT_EQ(names, truth);
        found += !names.empty();
    }
    EXPECT_GT(found, 60);
    EXPECT_LT(found, 200);
}

TEST_F(MkTreeQueries, BoxStopsOnRequest) {
    int calls = 0;
    ASSERT_TRUE(forEachFaceIn(*tree_, tree_->box(), [&](const WorldFace&) { return ++calls < 5; }));
    EXPECT_EQ(calls, 5);
}

TEST_F(MkTreeQueries, BoxHoldsOneLeafAtATime) {
    const auto small = MkTree::open(folder_.file("w"), {.cacheBytes = 0});
    ASSERT_TRUE(small);
    ASSERT_TRUE(forEachFaceIn(**small, tree_->box(), [](const WorldFace&) { return true; }));
    EXPECT_EQ(leavesIn(**small, tree_->box()).size(), tree_->directory().leaves.size());
    EXPECT_LT((*small)->statistics().maximumBytes, 40'000u);
}

TEST_F(MkTreeQueries, NearestFaceIsThatOfBruteForce) {
    int found = 0;
    for (int i = 0; i < 120; ++i) {
        const Vec3 p = point(6);
        Real minimum = std::numeric_limits<Real>::infinity();
        for (Index f = 0; f < world_.mesh->faceCount(); ++f) {
            minimum = std::min(minimum, (closestPoint(world_.mesh->triangle(f), p) - p).norm());
        }
        const auto nearest = nearestFace(*tree_, p, 1);
        ASSERT_TRUE(nearest);
        ASSERT_EQ(nearest->has_value(), minimum <= 1);
        if (!*nearest) continue;
        ++found;
        EXPECT_EQ((*nearest)->distance, minimum);
        EXPECT_NEAR(((*nearest)->point - p).norm(), minimum, 1e-15);
    }
    EXPECT_GT(found, 36);
    EXPECT_LT(found, 116);
    EXPECT_TRUE(*nearestFace(*tree_, Vec3(100, 0, 0), std::numeric_limits<Real>::infinity()));
}

/// Whether the segment crosses a triangle, by the signs of volumes.
std::optional<Real> crossing(const Triangle& t, const Vec3& from, const Vec3& to) {
    const Vec3 normal = (t[1] - t[0]).cross(t[2] - t[0]);
    const Real begin = normal.dot(from - t[0]), end = normal.dot(to - t[0]);
    if ((begin > 0) == (end > 0)) return std::nullopt;
    const Real part = begin / (begin - end);
    const Vec3 p = from + part * (to - from);
    for (std::size_t k = 0; k < 3; ++k) {
        if (normal.dot((t[(k + 1) % 3] - t[k]).cross(p - t[k])) < 0) return std::nullopt;
    }
    return part;
}

TEST_F(MkTreeQueries, RayHitsWhatBruteForceHitsFirst) {
    int hits = 0;
    for (int i = 0; i < 200; ++i) {
        Vec3 from = point(6), to = point(6);
        if (i % 4 == 0) to = from + real(0.1, 8) * Vec3::Unit(i % 3);
        Real minimum = 2;
        for (Index f = 0; f < world_.mesh->faceCount(); ++f) {
            if (const auto part = crossing(world_.mesh->triangle(f), from, to))
                minimum = std::min(minimum, *part);
        }
        const auto hit = castRay(*tree_, from, to);
        ASSERT_TRUE(hit);
        ASSERT_EQ(hit->has_value(), minimum <= 1) << i;
        if (!*hit) continue;
        ++hits;
        EXPECT_NEAR((*hit)->part, minimum, 1e-12);
    }
    EXPECT_GT(hits, 60);
    EXPECT_LT(hits, 180);
}

TEST_F(MkTreeQueries, AlongVisitsAllFacesUpToTheEnd) {
    std::size_t crossed = 0, handed = 0;
    for (int i = 0; i < 100; ++i) {
        const Vec3 from = point(6), to = point(6);
        const Real end = i % 2 ? 1 : 0.4;
        std::set<Name> names;
        ASSERT_TRUE(forEachFaceAlong(*tree_, from, to, 1, 1e-4, [&](const WorldFace& face) {
            EXPECT_TRUE(names.emplace(face.part, face.number).second);
            return end;
        }));
        for (Index f = 0; f < world_.mesh->faceCount(); ++f) {
            const auto part = crossing(world_.mesh->triangle(f), from, to);
            if (!part || *part > end) continue;
            EXPECT_TRUE(names.contains(world_.names[f]));
            ++crossed;
        }
        handed += names.size();
    }
    EXPECT_GT(crossed, 100u);
    EXPECT_LT(handed, 20 * crossed);
}

TEST_F(MkTreeQueries, RayReadsNoLeafBehindItsHit) {
    tree_->clearCache();
    const Triangle aim = tree_->leaf(0).value()->triangle(0);
    const Vec3 at = (aim[0] + aim[1] + aim[2]) / 3;
    tree_->clearCache();
    const auto hit = castRay(*tree_, at + Vec3(0.3, 0.2, 0.4), at - Vec3(60, 40, 80));
    ASSERT_TRUE(hit && *hit);
    EXPECT_LT(tree_->statistics().leavesRead, tree_->directory().leaves.size() / 4);
}

TEST_F(MkTreeQueries, FacePairsAreThoseOfBruteForce) {
    const auto body = std::make_shared<Mesh>(*torusMesh(0.5, 0.2, 12, 8));
    const MovingBody moving(body);
    int hits = 0;
    const int poses = ricochet::test::kIsSlowBuild ? 5 : 60;
    for (int i = 0; i < poses; ++i) {
        const Eigen::Quaternion<Real> turn(real(-1, 1), real(-1, 1), real(-1, 1), real(-1, 1));
        Pose pose{turn.normalized().toRotationMatrix(), point(5)};
        if (i % 5 == 0) {  // exactly touching
            const Triangle t =
                world_.mesh->triangle(static_cast<Index>(random_() % world_.mesh->faceCount()));
            pose = {Matrix3::Identity(), t[0] - body->vertices()[0]};
        }
        std::vector<WorldFacePair> truth;
        for (Index f = 0; f < world_.mesh->faceCount(); ++f) {
            for (Index a = 0; a < body->faceCount(); ++a) {
                const Triangle placedA = transformTriangle(pose, body->triangle(a)),
                               b = world_.mesh->triangle(f);
                if (overlaps(boxOf(placedA), boxOf(b)) && intersects(placedA, b)) {
                    truth.push_back({a, world_.names[f].first, world_.names[f].second});
                }
            }
        }
        std::ranges::sort(truth);
        const auto pairs = facePairs(*tree_, moving, pose);
        ASSERT_TRUE(pairs);
        ASSERT_EQ(*pairs, truth) << i;
        hits += !truth.empty();
    }
    EXPECT_GT(hits, 0.3 * poses);
    EXPECT_LT(hits, 0.94 * poses);
}

TEST_F(MkTreeQueries, SweptBodyFindsAllTrianglesThatItMeets) {
    const MovingBody body(torusMesh(0.3, 0.1, 10, 6));
    std::size_t met = 0, handed = 0;
    for (int i = 0; i < 40; ++i) {
        const Pose pose{Matrix3::Identity(), point(5)};
        const ScrewMotion screw{point(3), point(1).normalized(), real(0, 7), real(-3, 3)};
        std::set<Name> names;
        ASSERT_TRUE(forEachFaceSwept(*tree_, body, pose, screw, [&](const WorldFace& face) {
            EXPECT_TRUE(names.emplace(face.part, face.number).second);
            return true;
        }));
        handed += names.size();
        for (int k = 0; k <= 30; ++k) {
            const Matrix3 turn = Eigen::AngleAxis<Real>(screw.angle * k / 30, screw.axis).toRotationMatrix();
            const auto pairs = facePairs(*tree_, body, {turn, screwed(screw, pose.translation, k / 30.)});
            ASSERT_TRUE(pairs);
            for (const WorldFacePair& pair : *pairs) EXPECT_TRUE(names.contains({pair.part, pair.number}));
            met += pairs->size();
        }
    }
    EXPECT_GT(met, 1000u);
    EXPECT_LT(handed, 40 * world_.names.size() / 3);
}

TEST_F(MkTreeQueries, DamagedLeafIsAnErrorOfEachQuery) {
    std::filesystem::resize_file(folder_.file("w"), 1024);
    const MovingBody body(torusMesh(0.3, 0.1, 10, 6));
    const auto all = [](const WorldFace&) { return true; };
    EXPECT_FALSE(forEachFaceIn(*tree_, tree_->box(), all));
    const Vec3 inside = world_.mesh->vertices().back();
    EXPECT_FALSE(castRay(*tree_, inside, inside + Vec3(0, 0, 1)));
    EXPECT_FALSE(nearestFace(*tree_, Vec3(0, 0, 0), 100));
    EXPECT_FALSE(facePairs(*tree_, MovingBody(boxMesh(Vec3(-5, -5, -5), Vec3(5, 5, 5))), {}));
    EXPECT_FALSE(
        forEachFaceSwept(*tree_, body, {Matrix3::Identity(), inside}, {inside, Vec3::UnitX(), 0, 5}, all));
}

}  // namespace
}  // namespace ricochet::mktree::test
