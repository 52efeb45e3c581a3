// Callers of the caches wait for builds of their own shape only.

#include "adapters/shape_cache/shape_cache.h"

#include "adapters/shape_cache/convex_cache.h"
#include "adapters/shape_cache/model_cache.h"
#include "adapters/shapes/shape_kinds.h"
#include "tests/adapters/shape_cache/cache_fixtures.h"
#include "tests/support/bullet_mesh.h"

#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btBvhTriangleMeshShape.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

namespace ricochet {
namespace {

using test::boxMesh;
using test::BulletMesh;
using test::CountingNarrowPhase;

/// The first build waits here until the test continues, with a limit so that a failing test still ends.
class Halt {
public:
    void wait() {
        if (isPassed_.exchange(true)) return;
        begun_.set_value();
        isReleased_ = released_.get_future().wait_for(std::chrono::seconds(5)) == std::future_status::ready;
    }
    void awaitBegin() { begun_.get_future().wait(); }
    void release() { released_.set_value(); }
    /// False if the wait timed out and the build continued by itself.
    bool isReleased() const { return isReleased_; }

private:
    std::atomic<bool> isPassed_ = false, isReleased_ = false;
    std::promise<void> begun_, released_;
};

class HaltingNarrowPhase final : public CountingNarrowPhase {
public:
    std::shared_ptr<const CollisionModel> build(std::shared_ptr<const Mesh> mesh) const override {
        halt.wait();
        return CountingNarrowPhase::build(std::move(mesh));
    }
    mutable Halt halt;
};

/// Its first builds throw.
class FailingNarrowPhase final : public CountingNarrowPhase {
public:
    explicit FailingNarrowPhase(int failures) : failures_(failures) {}
    std::shared_ptr<const CollisionModel> build(std::shared_ptr<const Mesh> mesh) const override {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));  // so that others arrive
        if (failures_-- > 0) throw std::runtime_error("no memory");
        return CountingNarrowPhase::build(std::move(mesh));
    }

private:
    mutable std::atomic<int> failures_;
};

/// Reading it halts, unless only a signature is computed.
class HaltingMesh final : public btTriangleIndexVertexArray {
public:
    explicit HaltingMesh(const BulletMesh& mesh) { addIndexedMesh(mesh.interface.getIndexedMeshArray()[0]); }
    void getLockedReadOnlyVertexIndexBase(const unsigned char** vertices, int& vertexCount,
                                          PHY_ScalarType& type, int& stride, const unsigned char** indices,
                                          int& indexStride, int& faceCount, PHY_ScalarType& indexType,
                                          int part) const override {
        if (freeReads-- <= 0) halt.wait();
        btTriangleIndexVertexArray::getLockedReadOnlyVertexIndexBase(
            vertices, vertexCount, type, stride, indices, indexStride, faceCount, indexType, part);
    }
    mutable std::atomic<int> freeReads = 1'000'000;
    mutable Halt halt;
};

struct Sphere final : ConvexModel {
    Real radius() const override { return 1; }
};

class HaltingMethod final : public ContactMethod {
public:
    Result<std::shared_ptr<const ConvexModel>> buildConvex(std::span<const Vec3>) const override {
        halt.wait();
        ++built;
        return std::make_shared<Sphere>();
    }
    void findContacts(const NarrowPhase&, const PairInput&, const ContactSettings&, PairMemory&,
                      PersistentContacts&) const override {}
    mutable Halt halt;
    mutable std::atomic<int> built = 0;
};

struct ShapeCacheTest : testing::Test {
    const ShapeReporter nobody = [](auto&&...) {};
    BulletMesh mesh = boxMesh(1, 1, 1), otherMesh = boxMesh(2, 2, 2);
    btBvhTriangleMeshShape shape{&mesh.interface, true}, other{&otherMesh.interface, true};
    ModelCache cache;
};

TEST_F(ShapeCacheTest, DuringABuildOtherShapesAreFoundAndTheSameShapeWaits) {
    HaltingNarrowPhase narrowPhase;
    const ModelRequest request{"halting", &narrowPhase};
    const auto find = [&] { return cache.find(shape, request, nobody); };
    auto first = std::async(std::launch::async, find);
    narrowPhase.halt.awaitBegin();
    EXPECT_TRUE(cache.find(other, request, nobody));
    auto second = std::async(std::launch::async, find);
    EXPECT_EQ(second.wait_for(std::chrono::milliseconds(50)), std::future_status::timeout);
    narrowPhase.halt.release();
    const auto found = first.get(), foundLater = second.get();
    EXPECT_TRUE(narrowPhase.halt.isReleased());
    EXPECT_EQ(found->model, foundLater->model);
    EXPECT_EQ(narrowPhase.built, 2);  // of two shapes
}

