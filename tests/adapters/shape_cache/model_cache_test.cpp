#include "adapters/shape_cache/model_cache.h"

#include "tests/adapters/shape_cache/cache_fixtures.h"
#include "tests/support/bullet_mesh.h"

#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btBvhTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btHeightfieldTerrainShape.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <limits>
#include <new>
#include <span>
#include <thread>
#include <utility>
#include <vector>

namespace ricochet {
namespace {

using test::boxMesh;
using test::BulletMesh;
using test::CountingNarrowPhase;
using testing::HasSubstr;

struct ModelCacheTest : testing::Test {
    const ShapeReporter report = [this](const btCollisionShape&, ShapeProblem, const std::string& message) {
        sentences.push_back(message);
    };

    /// Expects the same result for a caller with a cached one, of this shape or of another.
    std::optional<ShapeModel> find(const btCollisionShape& shape) {
        const auto found = cache.find(shape, {"counting", &narrowPhase}, report);
        cache.update(shape, {"counting", &narrowPhase}, report, cached);
        EXPECT_EQ(cached.found.has_value(), found.has_value());
        if (!cached.found || !found) return found;
        EXPECT_EQ(cached.found->mesh, found->mesh);
        EXPECT_EQ(cached.found->faceNames, found->faceNames);
        EXPECT_EQ(cached.found->surface, found->surface);
        EXPECT_EQ(cached.found->model, found->model);
        return found;
    }
    ModelCache cache;
    ModelCache::Cached cached;
    CountingNarrowPhase narrowPhase;
    std::vector<std::string> sentences;
};

TEST_F(ModelCacheTest, AShapeIsReadOnce) {
    BulletMesh mesh = boxMesh(1, 1, 1);
    const btBvhTriangleMeshShape shape(&mesh.interface, true);
    const auto first = find(shape), second = find(shape);
    ASSERT_TRUE(first && second);
    EXPECT_EQ(first->mesh, second->mesh);
    EXPECT_EQ(first->model, second->model);
    EXPECT_EQ(narrowPhase.built, 1);
}

/// Names refer to Bullet's arrays, which have no back faces.
TEST_F(ModelCacheTest, ABackHasTheNameOfItsFront) {
    const BulletMesh closed = boxMesh(1, 1, 1);
    BulletMesh mesh(closed.vertices, {closed.faces.begin() + 1, closed.faces.end()});
    const btBvhTriangleMeshShape shape(&mesh.interface, true);
    const auto found = find(shape);
    ASSERT_TRUE(found && found->mesh->isTwoSided());
    const Index fronts = found->mesh->frontCount();
    EXPECT_EQ(found->faceNames->size(), fronts);
    for (Index face = 0; face < fronts; ++face) {
        EXPECT_EQ(found->nameOf(face).triangle, static_cast<int>(face));
        EXPECT_EQ(found->nameOf(fronts + face), found->nameOf(face));
    }
}

TEST_F(ModelCacheTest, AnInvertedMeshIsTwoSidedUntilItIsInvertedBack) {
    BulletMesh mesh = boxMesh(1, 1, 1);
    const btBvhTriangleMeshShape shape(&mesh.interface, true);
    const auto turnOver = [&] {
        for (auto& vertex : mesh.vertices) vertex[1] = -vertex[1];
        cache.notifyDeformed(shape);
        return find(shape);
    };
    const auto before = find(shape), inverted = turnOver();
    ASSERT_TRUE(before && inverted);
    EXPECT_FALSE(before->mesh->isTwoSided());
    EXPECT_TRUE(inverted->mesh->isTwoSided());
    EXPECT_FALSE(inverted->surface->isSolid);
    ASSERT_EQ(sentences.size(), 1u);
    EXPECT_THAT(sentences[0], HasSubstr("has no inside"));
    const std::size_t edges = inverted->surface->topology->edges.size();
    for (auto& vertex : mesh.vertices) vertex[0] += btScalar(0.5);
    cache.notifyDeformed(shape);
    const auto moved = find(shape);
    EXPECT_EQ(moved->mesh, inverted->mesh);
    EXPECT_EQ(moved->surface->topology->edges.size(), edges);
    const auto after = turnOver();
    EXPECT_FALSE(after->mesh->isTwoSided());
    EXPECT_TRUE(after->surface->isSolid);
    EXPECT_EQ(sentences.size(), 1u);
}

TEST_F(ModelCacheTest, AReportOfAnOpenMeshCountsItsOpenEdgesAndNamesTheFirst) {
    const BulletMesh closed = boxMesh(1, 1, 1);
    BulletMesh mesh(closed.vertices, {closed.faces.begin() + 1, closed.faces.end()});  // without (0, 4, 6)
    const btBvhTriangleMeshShape shape(&mesh.interface, true);
    ASSERT_TRUE(find(shape));
    ASSERT_EQ(sentences.size(), 1u);
    EXPECT_THAT(sentences[0], HasSubstr("3 of its edges are open, the first from (-1, -1, -1) to"));
}

TEST_F(ModelCacheTest, EachNarrowPhaseHasItsModel) {
    const btBoxShape shape(btVector3(1, 1, 1));
    CountingNarrowPhase other;
    const auto mine = find(shape);
    const auto others = cache.find(shape, {"other", &other}, nullptr);
    EXPECT_EQ(mine->mesh, others->mesh);
    EXPECT_NE(mine->model, others->model);
    EXPECT_EQ(other.built, 1);
}

TEST_F(ModelCacheTest, AnotherShapeAtTheSameAddressIsDistinguishedFromTheDestroyedOne) {
    BulletMesh small = boxMesh(1, 1, 1), large = boxMesh(2, 2, 2);
    alignas(btBvhTriangleMeshShape) unsigned char place[sizeof(btBvhTriangleMeshShape)];
    auto* shape = new (place) btBvhTriangleMeshShape(&small.interface, true);
    const auto before = find(*shape);
    shape->~btBvhTriangleMeshShape();
    shape = new (place) btBvhTriangleMeshShape(&large.interface, true);
    const auto after = find(*shape);
    EXPECT_NE(before->mesh, after->mesh);
    EXPECT_EQ(after->mesh->box().max, Vec3(2, 2, 2));
    EXPECT_EQ(before->mesh->box().max, Vec3(1, 1, 1));  // for those that still use it
    shape->~btBvhTriangleMeshShape();
}

TEST_F(ModelCacheTest, AShapeOfAnotherTypeAtTheSameAddressIsDetected) {
    BulletMesh mesh = boxMesh(1, 1, 1);
    test::ShapePlace place;
    new (&place.box) btBoxShape(btVector3(3, 3, 3));
    EXPECT_TRUE(find(place.box)->faceNames->empty());
    place.box.~btBoxShape();
    new (&place.bvh) btBvhTriangleMeshShape(&mesh.interface, true);
    EXPECT_EQ(find(place.bvh)->faceNames->size(), 12u);
    place.bvh.~btBvhTriangleMeshShape();
}

TEST_F(ModelCacheTest, ChangedScalingIsDetected) {
    BulletMesh mesh = boxMesh(1, 1, 1);
    btBvhTriangleMeshShape shape(&mesh.interface, true);
    find(shape);
    shape.setLocalScaling(btVector3(1, 2, 1));
    EXPECT_EQ(find(shape)->mesh->box().max.y(), 2);
}

TEST_F(ModelCacheTest, ADeformedMeshStaysTheSameMeshWithANewModel) {
    BulletMesh mesh = boxMesh(1, 1, 1);
    btBvhTriangleMeshShape shape(&mesh.interface, true);
    const auto before = find(shape);
    for (auto& v : mesh.vertices) v[0] *= 2;
    cache.notifyDeformed(shape);
    const auto after = find(shape);
    EXPECT_EQ(before->mesh, after->mesh);
    EXPECT_EQ(after->mesh->box().max.x(), 2);
    EXPECT_EQ(after->model->revision(), after->mesh->revision());
    EXPECT_NE(before->surface, after->surface);
    EXPECT_EQ(narrowPhase.built, 2);
    find(shape);
    EXPECT_EQ(narrowPhase.built, 2);
}

TEST_F(ModelCacheTest, AMeshThatDeformsToInfinityStopsCollidingAndComesBack) {
    BulletMesh mesh = boxMesh(1, 1, 1);
    btBvhTriangleMeshShape shape(&mesh.interface, true);
    EXPECT_TRUE(find(shape));
    mesh.vertices[3][1] = std::numeric_limits<btScalar>::infinity();
    cache.notifyDeformed(shape);
    EXPECT_FALSE(find(shape));
    EXPECT_FALSE(find(shape));
    ASSERT_EQ(sentences.size(), 1u);
    EXPECT_THAT(sentences[0], HasSubstr("vertex 3 is not finite"));
    mesh.vertices[3][1] = 1;
    cache.notifyDeformed(shape);
    EXPECT_TRUE(find(shape));
}

TEST_F(ModelCacheTest, AnEmptyMeshIsReportedOnce) {
    BulletMesh mesh({}, {});
    btTriangleIndexVertexArray& interface = mesh.interface;
    const btBvhTriangleMeshShape shape(&interface, true, false);
    EXPECT_FALSE(find(shape));
    EXPECT_FALSE(find(shape));
    ASSERT_EQ(sentences.size(), 1u);
    EXPECT_THAT(sentences[0], HasSubstr("no faces"));
}

TEST_F(ModelCacheTest, UnusedShapesAreDroppedEventually) {
    std::vector<std::unique_ptr<btBoxShape>> shapes;
    for (int i = 0; i < 1000; ++i) {
        shapes.push_back(std::make_unique<btBoxShape>(btVector3(1, 1, btScalar(1 + i))));
    }
    const auto held = find(*shapes[0]);
    for (const auto& shape : shapes) find(*shape);
    EXPECT_LT(cache.size(), 200u);
    EXPECT_EQ(find(*shapes[0])->mesh, held->mesh);
}

/// A hilly square of 60 by 60 m, 7,200 faces.
BulletMesh hills() {
    std::vector<std::array<btScalar, 3>> vertices;
    std::vector<std::array<int, 3>> faces;
    for (int i = 0; i <= 60; ++i) {
        for (int k = 0; k <= 60; ++k) {
            vertices.push_back({btScalar(i), btScalar((7 * i * i + 5 * k * i) % 11) / 10, btScalar(k)});
            if (i == 60 || k == 60) continue;
            const int corner = i * 61 + k, next = corner + 61;
            faces.push_back({corner, corner + 1, next + 1});
            faces.push_back({corner, next + 1, next});
        }
    }
    return BulletMesh(vertices, faces);
}

struct RegionCacheTest : ModelCacheTest {
    BulletMesh mesh = hills();
    btBvhTriangleMeshShape shape{&mesh.interface, true};
    RegionCacheTest() { cache.setLimits(0, 0, std::size_t{1} << 18); }

