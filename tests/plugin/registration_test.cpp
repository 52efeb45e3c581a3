#include "tests/support/build_kind.h"
#include "tests/support/bullet_mesh.h"
#include "tests/support/bullet_world.h"

#include <BulletCollision/CollisionShapes/btHeightfieldTerrainShape.h>
#include <BulletCollision/CollisionShapes/btMultimaterialTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btScaledBvhTriangleMeshShape.h>
#include <BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <gmock/gmock.h>
#include <ricochet/ricochet.h>

#include <array>
#include <cstdint>
#include <deque>
#include <limits>
#include <malloc.h>
#include <new>
#include <typeinfo>

namespace ricochet {
namespace {

using test::boxMesh;
using test::BulletMesh;
using test::BulletWorld;
using testing::HasSubstr;

/// The class of algorithm that a dispatcher picks for two shapes.
std::string algorithmName(btDispatcher& dispatcher, btCollisionShape& shape0, btCollisionShape& shape1,
                          ebtDispatcherQueryType query) {
    btCollisionObject object0, object1;
    object0.setCollisionShape(&shape0);
    object1.setCollisionShape(&shape1);
    const btCollisionObjectWrapper wrap0(nullptr, &shape0, &object0, object0.getWorldTransform(), -1, -1);
    const btCollisionObjectWrapper wrap1(nullptr, &shape1, &object1, object1.getWorldTransform(), -1, -1);
    btCollisionAlgorithm* algorithm = dispatcher.findAlgorithm(&wrap0, &wrap1, nullptr, query);
    const std::string name = typeid(*algorithm).name();
    algorithm->~btCollisionAlgorithm();
    dispatcher.freeCollisionAlgorithm(algorithm);
    return name;
}

/// As messages list them.
std::string knownNames() {
    std::string names;
    for (const std::string& name : narrowPhases()) names += (names.empty() ? "" : ", ") + name;
    return names;
}

struct Shapes {
    BulletMesh mesh = boxMesh(1, 1, 1);
    btBvhTriangleMeshShape bvh{&mesh.interface, true};
    btScaledBvhTriangleMeshShape scaled{&bvh, btVector3(1, 2, 1)};
    btMultimaterialTriangleMeshShape material{&mesh.interface, true};
    btGImpactMeshShape gimpact{&mesh.interface};
    std::vector<float> heights = std::vector<float>(9, 0.f);
    btHeightfieldTerrainShape terrain{3, 3, heights.data(), btScalar(-1), btScalar(1), 1, false};
    btBoxShape box{btVector3(1, 1, 1)};
    btConvexHullShape hull;
    btStaticPlaneShape plane{btVector3(0, 1, 0), 0};
    btSphereShape sphere{1};
    btCapsuleShape capsule{1, 1};
    btGImpactCompoundShape gimpactCompound;
    Shapes() { gimpact.updateBound(); }