TEST_F(ShapeCacheTest, DuringAReadOtherShapesAreFoundAndTheSameShapeWaits) {
    HaltingMesh halting(mesh);
    const btBvhTriangleMeshShape slow(&halting, true);
    halting.freeReads = 0;
    halting.halt.release();
    shapeSignature(slow);
    const int readsOfSignature = -halting.freeReads;

    HaltingMesh another(mesh);
    const btBvhTriangleMeshShape slower(&another, true);
    another.freeReads = readsOfSignature;
    CountingNarrowPhase narrowPhase;
    const ModelRequest request{"counting", &narrowPhase};
    auto first = std::async(std::launch::async, [&] { return cache.find(slower, request, nobody); });
    another.halt.awaitBegin();
    EXPECT_TRUE(cache.find(other, request, nobody));
    auto release = std::async(std::launch::async, [&] { cache.release(slower); });
    EXPECT_EQ(release.wait_for(std::chrono::milliseconds(50)), std::future_status::timeout);
    another.halt.release();
    EXPECT_TRUE(first.get());
    EXPECT_TRUE(another.halt.isReleased());
    release.get();
    EXPECT_EQ(cache.size(), 1u);
}

TEST_F(ShapeCacheTest, AShapeBeingBuiltSurvivesTheTrimmingOfTheCache) {
    HaltingNarrowPhase narrowPhase;
    const ModelRequest request{"halting", &narrowPhase};
    auto first = std::async(std::launch::async, [&] { return cache.find(shape, request, nobody); });
    narrowPhase.halt.awaitBegin();
    std::vector<std::unique_ptr<btBoxShape>> boxes;
    for (int i = 0; i < 200; ++i) {
        boxes.push_back(std::make_unique<btBoxShape>(btVector3(1, 1, btScalar(1 + i))));
        EXPECT_TRUE(cache.find(*boxes.back(), request, nobody));
    }
    EXPECT_LT(cache.size(), 200u);
    narrowPhase.halt.release();
    const auto found = first.get();
    EXPECT_TRUE(narrowPhase.halt.isReleased());
    EXPECT_EQ(cache.find(shape, request, nobody)->model, found->model);
}

TEST_F(ShapeCacheTest, AnExceptionGoesToTheCallerAndWaitingThreadsBuildThemselves) {
    FailingNarrowPhase narrowPhase(/*failures*/ 3);
    const ModelRequest request{"failing", &narrowPhase};
    std::atomic<int> failed = 0, found = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < 5; ++t) {
        threads.emplace_back([&] {
            ModelCache::Cached cached;
            const auto update = [&] { cache.update(shape, request, nobody, cached); };
            try {
                update();
            } catch (const std::runtime_error&) {
                ++failed;
                EXPECT_FALSE(cached.found);
                return;
            }
            found += cached.found && cached.found->model;
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(failed, 3);
    EXPECT_EQ(found, 2);
    EXPECT_EQ(narrowPhase.built, 1);
}

TEST_F(ShapeCacheTest, ACallerWhoseBuildFailedFindsTheModelTheNextTime) {
    FailingNarrowPhase narrowPhase(/*failures*/ 1);
    const ModelRequest request{"failing", &narrowPhase};
    ModelCache::Cached cached;
    EXPECT_THROW(cache.update(shape, request, nobody, cached), std::runtime_error);
    cache.update(shape, request, nobody, cached);
    ASSERT_TRUE(cached.found);
    EXPECT_TRUE(cached.found->model);
}

TEST_F(ShapeCacheTest, WhileAHullIsBuiltAnotherOneIsFound) {
    const auto method = std::make_shared<HaltingMethod>();
    const btBoxShape box(btVector3(1, 1, 1)), otherBox(btVector3(2, 2, 2));
    ConvexCache hulls;
    const auto find = [&](const btCollisionShape& of) {
        CachedModel<ConvexModel> cached;
        update(hulls, of, method, nobody, cached);
        return cached.model;
    };
    auto first = std::async(std::launch::async, [&] { return find(box); });
    method->halt.awaitBegin();
    EXPECT_TRUE(find(otherBox));
    auto second = std::async(std::launch::async, [&] { return find(box); });
    EXPECT_EQ(second.wait_for(std::chrono::milliseconds(50)), std::future_status::timeout);
    method->halt.release();
    EXPECT_EQ(first.get(), second.get());
    EXPECT_TRUE(method->halt.isReleased());
    EXPECT_EQ(method->built, 2);
}

}  // namespace
}  // namespace ricochet
