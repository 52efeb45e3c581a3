// Shapes that are prepared before their first collision, and what is prepared in files.

#include "tests/support/bullet_ground.h"
#include "tests/support/bullet_mesh.h"
#include "tests/support/bullet_world.h"

#include <BulletCollision/CollisionShapes/btCompoundShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

namespace ricochet {
namespace {

using test::boxMesh;
using test::BulletMesh;
using test::BulletTerrain;
using test::BulletWorld;
using test::groundOf;
using test::hills;
using test::torusMesh;

/// A file that is removed with the object.
struct PreparedFile {
    std::string path = testing::TempDir() + "prepared_" +
                       testing::UnitTest::GetInstance()->current_test_info()->name() +
                       std::to_string(getpid()) + ".ricochet";  // tests of both precisions run at once
    ~PreparedFile() { std::remove(path.c_str()); }
    std::string content() const {
        std::ifstream in(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    void write(const std::string& content) const { std::ofstream(path, std::ios::binary) << content; }
};

/// A closed slab as a static shape: one-sided if it is prepared as a whole.
struct Slab {
    BulletMesh mesh = test::fineBoxMesh(5, btScalar(0.5), 5, 20);
    btBvhTriangleMeshShape shape{&mesh.interface, true};
};

Settings allInParts(std::vector<std::string>* said = nullptr) {
    Settings settings;
    EXPECT_EQ(setProcessLimits({.wholeMesh = 0, .wholeTerrain = 0}), "");
    settings.report = [said](const std::string& message) {
        if (said) said->push_back(message);
    };
    return settings;
}

/// The number of regions that all worlds have prepared so far.
long long regionsPrepared() { return statistics().regionsPrepared; }

/// A torus that falls on a ground; where it is after some steps.
btTransform fallOn(btCollisionShape& ground, const Settings& settings, int steps,
                   const std::function<void(int step)>& between = {}) {
    BulletWorld w;
    EXPECT_EQ(registerAlgorithms(&w.dispatcher, settings), "");
    w.add(ground, 0, btVector3(0, 0, 0));
    BulletMesh torus = torusMesh(btScalar(0.4), 24, 12);
    btGImpactMeshShape shape(&torus.interface);
    shape.updateBound();
    btRigidBody& body = w.add(shape, 1, btVector3(0, btScalar(1.5), 0), btVector3(1, 1, 1) * btScalar(0.05));
    body.setAngularVelocity(btVector3(1, 2, 3));
    for (int i = 0; i < steps; ++i) {
        if (between) between(i);
        w.run(1);
    }
    EXPECT_EQ(setProcessLimits({}), "");
    return body.getWorldTransform();
}

TEST(Prepare, ShapesOfAnySizeAreUsedWhole) {
    Slab slab;
    std::vector<std::string> said;
    fallOn(slab.shape, allInParts(&said), 40);
    ASSERT_EQ(said.size(), 1u);  // in regions: two-sided
    release(slab.shape);
    said.clear();
    std::vector<double> shares;
    EXPECT_EQ(prepare(slab.shape, [&](double done) { shares.push_back(done); }), "");
    EXPECT_GT(shares.size(), 2u);
    EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
    EXPECT_EQ(shares.back(), 1);
    const long long before = regionsPrepared();
    fallOn(slab.shape, allInParts(&said), 40);
    EXPECT_EQ(said, std::vector<std::string>{});
    EXPECT_EQ(regionsPrepared(), before);
}

TEST(Prepare, RestingBodiesStayAtRest) {
    Slab slab;
    const btTransform after = fallOn(slab.shape, allInParts(), 400, [&](int step) {
        if (step != 300) return;
        EXPECT_EQ(prepare(slab.shape), "");
    });
    release(slab.shape);
    const btTransform without = fallOn(slab.shape, allInParts(), 400);
    EXPECT_LT((after.getOrigin() - without.getOrigin()).length(), 1e-3);
}

TEST(Prepare, RunsConcurrentlyWithAWorld) {
    Slab slab;
    std::thread loading;
    std::string fault = "not yet";
    std::atomic<int> steps{0}, stepsDuring{0};
    std::atomic<bool> hasStopped{false};
    // Each part waits for two steps: a world that waits for the whole preparation stops both.
    const auto awaitSteps = [&](double) {
        const int from = steps;
        for (int i = 0; i < 10'000 && steps < from + 2 && !hasStopped; ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        stepsDuring += steps - from;
    };
    const btTransform after = fallOn(slab.shape, allInParts(), 200, [&](int step) {
        steps = step;
        if (step == 20) loading = std::thread([&] { fault = prepare(slab.shape, awaitSteps); });
    });
    hasStopped = true;
    loading.join();
    EXPECT_EQ(fault, "");
    EXPECT_GE(stepsDuring, 4);
    EXPECT_GT(after.getOrigin().y(), 0.5);  // on the slab, not in it
    std::vector<std::string> said;
    fallOn(slab.shape, allInParts(&said), 40);
    EXPECT_EQ(said, std::vector<std::string>{});  // not in regions
}

TEST(Prepare, PreparedShapesStayUntilReleased) {
    BulletMesh box = boxMesh(1, 1, 1);
    std::vector<std::unique_ptr<btBvhTriangleMeshShape>> shapes;
    for (int i = 0; i < 200; ++i) {
        shapes.push_back(std::make_unique<btBvhTriangleMeshShape>(&box.interface, true));
        EXPECT_EQ(prepare(*shapes.back()), "");
    }
    Slab slab;
    fallOn(slab.shape, {}, 60);  // discards what nothing uses
    const auto reportsOf = [](const btCollisionShape& shape) {
        int reports = 0;
        EXPECT_EQ(prepare(shape, [&](double) { ++reports; }), "");
        return reports;
    };
    for (const auto& shape : shapes) {
        EXPECT_EQ(reportsOf(*shape), 1);  // done already
        release(*shape);
        EXPECT_GT(reportsOf(*shape), 1);
        release(*shape);
    }
}

TEST(Prepare, DeformedLargeShapesReturnToRegions) {
    Slab slab;
    EXPECT_EQ(prepare(slab.shape), "");
    const long long before = regionsPrepared();
    fallOn(slab.shape, allInParts(), 60, [&](int step) {
        if (step == 30) notifyDeformed(slab.shape);
    });
    EXPECT_GT(regionsPrepared(), before);
}

TEST(Prepare, ShapesWithoutFacesOrReadInRegionsNeedNothing) {
    btSphereShape sphere(1);
    EXPECT_EQ(prepare(sphere), "");
    BulletTerrain terrain(20, hills);
    fallOn(terrain.shape, allInParts(), 1);
    EXPECT_EQ(prepare(terrain.shape), "");
    Slab slab;
    btCompoundShape compound;
    compound.addChildShape(btTransform::getIdentity(), &slab.shape);
    compound.addChildShape(btTransform::getIdentity(), &sphere);
    int calls = 0;
    EXPECT_EQ(prepare(compound, [&](double) { ++calls; }), "");
    EXPECT_GT(calls, 0);
    EXPECT_EQ(savePrepared(compound, "nowhere"), "The children of a compound must be saved one by one.");
    EXPECT_EQ(savePrepared(sphere, "nowhere"), "A SPHERE is not prepared as a whole.");
    EXPECT_EQ(loadPrepared(sphere, "nowhere"), "A SPHERE is not prepared as a whole.");
}

TEST(Prepare, ReportsErrors) {
    Slab slab;
    EXPECT_NE(prepare(slab.shape, {}, "oracle").find("There is no narrow phase 'oracle'"), std::string::npos);
    EXPECT_NE(savePrepared(slab.shape, "x", "oracle").find("'oracle'"), std::string::npos);
    Slab broken;
    broken.mesh.faces[3][1] = 1 << 20;
    EXPECT_NE(prepare(broken.shape).find("cannot collide: face 3"), std::string::npos);
    EXPECT_EQ(savePrepared(slab.shape, "/nowhere/at/all"), "'/nowhere/at/all' cannot be written.");
    EXPECT_EQ(loadPrepared(slab.shape, "/nowhere/at/all"), "'/nowhere/at/all' cannot be read.");
}

TEST(Prepare, FilesGiveTheSameMotion) {
    const PreparedFile file;
    for (const std::string& name : narrowPhases()) {
        SCOPED_TRACE(name);
        Settings settings;
        settings.narrowPhase = name;
        Slab slab;
        EXPECT_EQ(prepare(slab.shape, {}, name), "");
        const btTransform prepared = fallOn(slab.shape, settings, 80);
        EXPECT_EQ(savePrepared(slab.shape, file.path, name), "");
        release(slab.shape);
        EXPECT_EQ(loadPrepared(slab.shape, file.path), "");
        EXPECT_TRUE(fallOn(slab.shape, settings, 80) == prepared);
    }
}

TEST(Prepare, ThreadsPrepareTheSame) {
    const PreparedFile file;
    BulletMesh torus = torusMesh(btScalar(0.4), 240, 120);
    btBvhTriangleMeshShape shape(&torus.interface, true);
    std::vector<std::string> contents;
    for (const int threads : {1, 3, -1}) {
        EXPECT_EQ(prepare(shape, {}, Settings{}.narrowPhase, threads), "");
        EXPECT_EQ(savePrepared(shape, file.path), "");
        contents.push_back(file.content());
        release(shape);
    }
    EXPECT_GT(contents[0].size(), 1000u);
    EXPECT_TRUE(contents[1] == contents[0] && contents[2] == contents[0]);
}

TEST(Prepare, FilesPreserveOpenSurfaces) {
    const PreparedFile file;
    BulletMesh ground = groundOf(20, hills);
    btBvhTriangleMeshShape shape(&ground.interface, true);
    const btTransform fresh = fallOn(shape, {}, 60);
    EXPECT_EQ(savePrepared(shape, file.path), "");
    release(shape);
    EXPECT_EQ(loadPrepared(shape, file.path), "");
    std::vector<std::string> said;
    EXPECT_TRUE(fallOn(shape, allInParts(&said), 60) == fresh);
    ASSERT_EQ(said.size(), 1u);
    EXPECT_NE(said[0].find("has no inside"), std::string::npos);
}

TEST(Prepare, ForeignAndDamagedFilesAreRefused) {
    const PreparedFile file;
    BulletMesh torus = torusMesh(1, 12, 8);
    btBvhTriangleMeshShape shape(&torus.interface, true);
    EXPECT_EQ(savePrepared(shape, file.path), "");
    const std::string good = file.content();
    const auto isRefused = [&](const char* why) {
        const std::string fault = loadPrepared(shape, file.path);
        return fault.find(why) != std::string::npos ? testing::AssertionSuccess()
                                                    : testing::AssertionFailure() << "says: " << fault;
    };
    EXPECT_EQ(loadPrepared(shape, file.path), "");
    Slab slab;
    EXPECT_NE(loadPrepared(slab.shape, file.path).find("other vertices or faces"), std::string::npos);
    torus.vertices[5][1] += btScalar(1e-3);
    EXPECT_TRUE(isRefused("other vertices or faces"));
    torus.vertices[5][1] -= btScalar(1e-3);

    file.write("a picture of a cat, for once as long as the head of the file");
    EXPECT_TRUE(isRefused("is not a file of a prepared shape"));
    file.write("");
    EXPECT_TRUE(isRefused("is not a file of a prepared shape"));
    std::string other = good;
    other[8] = 77;
    file.write(other);
    EXPECT_TRUE(isRefused("was written by another version"));
    file.write(good + "x");
    EXPECT_TRUE(isRefused("is damaged"));
    for (std::size_t length = 32; length < good.size(); length += 997) {
        file.write(good.substr(0, length));
        EXPECT_TRUE(isRefused("is damaged")) << length;
    }
    for (std::size_t at = 24; at < good.size(); at += 331) {
        std::string damaged = good;
        damaged[at] = static_cast<char>(damaged[at] ^ 4);
        file.write(damaged);
        EXPECT_NE(loadPrepared(shape, file.path), "") << at;
    }
    std::string renamed = good;
    const std::size_t name = renamed.find("wide-tree");
    ASSERT_NE(name, std::string::npos);
    renamed[name] = 'h';
    file.write(renamed);
    EXPECT_TRUE(isRefused("was prepared by an unknown narrow phase: 'hide-tree'"));
    renamed[name] = '\xff';
    file.write(renamed);
    EXPECT_TRUE(isRefused("is damaged"));
    file.write(good);
    EXPECT_EQ(loadPrepared(shape, file.path), "");
}

}  // namespace
}  // namespace ricochet