    std::vector<btCollisionShape*> meshes() { return {&bvh, &scaled, &material, &gimpact, &terrain}; }
    std::vector<btCollisionShape*> partners() {
        return {&bvh, &scaled, &material, &gimpact, &terrain, &box, &hull, &plane};
    }
};

TEST(Registration, MeshPairsAreOursInBothTablesAndBothOrders) {
    Shapes shapes;
    BulletWorld w;
    ASSERT_EQ(registerAlgorithms(&w.dispatcher), "");
    for (auto query : {BT_CONTACT_POINT_ALGORITHMS, BT_CLOSEST_POINT_ALGORITHMS}) {
        for (btCollisionShape* mesh : shapes.meshes()) {
            for (btCollisionShape* partner : shapes.partners()) {
                EXPECT_THAT(algorithmName(w.dispatcher, *mesh, *partner, query), HasSubstr("PairAlgorithm"))
                    << mesh->getName() << ' ' << partner->getName();
                EXPECT_THAT(algorithmName(w.dispatcher, *partner, *mesh, query), HasSubstr("PairAlgorithm"))
                    << partner->getName() << ' ' << mesh->getName();
            }
        }
    }
}

/// A query's algorithm is stock's own where the pair is stock's. In the table of contacts ours replaces
/// it, as either shape may be exchanged during the pair's lifetime.
TEST(Registration, EveryOtherPairIsStocksAndUnregisteringRestoresAll) {
    Shapes shapes;
    std::vector<btCollisionShape*> all = shapes.partners();
    all.insert(all.end(), {&shapes.sphere, &shapes.capsule, &shapes.gimpactCompound});
    BulletWorld stock, ours, returned;
    EXPECT_EQ(registerAlgorithms(&ours.dispatcher), "");
    EXPECT_EQ(registerAlgorithms(&returned.dispatcher), "");
    unregisterAlgorithms(&returned.dispatcher);
    int claimed = 0;
    for (auto query : {BT_CONTACT_POINT_ALGORITHMS, BT_CLOSEST_POINT_ALGORITHMS}) {
        for (btCollisionShape* a : all) {
            for (btCollisionShape* b : all) {
                const std::string name = algorithmName(stock.dispatcher, *a, *b, query);
                EXPECT_EQ(algorithmName(returned.dispatcher, *a, *b, query), name);
                const std::string now = algorithmName(ours.dispatcher, *a, *b, query);
                if (now == name) continue;
                EXPECT_THAT(now, HasSubstr("PairAlgorithm"));
                if (query == BT_CLOSEST_POINT_ALGORITHMS) ++claimed;
            }
        }
    }
    EXPECT_EQ(claimed,
              5 * 8 + 3 * 5 + 2 * 2 * 5);  // mesh-mesh-and-partners, partners-mesh, round in both orders
}

TEST(Registration, IsRestoredOverLaterOnes) {
    Shapes shapes;
    BulletWorld w, stock;
    btGImpactCollisionAlgorithm::registerAlgorithm(&stock.dispatcher);
    EXPECT_EQ(restoreRegistration(w.dispatcher), 0);
    ASSERT_EQ(registerAlgorithms(&w.dispatcher), "");
    EXPECT_EQ(restoreRegistration(w.dispatcher), 0);
    btGImpactCollisionAlgorithm::registerAlgorithm(&w.dispatcher);
    const auto name = [&](btCollisionShape& a, btCollisionShape& b) {
        return algorithmName(w.dispatcher, a, b, BT_CONTACT_POINT_ALGORITHMS);
    };
    EXPECT_THAT(name(shapes.gimpact, shapes.bvh), HasSubstr("btGImpact"));
    // A row and a column, less the slots of single triangles.
    EXPECT_EQ(restoreRegistration(w.dispatcher), 2 * MAX_BROADPHASE_COLLISION_TYPES - 1 - 2);
    EXPECT_EQ(restoreRegistration(w.dispatcher), 0);
    EXPECT_THAT(name(shapes.gimpact, shapes.bvh), HasSubstr("PairAlgorithm"));
    EXPECT_THAT(
        algorithmName(w.dispatcher, shapes.gimpactCompound, shapes.sphere, BT_CLOSEST_POINT_ALGORITHMS),
        algorithmName(stock.dispatcher, shapes.gimpactCompound, shapes.sphere, BT_CLOSEST_POINT_ALGORITHMS));
    unregisterAlgorithms(&w.dispatcher);
    EXPECT_THAT(name(shapes.gimpact, shapes.bvh), HasSubstr("btGImpact"));
}

TEST(Registration, ReportsHeadersOfAnotherBullet) {
    BulletWorld w;
    BulletHeaders headers;
    headers.version = 289;
    EXPECT_THAT(registerAlgorithms(&w.dispatcher, {}, headers), HasSubstr("the headers of Bullet 2.89"));
    headers = {};
    headers.objectBytes += 8;
    EXPECT_THAT(registerAlgorithms(&w.dispatcher, {}, headers), HasSubstr("other options of Bullet"));
    EXPECT_EQ(statistics(w.dispatcher).pairs, 0);
    EXPECT_EQ(registerAlgorithms(&w.dispatcher), "");
}

static_assert(RICOCHET_VERSION ==
              10000 * RICOCHET_VERSION_MAJOR + 100 * RICOCHET_VERSION_MINOR + RICOCHET_VERSION_PATCH);

/// A world in which two GImpact meshes overlap, and whose program registers GImpact's algorithms after ours.
struct LateWorld : Shapes, BulletWorld {
    std::vector<std::string> reports;
    Settings settings;

