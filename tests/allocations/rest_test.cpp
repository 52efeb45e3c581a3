// A program of its own, since it replaces the global operator new.

#include "tests/plugin/solved_world.h"
#include "tests/support/bullet_mesh.h"

#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

#include <atomic>
#include <cstdlib>
#include <malloc.h>
#include <new>

namespace {

std::atomic<long long> allocations{0};
std::atomic<std::size_t> bytesInUse{0};  ///< in blocks of the allocator

void freeCounted(void* memory) {
    bytesInUse -= malloc_usable_size(memory);
    std::free(memory);
}

}  // namespace

#ifndef __clang__
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"  // g++ 12 does not see that both are replaced
#endif
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    ++allocations;
    void* const memory = std::malloc(size);
    bytesInUse += malloc_usable_size(memory);
    return memory;
}
void* operator new(std::size_t size) {
    if (void* const memory = operator new(size, std::nothrow)) return memory;
    throw std::bad_alloc();
}
void* operator new[](std::size_t size) { return operator new(size); }
void* operator new[](std::size_t size, const std::nothrow_t& tag) noexcept { return operator new(size, tag); }
void operator delete(void* memory) noexcept { freeCounted(memory); }
void operator delete(void* memory, std::size_t) noexcept { freeCounted(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { freeCounted(memory); }
void operator delete[](void* memory) noexcept { freeCounted(memory); }
void operator delete[](void* memory, std::size_t) noexcept { freeCounted(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { freeCounted(memory); }

namespace ricochet {
namespace {

using test::BulletMesh;

/// A floor, and a ring that may fall on it.
struct WorldWithFloor {
    BulletMesh plate = test::boxMesh(5, 1, 5), ring = test::torusMesh(btScalar(0.3));
    btBvhTriangleMeshShape floor{&plate.interface, true}, torus{&ring.interface, true};
    test::SolvedWorld w;

    WorldWithFloor() {
        EXPECT_EQ(registerAlgorithms(&w.dispatcher), "");
        w.add(floor, 0, {0, -1, 0});
    }
};

TEST(Allocations, AreNoneInAStepOfAwakeBodiesAtRest) {
    WorldWithFloor world;
    auto& w = world.w;
    for (int i = 0; i < 3; ++i) {
        w.add(world.torus, 1, {0, btScalar(0.31) + btScalar(0.61) * btScalar(i), 0})
            .setActivationState(DISABLE_DEACTIVATION);
    }
    const long long before = allocations;
    w.run(200);
    const long long atRest = allocations;
    EXPECT_GT(atRest, before);
    EXPECT_LE(atRest - before, 600);  // 498 with g++ 12: shapes, pairs and what they first need
    w.run(100);
    EXPECT_EQ(allocations, atRest);
}

/// Once its thread has the memory that it needs.
TEST(Allocations, AreFewForAPairThatBeginsToTouch) {
    WorldWithFloor world;
    auto& w = world.w;
    long long last = 0;
    for (int fall = 0; fall < 3; ++fall) {
        btRigidBody& body = w.add(world.torus, 1, {0, btScalar(0.5), 0});
        body.setActivationState(DISABLE_DEACTIVATION);
        const long long before = allocations;
        w.run(60);
        last = allocations - before;
        w.world.removeRigidBody(&body);
        w.bodies.pop_back();
    }
    EXPECT_LE(last, 40);  // 25 with g++ 12
}

/// Bytes of the pairs of two rings that lie on one another on a floor, where they arrived at that speed.
std::size_t bytesOfPile(btScalar speed) {
    WorldWithFloor world;
    auto& w = world.w;
    for (const btScalar height : {btScalar(0.31), btScalar(0.93)}) {
        btRigidBody& body = w.add(world.torus, 1, {0, height, 0});
        body.setActivationState(DISABLE_DEACTIVATION);
        body.setLinearVelocity({0, -speed, 0});
    }
    w.run(300);
    btOverlappingPairCache& cache = *w.world.getPairCache();
    EXPECT_EQ(cache.getNumOverlappingPairs(), 2);
    const std::size_t before = bytesInUse;
    for (int i = 0; i < cache.getNumOverlappingPairs(); ++i)
        cache.cleanOverlappingPair(cache.getOverlappingPairArray()[i], &w.dispatcher);
    return before - bytesInUse;
}

/// An impact needs much more.
TEST(Allocations, OfPairsAtRestAreNotThoseOfTheirImpact) {
    const std::size_t laid = bytesOfPile(0);
    EXPECT_GT(laid, 0u);
    EXPECT_LE(bytesOfPile(20), laid * 3 / 2);
}

}  // namespace
}  // namespace ricochet