    static Aabb boxAt(int i) {
        const Vec3 centre((i * 7) % 58 + 1.3, 0.5, (i * 11) % 57 + 1.7);
        const Vec3 half = Vec3::Constant(0.4 + i % 3);
        return {centre - half, centre + half};
    }
    /// Whether the model has all faces that overlap the box, at the mesh's positions.
    bool isRight(const ShapeModel& found, const Aabb& box) const {
        std::vector<bool> isThere(mesh.faces.size(), false);
        for (Index f = 0; f < found.mesh->frontCount(); ++f) {
            const auto name = static_cast<std::size_t>((*found.faceNames)[f].triangle);
            isThere[name] = true;
            for (std::size_t k = 0; k < 3; ++k) {
                const auto& v = mesh.vertices[static_cast<std::size_t>(mesh.faces[name][k])];
                if (found.mesh->triangle(f)[k] != Vec3(v[0], v[1], v[2])) return false;
            }
        }
        for (std::size_t name = 0; name < mesh.faces.size(); ++name) {
            Aabb ofFace;
            for (const int corner : mesh.faces[name]) {
                const auto& v = mesh.vertices[static_cast<std::size_t>(corner)];
                ofFace.include(Vec3(v[0], v[1], v[2]));
            }
            if (overlaps(ofFace, box) && !isThere[name]) return false;
        }
        return true;
    }
};

TEST_F(RegionCacheTest, ManyThreadsFindTheFacesInTheirBoxes) {
    std::atomic<int> wrong = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < 8; ++t) {
        threads.emplace_back([&, t] {
            ModelCache::Cached mine;
            for (int i = 0; i < 60; ++i) {
                const Aabb box = boxAt(i + 5 * t);
                cache.update(
                    shape, {"counting", &narrowPhase}, [](auto&&...) {}, mine, [&](Real) { return box; });
                wrong += !mine.found || !isRight(*mine.found, box);
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(wrong, 0);
    EXPECT_GT(cache.regionMemory().dropped, 0);
    EXPECT_LE(cache.regionMemory().bytes, std::size_t{1} << 20);
}

TEST_F(RegionCacheTest, TheSameRegionIsNotReadAgain) {
    cache.update(shape, {"counting", &narrowPhase}, report, cached, [](Real) { return boxAt(3); });
    const long long before = cache.regionMemory().prepared;
    for (int i = 0; i < 10; ++i) {
        cache.update(shape, {"counting", &narrowPhase}, report, cached, [](Real) { return boxAt(3); });
    }
    EXPECT_EQ(cache.regionMemory().prepared, before);
    ASSERT_EQ(sentences.size(), 1u);
    EXPECT_THAT(sentences[0], HasSubstr("prepared in regions"));
}

TEST_F(RegionCacheTest, WhatIsReadWholeInAStepServesThoseWhoLookAtAPartFromTheNextStepOn) {
    const ModelRequest request{"counting", &narrowPhase};
    const auto lookAtAPart = [&](ModelCache::Cached& mine, std::uint32_t step) {
        cache.update(
            shape, request, report, mine, [](Real) { return boxAt(3); }, 0, step);
        EXPECT_TRUE(mine.found && isRight(*mine.found, boxAt(3)));
        return mine.region.has_value();
    };
    ModelCache::Cached whole, before, after;
    EXPECT_TRUE(lookAtAPart(before, 7));
    cache.update(shape, request, report, whole, {}, 0, 7);
    for (int time = 0; time < 2; ++time) {
        EXPECT_TRUE(lookAtAPart(before, 7));
        EXPECT_TRUE(lookAtAPart(after, 7));
    }
    EXPECT_FALSE(lookAtAPart(before, 8));
    EXPECT_FALSE(lookAtAPart(after, 8));
}

TEST_F(RegionCacheTest, ADeformedShapeMovesWhereItWasReadWholeWhoeverLooksAtItFirst) {
    const ModelRequest request{"counting", &narrowPhase};
    ModelCache::Cached whole, part;
    const auto lookAtAll = [&](std::uint32_t step) {
        cache.update(shape, request, report, whole, {}, 0, step);
    };
    const auto lookAtAPart = [&](std::uint32_t step) {
        cache.update(
            shape, request, report, part, [](Real) { return boxAt(3); }, 0, step);
        EXPECT_TRUE(part.region && part.found && isRight(*part.found, boxAt(3)));
    };
    lookAtAll(1);
    ASSERT_TRUE(whole.found);
    const std::shared_ptr<const Mesh> read = whole.found->mesh;
    for (const std::uint32_t step : {2u, 3u}) {
        for (auto& vertex : mesh.vertices) vertex[1] += btScalar(0.01);
        cache.notifyDeformed(shape);
        if (step == 2) lookAtAPart(step);
        lookAtAll(step);
        if (step == 3) lookAtAPart(step);
        ASSERT_TRUE(whole.found && isRight(*whole.found, boxAt(5)));
        EXPECT_EQ(whole.found->mesh, read) << step;
    }
}

TEST_F(RegionCacheTest, WhatWasPreparedWholeIsDroppedSomeSecondsAfterTheShapeChanged) {
    const ModelRequest request{"counting", &narrowPhase};
    auto prepared = cache.prepare(shape, request, {});
    ASSERT_TRUE(prepared);
    const std::weak_ptr<const Mesh> all = std::exchange(*prepared, {}).mesh;
    std::uint32_t step = 0;
    const auto takeSteps = [&](std::uint32_t last) {
        while (step < last) {
            cache.beginStep(shape, request, ++step);
            cache.update(
                shape, request, report, cached, [](Real) { return boxAt(3); }, 0, step);
        }
    };
    takeSteps(400);
    EXPECT_FALSE(cached.region);
    cached = {};
    EXPECT_FALSE(all.expired());
    for (auto& vertex : mesh.vertices) vertex[1] += btScalar(0.01);
    cache.notifyDeformed(shape);
    takeSteps(500);
    EXPECT_TRUE(cached.region);
    EXPECT_FALSE(all.expired());
    takeSteps(600);
    EXPECT_TRUE(all.expired());
    EXPECT_EQ(cache.regionMemory().dropped, 0);
}

TEST_F(RegionCacheTest, AnEmptyRegionHasADegenerateFaceAndPreparesNothing) {
    const Aabb above{Vec3(10, 50, 10), Vec3(11, 51, 11)};
    cache.update(shape, {"counting", &narrowPhase}, report, cached, [&](Real) { return above; });
    ASSERT_TRUE(cached.found);
    EXPECT_TRUE(cached.isNothing());
    EXPECT_EQ(cached.found->mesh->frontCount(), 1u);
    EXPECT_EQ(areaOf(*cached.found->mesh), 0);
    EXPECT_GT(cached.found->mesh->box().min.norm(), 1e8);
    EXPECT_EQ(cache.regionMemory().prepared, 0);
    EXPECT_EQ(cache.regionMemory().cached, 0u);
    cache.update(shape, {"counting", &narrowPhase}, report, cached, [&](Real) { return boxAt(3); });
    EXPECT_TRUE(cached.found && isRight(*cached.found, boxAt(3)));
    EXPECT_FALSE(cached.isNothing());
}

/// A box of a metre that moves along x at two metres per second.
Aabb movingBox(Real seconds) {
    const Vec3 centre(20 + 2 * seconds, 0.5, 20), half = Vec3::Constant(0.5);
    return {centre - half, centre + half};
}

TEST_F(RegionCacheTest, ARegionIsPreparedBeforeABodyEntersIt) {
    cache.setLimits(0, 0, std::size_t{64} << 20);
    const ModelRequest request{"counting", &narrowPhase};
    constexpr Real timeStep = 1.0 / 60;
    long long inUpdates = 0;
    for (std::uint32_t step = 1; step <= 300; ++step) {
        cache.beginStep(shape, request, step);
        const long long before = cache.regionMemory().prepared;
        const auto where = [&](Real seconds) { return movingBox(step * timeStep + seconds); };
        cache.update(shape, request, report, cached, where, timeStep);
        ASSERT_TRUE(cached.found && isRight(*cached.found, where(0))) << step;
        inUpdates += cache.regionMemory().prepared - before;
    }
    EXPECT_EQ(inUpdates, 1);  // the first
    EXPECT_GT(cache.regionMemory().prepared, 10);
}

TEST_F(RegionCacheTest, WhatIsNotedOfAShapeIsNotAskedOfOneOfAnotherKindAtItsAddress) {
    cache.setLimits(0, 0, std::size_t{64} << 20);
    const ModelRequest request{"counting", &narrowPhase};
    constexpr Real timeStep = 1.0 / 60;
    constexpr std::size_t size = std::max(
        {sizeof(btBvhTriangleMeshShape), sizeof(btGImpactMeshShape), sizeof(btHeightfieldTerrainShape)});
    alignas(16) unsigned char place[size];
    BulletMesh box = boxMesh(1, 1, 1);
    const std::vector<float> heights(9, 0);
    const auto withoutParts = [&]() -> btCollisionShape* {
        return new (place) btGImpactMeshShape(&box.interface);
    };
    const auto terrain = [&]() -> btCollisionShape* {
        return new (place) btHeightfieldTerrainShape(3, 3, heights.data(), 1, -1, 1, 1, PHY_FLOAT, false);
    };
    std::uint32_t step = 0;
    for (int trial = 0; trial < 40; ++trial) {  // in some a region is due when the shape is exchanged
        auto* const large = new (place) btBvhTriangleMeshShape(&mesh.interface, true);
        for (int i = 0; i <= trial; ++i) {
            cache.beginStep(*large, request, ++step);
            const auto where = [&](Real seconds) { return movingBox(i * timeStep + seconds); };
            cache.update(*large, request, report, cached, where, timeStep);
        }
        EXPECT_NE(cached.scan, nullptr);  // which this caller keeps
        large->~btBvhTriangleMeshShape();
        btCollisionShape* const other = trial % 2 == 0 ? withoutParts() : terrain();
        for (int i = 0; i < 40; ++i) cache.beginStep(*other, request, ++step);
        EXPECT_TRUE(cache.find(*other, request, report).has_value());
        cache.release(*other);
        cached = {};
        other->~btCollisionShape();
    }
}

TEST_F(RegionCacheTest, RegionsNeededAtTheSameTimeArePreparedOneByOneBefore) {
    cache.setLimits(0, 0, std::size_t{64} << 20);
    cache.setExecutor(makeThreadExecutor(3));
    const ModelRequest request{"counting", &narrowPhase};
    // Twenty boxes fall and need another region after 16 steps.
    const auto boxOf = [](int i, Real seconds) {
        const Vec3 centre(2.5 * (i % 5) + 10, 20 - 60 * seconds, 2.5 * (i / 5) + 10);
        return Aabb{centre - Vec3::Constant(0.4), centre + Vec3::Constant(0.4)};
    };
    constexpr Real timeStep = 1.0 / 60;
    std::vector<ModelCache::Cached> all(20);
    long long maximum = 0;
    for (std::uint32_t step = 1; step <= 20; ++step) {
        const long long before = cache.regionMemory().prepared;
        for (int i = 0; i < 20; ++i) {
            cache.beginStep(shape, request, step);
            const auto where = [&](Real seconds) { return boxOf(i, (step - 1) * timeStep + seconds); };
            ModelCache::Cached& mine = all[static_cast<std::size_t>(i)];
            cache.update(shape, request, report, mine, where, timeStep);
            ASSERT_TRUE(mine.isNothing() || (mine.found && isRight(*mine.found, where(0))));
        }
        maximum = std::max(maximum, cache.regionMemory().prepared - before);
    }
    EXPECT_GE(cache.regionMemory().prepared, 20);
    EXPECT_LE(maximum, 8);  // of twenty
}

TEST_F(RegionCacheTest, AnUnusedRegionIsDroppedAfterSomeSeconds) {
    cache.setLimits(0, 0, std::size_t{64} << 20);
    const ModelRequest request{"counting", &narrowPhase};
    ModelCache::Cached still;
    cache.update(shape, request, report, still, [](Real) { return boxAt(3); });
    cache.update(shape, request, report, cached, [](Real) { return boxAt(4); });
    for (int i = 0; i < 2; ++i) {
        cache.update(shape, request, report, cached, [](Real) { return boxAt(5); });
    }
    EXPECT_EQ(cache.regionMemory().cached, 3u);
    std::uint32_t step = 0;
    while (step < 100) cache.beginStep(shape, request, ++step);
    EXPECT_EQ(cache.regionMemory().cached, 3u);
    while (step < 200) cache.beginStep(shape, request, ++step);
    EXPECT_EQ(cache.regionMemory().cached, 2u);
    EXPECT_EQ(cache.regionMemory().dropped, 1);
    still = {};
    cached = {};
    while (step < 400) cache.beginStep(shape, request, ++step);
    EXPECT_EQ(cache.regionMemory().cached, 0u);
    EXPECT_EQ(cache.regionMemory().bytes, 0u);
}

TEST_F(RegionCacheTest, TheBoxesAlongALongPathAreNotCached) {
    const std::vector<Aabb> boxes = {boxAt(3), boxAt(4), boxAt(3)};
    const auto found = cache.find(shape, {"counting", &narrowPhase}, report, boxes);
    ASSERT_TRUE(found);
    EXPECT_TRUE(isRight(*found, boxAt(3)) && isRight(*found, boxAt(4)));
    EXPECT_TRUE(std::ranges::is_sorted(std::span(*found->faceNames).first(found->mesh->frontCount())));
    EXPECT_LT(found->mesh->frontCount(), mesh.faces.size());
    EXPECT_EQ(cache.regionMemory().cached, 0u);
}

TEST_F(RegionCacheTest, AVertexThatIsNotFiniteIsReportedOnce) {
    for (auto& vertex : mesh.vertices) vertex[1] = std::numeric_limits<btScalar>::quiet_NaN();
    for (int i = 0; i < 3; ++i) {
        cache.update(shape, {"counting", &narrowPhase}, report, cached, [&](Real) { return boxAt(i); });
        EXPECT_FALSE(cached.found);
    }
    ASSERT_EQ(sentences.size(), 1u);
    EXPECT_THAT(sentences[0], HasSubstr("is not finite"));
}

TEST_F(ModelCacheTest, ReleaseForgets) {
    const btBoxShape shape(btVector3(1, 1, 1));
    find(shape);
    cache.release(shape);
    EXPECT_EQ(cache.size(), 0u);
}

TEST_F(ModelCacheTest, TheCacheHoldsUntilTheShapeIsReleased) {
    const btBoxShape shape(btVector3(1, 1, 1));
    const auto before = find(shape);
    cache.release(shape);
    const auto after = find(shape);
    EXPECT_NE(before->mesh, after->mesh);
    EXPECT_EQ(narrowPhase.built, 2);
}

TEST_F(ModelCacheTest, TheCacheFollowsAnUnannouncedChange) {
    BulletMesh mesh = boxMesh(1, 1, 1);
    const btBvhTriangleMeshShape shape(&mesh.interface, true);
    const Mesh* const before = find(shape)->mesh.get();
    for (auto& vertex : mesh.vertices) vertex[2] = -vertex[2];
    cache.update(shape, {"counting", &narrowPhase}, report, cached);
    EXPECT_NE(cached.found->mesh.get(), before);
    EXPECT_EQ(cached.found->mesh->vertices()[0].z(), Real(mesh.vertices[0][2]));
}

TEST_F(ModelCacheTest, TheCachedModelOfOneNarrowPhaseIsNotUsedForAnother) {
    const btBoxShape shape(btVector3(1, 1, 1));
    find(shape);
    CountingNarrowPhase other;
    cache.update(shape, {"other", &other}, report, cached);
    EXPECT_EQ(other.built, 1);
    EXPECT_EQ(cached.found->model, cache.find(shape, {"other", &other}, report)->model);
}

TEST_F(ModelCacheTest, ManyThreadsGetTheSameMesh) {
    BulletMesh mesh = boxMesh(1, 1, 1);
    const btBvhTriangleMeshShape shape(&mesh.interface, true);
    std::vector<const Mesh*> found(8);
    std::vector<std::thread> threads;
    const auto findIn = [&](const Mesh*& slot) {
        slot = cache.find(shape, {"counting", &narrowPhase}, report)->mesh.get();
    };
    for (const Mesh*& slot : found) threads.emplace_back([&] { findIn(slot); });
    for (std::thread& thread : threads) thread.join();
    EXPECT_THAT(found, testing::Each(found[0]));
    EXPECT_EQ(narrowPhase.built, 1);
}

}  // namespace
}  // namespace ricochet