    LateWorld() {
        settings.report = [this](const Report& report) {
            EXPECT_EQ(report.reason, ReportReason::tookBack);
            EXPECT_EQ(report.shape, nullptr);
            reports.push_back(report.message);
        };
    }
    void registerBoth() {
        ASSERT_EQ(registerAlgorithms(&dispatcher, settings), "");
        btGImpactCollisionAlgorithm::registerAlgorithm(&dispatcher);
    }
    void addPair(btScalar x) {
        add(gimpact, 1, btVector3(x, 0, 0));
        add(gimpact, 1, btVector3(x, 1, 0));
    }
};

TEST(Registration, TakesItsEntriesBackInTheNextStepAndReportsItOnce) {
    LateWorld w;
    w.registerBoth();
    w.addPair(0);
    w.run(1);
    EXPECT_EQ(statistics(w.dispatcher).begunPairs, 1);
    const long long entries = statistics(w.dispatcher).tookBack;
    EXPECT_EQ(entries, 2 * MAX_BROADPHASE_COLLISION_TYPES - 1 - 2);
    btGImpactCollisionAlgorithm::registerAlgorithm(&w.dispatcher);
    w.addPair(20);
    w.run(1);
    EXPECT_EQ(statistics(w.dispatcher).begunPairs, 2);
    EXPECT_EQ(statistics(w.dispatcher).tookBack, 2 * entries);
    EXPECT_THAT(w.reports, testing::ElementsAre(HasSubstr("registered over Ricochet's")));
    EXPECT_GE(statistics().begunPairs, 2);
    unregisterAlgorithms(&w.dispatcher);
    EXPECT_EQ(w.dispatcher.getNearCallback(), btCollisionDispatcher::defaultNearCallback);
}

/// The children of a compound get their algorithms without a near callback.
TEST(Registration, TakesItsEntriesBackForCompounds) {
    LateWorld w;
    btCompoundShape compound;
    compound.addChildShape(btTransform::getIdentity(), &w.gimpact);
    w.registerBoth();
    w.add(compound, 1, btVector3(0, 0, 0));
    w.add(compound, 1, btVector3(0, 1, 0));
    w.run(1);
    EXPECT_EQ(statistics(w.dispatcher).begunPairs, 1);
}

TEST(Registration, LeavesItsEntriesToOthersIfAsked) {
    LateWorld w;
    w.settings.keepRegistration = false;
    w.registerBoth();
    w.addPair(0);
    w.run(1);
    EXPECT_EQ(statistics(w.dispatcher).begunPairs, 0);
    EXPECT_TRUE(w.reports.empty());
}

TEST(Registration, LeavesANearCallbackOfTheProgram) {
    LateWorld w;
    const btNearCallback own = [](btBroadphasePair& pair, btCollisionDispatcher& dispatcher,
                                  const btDispatcherInfo& info) {
        btCollisionDispatcher::defaultNearCallback(pair, dispatcher, info);
    };
    w.dispatcher.setNearCallback(own);
    w.registerBoth();
    EXPECT_EQ(w.dispatcher.getNearCallback(), own);
    w.addPair(0);
    w.run(1);
    EXPECT_EQ(statistics(w.dispatcher).begunPairs, 0);
    EXPECT_GT(restoreRegistration(w.dispatcher), 0);
}

TEST(Registration, CountsWhyPairsAreLeftToBullet) {
    Shapes shapes;
    BulletWorld w;
    Settings settings;
    settings.hullMesh = "stock";
    ASSERT_EQ(registerAlgorithms(&w.dispatcher, settings), "");
    btUniformScalingShape scaled(&shapes.sphere, 1);
    for (btCollisionShape* shape :
         std::vector<btCollisionShape*>{&shapes.bvh, &shapes.box, &shapes.sphere, &scaled})
        w.add(*shape, 1, btVector3(0, 0, 0));
    w.run(1);
    const Statistics all = statistics(w.dispatcher);
    EXPECT_EQ(all.begunPairs, 1);
    EXPECT_EQ(all.leftBySetting, 1);
    EXPECT_EQ(all.leftUnserved, 1);
    EXPECT_EQ(all.leftWithoutMesh, 3);
}

/// Spheres, a capsule and boxes tumble onto a mesh; every coordinate of every body in the end.
std::vector<btScalar> tumbleUnder(const std::function<void(btCollisionDispatcher&)>& prepare,
                                  bool withBoxes) {
    BulletMesh ground = boxMesh(10, 1, 10);
    btBvhTriangleMeshShape floor(&ground.interface, true);
    btSphereShape sphere(btScalar(0.5));
    btCapsuleShape capsule(btScalar(0.3), 1);
    btBoxShape box(btVector3(btScalar(0.5), btScalar(0.3), btScalar(0.4)));
    BulletWorld w;
    prepare(w.dispatcher);
    w.add(floor, 0, btVector3(0, -1, 0));
    std::vector<btCollisionShape*> shapes = {&sphere, &capsule, &sphere};
    if (withBoxes) shapes.insert(shapes.end(), {&box, &box});
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        w.add(*shapes[i], 1, btVector3(btScalar(0.7) * btScalar(i), 1 + btScalar(i), 0));
    }
    w.run(120);
    std::vector<btScalar> state;
    for (int i = 0; i < w.world.getNumCollisionObjects(); ++i) {
        btScalar matrix[16];
        w.world.getCollisionObjectArray()[i]->getWorldTransform().getOpenGLMatrix(matrix);
        state.insert(state.end(), matrix, matrix + 16);
    }
    return state;
}

TEST(Registration, AfterUnregisteringAWorldRunsBitForBitAsStock) {
    const auto stock = tumbleUnder([](btCollisionDispatcher&) {}, true);
    const auto returned = tumbleUnder(
        [](btCollisionDispatcher& dispatcher) {
            EXPECT_EQ(registerAlgorithms(&dispatcher), "");
            unregisterAlgorithms(&dispatcher);
        },
        true);
    EXPECT_EQ(stock, returned);
    const auto ours =
        tumbleUnder([](btCollisionDispatcher& d) { EXPECT_EQ(registerAlgorithms(&d), ""); }, true);
    EXPECT_NE(stock, ours);  // so the first comparison is meaningful
}

TEST(Registration, RoundShapesLeftToStockRunBitForBitAsStock) {
    const auto stock = tumbleUnder([](btCollisionDispatcher&) {}, false);
    Settings settings;
    settings.roundMesh = "stock";
    EXPECT_EQ(stock,
              tumbleUnder([&](btCollisionDispatcher& d) { EXPECT_EQ(registerAlgorithms(&d, settings), ""); },
                          false));
    EXPECT_NE(stock,
              tumbleUnder([](btCollisionDispatcher& d) { EXPECT_EQ(registerAlgorithms(&d), ""); }, false));
}

TEST(Registration, HullsLeftToStockRunBitForBitAsStock) {
    const auto stock = tumbleUnder([](btCollisionDispatcher&) {}, true);
    Settings settings;
    settings.roundMesh = "stock";
    EXPECT_NE(stock,
              tumbleUnder([&](btCollisionDispatcher& d) { EXPECT_EQ(registerAlgorithms(&d, settings), ""); },
                          true));
    settings.hullMesh = "stock";
    EXPECT_EQ(stock,
              tumbleUnder([&](btCollisionDispatcher& d) { EXPECT_EQ(registerAlgorithms(&d, settings), ""); },
                          true));
}

TEST(Registration, HullsLeftToStockLeaveMeshesPlanesAndRoundShapesOurs) {
    Shapes shapes;
    BulletWorld w;
    Settings settings;
    settings.hullMesh = "stock";
    ASSERT_EQ(registerAlgorithms(&w.dispatcher, settings), "");
    const auto name = [&](btCollisionShape& a, btCollisionShape& b) {
        return algorithmName(w.dispatcher, a, b, BT_CLOSEST_POINT_ALGORITHMS);
    };
    for (btCollisionShape* mesh : shapes.meshes()) {
        for (btCollisionShape* hull :
             {static_cast<btCollisionShape*>(&shapes.box), static_cast<btCollisionShape*>(&shapes.hull)}) {
            EXPECT_THAT(name(*mesh, *hull), HasSubstr("btConvexConcave")) << mesh->getName();
            EXPECT_THAT(name(*hull, *mesh), HasSubstr("btConvexConcave")) << mesh->getName();
        }
        for (btCollisionShape* other :
             {static_cast<btCollisionShape*>(&shapes.bvh), static_cast<btCollisionShape*>(&shapes.plane),
              static_cast<btCollisionShape*>(&shapes.sphere)}) {
            EXPECT_THAT(name(*mesh, *other), HasSubstr("PairAlgorithm")) << mesh->getName();
            EXPECT_THAT(name(*other, *mesh), HasSubstr("PairAlgorithm")) << mesh->getName();
        }
    }
}

TEST(Registration, ASecondCallReplacesTheSettings) {
    BulletWorld w;
    ASSERT_EQ(registerAlgorithms(&w.dispatcher), "");
    Settings settings;
    settings.narrowPhase = "brute-force";
    ASSERT_EQ(registerAlgorithms(&w.dispatcher, settings), "");
    unregisterAlgorithms(&w.dispatcher);
    Shapes shapes;
    EXPECT_THAT(algorithmName(w.dispatcher, shapes.bvh, shapes.bvh, BT_CONTACT_POINT_ALGORITHMS),
                HasSubstr("Empty"));
}

TEST(Registration, AnotherPluginsAlgorithmsAreRestored) {
    Shapes shapes;
    BulletWorld w;
    btGImpactCollisionAlgorithm::registerAlgorithm(&w.dispatcher);
    EXPECT_EQ(registerAlgorithms(&w.dispatcher), "");
    const auto name = [&](btCollisionShape& a, btCollisionShape& b) {
        return algorithmName(w.dispatcher, a, b, BT_CONTACT_POINT_ALGORITHMS);
    };
    EXPECT_THAT(name(shapes.gimpact, shapes.bvh), HasSubstr("PairAlgorithm"));
    EXPECT_THAT(name(shapes.gimpactCompound, shapes.bvh), HasSubstr("PairAlgorithm"));
    unregisterAlgorithms(&w.dispatcher);
    EXPECT_THAT(name(shapes.gimpact, shapes.bvh), HasSubstr("btGImpactCollisionAlgorithm"));
}

TEST(Registration, ADestroyedDispatcherIsNotMistakenForItsSuccessor) {
    btDefaultCollisionConfiguration configuration;
    alignas(btCollisionDispatcher) unsigned char place[sizeof(btCollisionDispatcher)];
    auto* dispatcher = new (place) btCollisionDispatcher(&configuration);
    EXPECT_EQ(registerAlgorithms(dispatcher), "");
    dispatcher->~btCollisionDispatcher();
    dispatcher = new (place) btCollisionDispatcher(&configuration);
    Shapes shapes;
    EXPECT_THAT(algorithmName(*dispatcher, shapes.bvh, shapes.bvh, BT_CONTACT_POINT_ALGORITHMS),
                HasSubstr("Empty"));
    unregisterAlgorithms(dispatcher);
    EXPECT_EQ(registerAlgorithms(dispatcher), "");
    unregisterAlgorithms(dispatcher);
    dispatcher->~btCollisionDispatcher();
}

TEST(Registration, AnUnknownNameChangesNothingAndListsTheKnownOnes) {
    BulletWorld w;
    Settings settings;
    settings.narrowPhase = "face-octopus";
    EXPECT_EQ(registerAlgorithms(&w.dispatcher, settings),
              "There is no narrow phase 'face-octopus'; there are " + knownNames() +
                  "; the nearest is 'face-octree'.");
    Shapes shapes;
    EXPECT_THAT(algorithmName(w.dispatcher, shapes.bvh, shapes.bvh, BT_CONTACT_POINT_ALGORITHMS),
                HasSubstr("Empty"));
    EXPECT_EQ(setAlgorithm(shapes.bvh, "face-octopus"),
              "There is no algorithm 'face-octopus' for a shape; there are " + knownNames() +
                  ", convex-features, stock; the nearest is "
                  "'face-octree'.");
    settings = {};
    settings.roundMesh = "octopus";
    EXPECT_THAT(registerAlgorithms(&w.dispatcher, settings), HasSubstr("no contact method 'octopus'"));
    settings = {};
    settings.hullMesh = "rikochet";
    EXPECT_EQ(registerAlgorithms(&w.dispatcher, settings),
              "There is no contact method of hulls 'rikochet'; there are ricochet, stock; the nearest is "
              "'ricochet'.");
    settings.hullMesh = "";
    EXPECT_THAT(registerAlgorithms(&w.dispatcher, settings), HasSubstr("no contact method of hulls ''"));
    EXPECT_EQ(setAlgorithm(shapes.bvh, "brute-force"), "");
    EXPECT_EQ(setAlgorithm(shapes.bvh, ""), "");
}

TEST(Registration, InvalidSettingsAreNamed) {
    BulletWorld w;
    Settings settings;
    for (int threads : {0, 1025}) {
        settings.threads = threads;
        EXPECT_THAT(registerAlgorithms(&w.dispatcher, settings), HasSubstr("threads"));
    }
    settings = {};
    settings.pairBudget = 0;
    EXPECT_THAT(registerAlgorithms(&w.dispatcher, settings), HasSubstr("pairBudget"));
    settings = {};
    settings.maxPatches = 0;
    EXPECT_THAT(registerAlgorithms(&w.dispatcher, settings), HasSubstr("maxPatches"));
    settings = {};
    settings.clearance = std::numeric_limits<btScalar>::quiet_NaN();
    EXPECT_THAT(registerAlgorithms(&w.dispatcher, settings), HasSubstr("clearance"));
    EXPECT_THAT(registerAlgorithms(nullptr), HasSubstr("no dispatcher"));
    unregisterAlgorithms(nullptr);
    unregisterAlgorithms(&w.dispatcher);
}

TEST(Registration, NarrowPhasesAreNamedWithTheDefaultFirst) {
    EXPECT_EQ(narrowPhases().front(), Settings{}.narrowPhase);
}

/// Bytes that the process has from the heap; 0 under a sanitizer, which has a heap of its own.
std::size_t heapInUse() { return mallinfo2().uordblks; }

/// Registers, simulates a step in which a mesh meets a mesh, and destroys the dispatcher.
void runWorldWith(btCollisionDispatcher& dispatcher, btCollisionConfiguration& configuration,
                  bool isUnregistered) {
    const BulletMesh mesh = boxMesh(1, 1, 1);
    {
        BulletMesh array(mesh.vertices, mesh.faces);
        btBvhTriangleMeshShape floor(&array.interface, true);
        btGImpactMeshShape cube(&array.interface);
        cube.updateBound();
        btDbvtBroadphase broadphase;
        btSequentialImpulseConstraintSolver solver;
        btDiscreteDynamicsWorld world(&dispatcher, &broadphase, &solver, &configuration);
        EXPECT_EQ(registerAlgorithms(&dispatcher), "");
        btRigidBody ground(0, nullptr, &floor), body(1, nullptr, &cube, btVector3(1, 1, 1));
        body.setWorldTransform(btTransform(btQuaternion::getIdentity(), btVector3(0, btScalar(1.99), 0)));
        world.addRigidBody(&ground);
        world.addRigidBody(&body);
        world.stepSimulation(btScalar(1 / 60.0), 0);
        EXPECT_GT(statistics(dispatcher).contacts, 0);
        world.removeRigidBody(&body);
        world.removeRigidBody(&ground);
        if (isUnregistered) unregisterAlgorithms(&dispatcher);
    }
    dispatcher.~btCollisionDispatcher();
}

TEST(Registration, AThousandWorldsLeaveNothing) {
    constexpr int kWorlds = test::kIsSlowBuild ? 300 : 1000, kWarmUp = 200;
    constexpr std::size_t kPerAbandoned = 6000;  // bytes, of a dispatcher whose address is not used again
    btDefaultCollisionConstructionInfo pools;
    pools.m_defaultMaxPersistentManifoldPoolSize = pools.m_defaultMaxCollisionAlgorithmPoolSize = 16;
    enum class End { unregistered, sameAddress, abandoned };
    for (const End end : {End::unregistered, End::sameAddress, End::abandoned}) {
        btDefaultCollisionConfiguration configuration(pools);
        std::deque<std::array<unsigned char, sizeof(btCollisionDispatcher) + 64>> places(1);
        std::size_t before = 0;
        for (int i = 0; i < kWorlds; ++i) {
            if (i == kWarmUp) before = heapInUse();
            if (end == End::abandoned) places.emplace_back();
            auto* const place = reinterpret_cast<void*>(
                (reinterpret_cast<std::uintptr_t>(places.back().data()) + 63) / 64 * 64);
            runWorldWith(*new (place) btCollisionDispatcher(&configuration), configuration,
                         end == End::unregistered);
        }
        const std::size_t dispatchers = end == End::abandoned ? sizeof(btCollisionDispatcher) + 128 : 0;
        const std::size_t allowed =
            end == End::abandoned ? (kPerAbandoned + dispatchers) * (kWorlds - kWarmUp) : 100'000;
        EXPECT_LT(heapInUse(), before + allowed) << int(end);
    }
}

}  // namespace
}  // namespace ricochet
