// A static mesh in a file, in stock worlds and in ours, beside the same mesh in memory.

#include "adapters/shapes/mktree_shape.h"

#include "algorithms/mktree/queries.h"
#include "tests/plugin/region_settings.h"
#include "tests/support/body_states.h"
#include "tests/support/bullet_ground.h"
#include "tests/support/bullet_world.h"
#include "tests/support/mktree_worlds.h"

#include <BulletCollision/CollisionShapes/btScaledBvhTriangleMeshShape.h>
#include <BulletCollision/NarrowPhaseCollision/btRaycastCallback.h>
#include <gmock/gmock.h>
#include <ricochet/ricochet.h>

#include <fstream>
#include <limits>
#include <random>
#include <thread>

namespace ricochet {
namespace {

using mktree::test::clutter;
using mktree::test::Objects;
using test::BulletWorld;
using test::inRegionsAbove;
using test::kNever;
using test::ObjectsInFile;
using test::ObjectsInMemory;
using test::ofFloats;
using testing::HasSubstr;

struct Handed {
    int part, triangle;
    std::array<std::array<btScalar, 3>, 3> corners;
    auto operator<=>(const Handed&) const = default;
};

class Collector : public btTriangleCallback {
public:
    void processTriangle(btVector3* corners, int part, int triangle) override {
        Handed handed{part, triangle, {}};
        for (std::size_t k = 0; k < 3; ++k)
            handed.corners[k] = {corners[k].x(), corners[k].y(), corners[k].z()};
        triangles.push_back(handed);
    }
    std::vector<Handed> triangles;
};

std::vector<Handed> handedOut(const btConcaveShape& shape, const btVector3& minimum,
                              const btVector3& maximum) {
    Collector collector;
    shape.processAllTriangles(&collector, minimum, maximum);
    return std::move(collector.triangles);
}

bool overlaps(const Handed& triangle, const btVector3& minimum, const btVector3& maximum) {
    for (int axis = 0; axis < 3; ++axis) {
        const auto [low, high] =
            std::minmax({triangle.corners[0][std::size_t(axis)], triangle.corners[1][std::size_t(axis)],
                         triangle.corners[2][std::size_t(axis)]});
        if (low > maximum[axis] || high < minimum[axis]) return false;
    }
    return true;
}

class MkTreeShapes : public testing::Test {
protected:
    ~MkTreeShapes() override { test::setLimits({}); }
    btScalar number(double minimum, double maximum) {
        return btScalar(float(std::uniform_real_distribution<double>(minimum, maximum)(random_)));
    }
    btVector3 point(double size) { return {number(-size, size), number(-size, size), number(-size, size)}; }

    Objects objects_ = ofFloats(clutter(33, 150));
    ObjectsInMemory memory_{objects_};
    ObjectsInFile file_{objects_};
    MkTreeShape shape_{file_.open()};
    std::mt19937 random_{5};
};

TEST_F(MkTreeShapes, OpenOrGiveAReason) {
    EXPECT_THAT(MkTreeShape::open("/nowhere/ship.mkt").error, HasSubstr("/nowhere/ship.mkt"));
    EXPECT_FALSE(MkTreeShape::open("/nowhere/ship.mkt").shape);
    std::ofstream(file_.path() + ".text") << std::string(2000, 'x');
    EXPECT_THAT(MkTreeFile::open(file_.path() + ".text").error, HasSubstr("the file is not an MKtree"));
    EXPECT_EQ(MkTreeFile::open(file_.path(), -1).error,
              "The bytes of an MKtree's cache must be zero or more.");
    const auto opened = MkTreeShape::open(file_.path());
    EXPECT_EQ(opened.error, "");
    EXPECT_EQ(opened.shape->file()->parts(), 150);
    EXPECT_EQ(opened.shape->file()->partName(7), "7");
    EXPECT_EQ(opened.shape->file()->statistics().triangles,
              static_cast<long long>(mktree::test::triangleCount(objects_)));
}

TEST_F(MkTreeShapes, ReportTheTrianglesOfABoxInOrderOfTheirNames) {
    const btVector3 far(100, 100, 100);
    std::vector<Handed> all = handedOut(memory_.shape(), -far, far);
    std::ranges::sort(all);
    EXPECT_EQ(handedOut(shape_, -far, far), all);
    std::size_t found = 0;
    for (int i = 0; i < 200; ++i) {
        const btVector3 minimum = point(6),
                        maximum = minimum + btVector3(number(0, 2), number(0, 2), number(0, 2));
        std::vector<Handed> expected;
        for (const Handed& each : all) {
            if (overlaps(each, minimum, maximum)) expected.push_back(each);
        }
        ASSERT_EQ(handedOut(shape_, minimum, maximum), expected);
        found += !expected.empty();
    }
    EXPECT_GT(found, 60u);
    EXPECT_LT(found, 200u);
}

TEST_F(MkTreeShapes, AreScaledAndMirrored) {
    const btVector3 scaling(2, btScalar(-0.5), 1), far(100, 100, 100);
    const std::vector<Handed> plain = handedOut(shape_, -far, far);
    shape_.setLocalScaling(scaling);
    const btVector3 minimum(-3, -1, -2), maximum(5, 1, 2);
    std::vector<Handed> expected;
    for (Handed each : plain) {
        for (auto& corner : each.corners) {
            for (int axis = 0; axis < 3; ++axis) corner[std::size_t(axis)] *= scaling[axis];
        }
        std::swap(each.corners[1], each.corners[2]);
        if (overlaps(each, minimum, maximum)) expected.push_back(each);
    }
    EXPECT_GT(expected.size(), 100u);
    EXPECT_EQ(handedOut(shape_, minimum, maximum), expected);
    for (const btScalar bad : {btScalar(0), std::numeric_limits<btScalar>::quiet_NaN()}) {
        shape_.setLocalScaling(btVector3(1, bad, 1));
        EXPECT_TRUE(handedOut(shape_, -far, far).empty());
    }
}

TEST_F(MkTreeShapes, HaveTheBoxOfTheMesh) {
    for (int i = 0; i < 20; ++i) {
        const btTransform at(btQuaternion(point(1).normalized(), number(0, 3)), point(100));
        btVector3 minimum, maximum, expectedLeast, expectedMost;
        for (btConcaveShape* shape :
             {static_cast<btConcaveShape*>(&shape_), static_cast<btConcaveShape*>(&memory_.shape())}) {
            shape->setMargin(btScalar(0.01) * btScalar(i));
        }
        shape_.getAabb(at, minimum, maximum);
        memory_.shape().getAabb(at, expectedLeast, expectedMost);
        EXPECT_EQ(minimum, expectedLeast);
        EXPECT_EQ(maximum, expectedMost);
    }
}

TEST_F(MkTreeShapes, CanBeEmpty) {
    const ObjectsInFile nothing{Objects{}};
    const MkTreeShape empty(nothing.open());
    btVector3 minimum, maximum;
    empty.getAabb(btTransform::getIdentity(), minimum, maximum);
    EXPECT_TRUE(minimum.isZero() && maximum.isZero());
    EXPECT_TRUE(handedOut(empty, btVector3(-1, -1, -1), btVector3(1, 1, 1)).empty());
}

// Rays

TEST_F(MkTreeShapes, StopRaysLikeTheMeshInMemory) {
    BulletWorld ours, theirs;
    const btVector3 at(btScalar(0.5), btScalar(-0.25), 2);
    ours.add(shape_, 0, at);
    theirs.add(memory_.shape(), 0, at);
    int hits = 0;
    for (int i = 0; i < 2000; ++i) {
        const btVector3 from = point(8), to = i % 4 ? point(8) : btVector3(from.x(), from.y(), -from.z());
        btCollisionWorld::ClosestRayResultCallback hit(from, to), expected(from, to);
        if (i % 3 == 0) hit.m_flags = expected.m_flags = btTriangleRaycastCallback::kF_FilterBackfaces;
        ours.world.rayTest(from, to, hit);
        theirs.world.rayTest(from, to, expected);
        ASSERT_EQ(hit.hasHit(), expected.hasHit());
        ASSERT_EQ(hit.m_closestHitFraction, expected.m_closestHitFraction);
        hits += hit.hasHit();
        btCollisionWorld::AllHitsRayResultCallback all(from, to), expectedAll(from, to);
        ours.world.rayTest(from, to, all);
        theirs.world.rayTest(from, to, expectedAll);
        ASSERT_EQ(all.m_hitFractions.size(), expectedAll.m_hitFractions.size());
    }
    EXPECT_GT(hits, 600);
    EXPECT_LT(hits, 1900);
}

TEST_F(MkTreeShapes, ReadOnlyTheLeavesOnARaysPath) {
    BulletWorld w;
    w.add(shape_, 0, btVector3(0, 0, 0));
    const MkTreeStatistics before = shape_.file()->statistics();
    const btVector3 from(-6, -6, -6), to(6, 6, 6);
    btCollisionWorld::ClosestRayResultCallback hit(from, to);
    w.world.rayTest(from, to, hit);
    EXPECT_TRUE(hit.hasHit());
    const MkTreeStatistics after = shape_.file()->statistics();
    EXPECT_GT(after.leavesRead, before.leavesRead);
    EXPECT_LT(after.leavesRead, after.leaves / 8);  // its box overlaps all of them
    EXPECT_GE(after.blocksRead, after.leavesRead);
}

// Bodies

/// Bodies of every kind above a ground.
class Bodies {
public:
    Bodies(btCollisionShape& ground, const Settings* settings) {
        if (settings) {
            EXPECT_EQ(registerAlgorithms(&w_.dispatcher, *settings), "");
        }
        w_.add(ground, 0, btVector3(0, 0, 0));
        btCollisionShape* const shapes[] = {&sphere_, &box_, &capsule_, &hull_, &small_, &ring_};
        int k = 0;
        for (const double x : {-2.5, 0.0, 2.5}) {
            for (const double z : {-2.0, 1.5}) {
                const btVector3 at(btScalar(x), btScalar(1.3), btScalar(z));
                btRigidBody& body = w_.add(*shapes[k++], 1, at, btVector3(1, 1, 1) * btScalar(0.05));
                body.setLinearVelocity(btVector3(btScalar(0.5 - 0.3 * x), 0, btScalar(-0.3 * z)));
                body.setAngularVelocity(btVector3(1, 2, 3));
                bodies_.push_back(&body);
            }
        }
        for (int i = 0; i < 8; ++i) {
            hull_.addPoint(btVector3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : btScalar(-0.5)) *
                           btScalar(0.2));
        }
    }
    void run(int steps) { w_.run(steps); }
    std::vector<btScalar> state() const { return test::statesOf(bodies_); }
    /// Above `hills`, and not far above.
    int onHills(bool withRing) const {
        int count = 0;
        for (std::size_t i = 0; i < bodies_.size() - !withRing; ++i) {
            const btVector3 at = bodies_[i]->getWorldTransform().getOrigin();
            const double height = double(at.y()) - test::hills(at.x(), at.z());
            count += height > 0 && height < 0.6;
        }
        return count;
    }
    BulletWorld& world() { return w_; }

private:
    test::BulletMesh ringMesh_ = test::torusMesh(btScalar(0.3));
    btSphereShape sphere_{btScalar(0.3)};
    btBoxShape box_{btVector3(btScalar(0.3), btScalar(0.2), btScalar(0.4))},
        small_{btVector3(btScalar(0.05), btScalar(0.04), btScalar(0.06))};
    btCapsuleShape capsule_{btScalar(0.2), btScalar(0.5)};
    btConvexHullShape hull_;
    btBvhTriangleMeshShape ringFaces_{&ringMesh_.interface, true};
    btScaledBvhTriangleMeshShape ring_{&ringFaces_, btVector3(btScalar(0.5), btScalar(0.5), btScalar(0.5))};
    BulletWorld w_;
    std::vector<btRigidBody*> bodies_;
};

class MkTreeGround : public MkTreeShapes {
protected:
    static constexpr int kSteps = 240;

    /// The state after each step.
    static std::vector<std::vector<btScalar>> history(btCollisionShape& ground, int wholeTriangles) {
        const Settings settings = inRegionsAbove(wholeTriangles);
        Bodies bodies(ground, &settings);
        std::vector<std::vector<btScalar>> states;
        for (int step = 0; step < kSteps; ++step) {
            bodies.run(1);
            states.push_back(bodies.state());
        }
        release(ground);
        return states;
    }
    static void expectTheSame(const Objects& objects, const btVector3& scaling = {1, 1, 1}) {
        ObjectsInMemory memory(objects);
        btScaledBvhTriangleMeshShape scaled(&memory.shape(), scaling);
        const ObjectsInFile inFile(objects);
        MkTreeShape file(inFile.open());
        file.setLocalScaling(scaling);
        for (const int whole : {0, kNever}) {
            const auto expected = history(scaled, whole), paged = history(file, whole);
            for (int step = 0; step < kSteps; ++step) {
                ASSERT_EQ(paged[std::size_t(step)], expected[std::size_t(step)])
                    << "after " << step + 1 << " steps, whole up to " << whole;
            }
        }
    }

    test::BulletMesh hills_ = test::groundOf(40, test::hills);
};

TEST_F(MkTreeGround, CarriesBodiesOfStockBullet) {
    const ObjectsInFile inFile(test::objectsOf(hills_));
    MkTreeShape ground(inFile.open());
    Bodies bodies(ground, nullptr);
    bodies.run(kSteps);
    EXPECT_EQ(bodies.onHills(/*withRing*/ false), 5);  // stock has no contacts of two meshes
}

TEST_F(MkTreeGround, CarriesOurBodies) {
    const ObjectsInFile inFile(test::objectsOf(hills_));
    for (const int whole : {0, kNever}) {
        MkTreeShape ground(inFile.open());
        const Settings settings = inRegionsAbove(whole);
        Bodies bodies(ground, &settings);
        const auto regions = [&] { return statistics(bodies.world().dispatcher).regionsPrepared; };
        const long long before = regions();
        bodies.run(kSteps);
        EXPECT_EQ(bodies.onHills(/*withRing*/ true), 6);
        EXPECT_EQ(regions() > before, whole == 0);
        release(ground);
    }
}

TEST_F(MkTreeGround, GivesTheMotionOfTheSameHillsInMemory) { expectTheSame(test::objectsOf(hills_)); }

TEST_F(MkTreeGround, GivesTheMotionOfTheSameClutterInMemory) { expectTheSame(ofFloats(clutter(4, 400))); }

TEST_F(MkTreeGround, GivesTheMotionOfTheSameMirroredHillsInMemory) {
    expectTheSame(test::objectsOf(hills_), btVector3(1, 1, -1));
}

TEST_F(MkTreeGround, WithoutACacheGivesTheSameMotion) {
    const ObjectsInFile inFile(test::objectsOf(hills_));
    MkTreeShape all(inFile.open()), none(inFile.open(0));
    EXPECT_EQ(history(none, 0), history(all, 0));
    EXPECT_LT(none.file()->statistics().hits, all.file()->statistics().hits);
}

TEST_F(MkTreeGround, IsSharedByWorldsOnManyThreads) {
    const ObjectsInFile inFile(test::objectsOf(hills_));
    const auto file = inFile.open(1 << 14);
    MkTreeShape alone(file);
    const auto expected = history(alone, 0).back();
    std::vector<std::vector<btScalar>> states(4);
    std::vector<std::thread> threads;
    std::vector<std::unique_ptr<MkTreeShape>> shapes;
    for (std::size_t i = 0; i < states.size(); ++i) shapes.push_back(std::make_unique<MkTreeShape>(file));
    std::vector<std::unique_ptr<Bodies>> worlds;
    const Settings settings = inRegionsAbove(0);
    for (auto& shape : shapes) worlds.push_back(std::make_unique<Bodies>(*shape, &settings));
    for (std::size_t i = 0; i < states.size(); ++i) {
        threads.emplace_back([&, i] {
            for (int step = 0; step < kSteps; ++step)
                worlds[i]->world().world.stepSimulation(btScalar(1) / 60, 0);
            states[i] = worlds[i]->state();
        });
    }
    for (std::thread& thread : threads) thread.join();
    for (const auto& state : states) EXPECT_EQ(state, expected);
    for (auto& shape : shapes) release(*shape);
}

// Damage

class DamagedMkTree : public MkTreeGround {
protected:
    static void damageBlock(const std::string& path, long long block) {
        std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
        file.seekp(block * 512 + 40);
        file.put('\x5a');
    }
    /// All leaves, once the file is open.
    static void damageLeaves(const std::string& path, long long blocks) {
        for (long long block = 1; block <= blocks; ++block) damageBlock(path, block);
    }
    ObjectsInFile inFile_{test::objectsOf(hills_)};
    MkTreeShape ground_{inFile_.open(0)};
};

TEST_F(DamagedMkTree, IsReportedOnceAndHasNoTriangles) {
    std::vector<Report> reports;
    Settings settings = inRegionsAbove(0);
    settings.report = [&](const Report& report) {
        if (report.reason == ReportReason::cannotCollide) reports.push_back(report);
    };
    Bodies bodies(ground_, &settings);
    damageLeaves(inFile_.path(), ground_.file()->statistics().blocks);
    bodies.run(kSteps);
    EXPECT_EQ(bodies.onHills(true), 0);
    ASSERT_EQ(reports.size(), 1u);
    EXPECT_EQ(reports[0].shape, &ground_);
    EXPECT_THAT(reports[0].message,
                testing::MatchesRegex("A MKtree mesh cannot collide near some bodies: .*world.mkt: "
                                      "leaf [0-9]+: its checksum is wrong\\."));
    EXPECT_THAT(ground_.file()->error(), HasSubstr("its checksum is wrong"));
    release(ground_);
}

TEST_F(DamagedMkTree, HasNoTrianglesForStockAndForRays) {
    Bodies bodies(ground_, nullptr);
    EXPECT_EQ(ground_.file()->error(), "");
    std::filesystem::resize_file(inFile_.path(), 512);
    bodies.run(kSteps);
    EXPECT_EQ(bodies.onHills(false), 0);
    EXPECT_THAT(ground_.file()->error(), HasSubstr("world.mkt: leaf "));
    btCollisionWorld::ClosestRayResultCallback hit(btVector3(0, 5, 0), btVector3(0, -5, 0));
    bodies.world().world.rayTest(hit.m_rayFromWorld, hit.m_rayToWorld, hit);
    EXPECT_FALSE(hit.hasHit());
}

/// A sweep requests the whole shape; a pair in contact needs only what is near.
TEST_F(DamagedMkTree, FarAwayDoesNotAffectOtherContacts) {
    std::vector<std::string> sentences;
    Settings settings = inRegionsAbove(0);
    settings.report = [&](const Report& report) {
        if (report.reason == ReportReason::cannotCollide) sentences.push_back(report.message);
    };
    const ObjectsInFile inFile(test::objectsOf(hills_), /*leafTriangles*/ 8);
    MkTreeShape ground(inFile.open(0));
    Bodies bodies(ground, &settings);
    const btVector3 corner(5, 0, 5);
    const mktree::MkTree& tree = ground.file()->reader().tree();
    for (const Index leaf : leavesIn(tree, {Vec3(4.9, -1, 4.9), Vec3(5, 1, 5)})) {
        damageBlock(inFile.path(), tree.directory().leaves[leaf].firstBlock);
    }
    test::BulletMesh ringMesh = test::torusMesh(btScalar(0.3));
    btBvhTriangleMeshShape ringShape(&ringMesh.interface, true);
    const btRigidBody ring(0, nullptr, &ringShape);
    for (int step = 0; step < kSteps; ++step) {
        const btTransform from(btQuaternion::getIdentity(), corner + btVector3(0, 3, 0)),
            to(btQuaternion::getIdentity(), corner - btVector3(0, 3, 0));
        btCollisionWorld::ClosestConvexResultCallback closest(from.getOrigin(), to.getOrigin());
        EXPECT_EQ(sweepTest(bodies.world().world, ring, from, to, closest), "");
        EXPECT_FALSE(closest.hasHit());
        bodies.run(1);
    }
    EXPECT_EQ(bodies.onHills(true), 6);
    EXPECT_EQ(sentences.size(), 1u);
    release(ground);
}

/// The open shape still reads the old file; opening it again reads the new one.
TEST_F(DamagedMkTree, AReplacedFileKeepsItsOldContents) {
    const auto expected = handedOut(ground_, btVector3(-1, -1, -1), btVector3(1, 1, 1));
    const ObjectsInFile other(objects_);
    std::filesystem::rename(other.path(), inFile_.path());
    EXPECT_EQ(handedOut(ground_, btVector3(-1, -1, -1), btVector3(1, 1, 1)), expected);
    EXPECT_EQ(ground_.file()->error(), "");
    EXPECT_EQ(inFile_.open()->parts(), 150);
}

/// What a user derives from btConcaveShape with the same type is Bullet's.
TEST_F(MkTreeGround, IsDistinguishedFromAnotherShapeOfItsType) {
    struct Own : btConcaveShape {
        explicit Own(const btConcaveShape& inner) : mesh(inner) { m_shapeType = FAST_CONCAVE_MESH_PROXYTYPE; }
        void processAllTriangles(btTriangleCallback* callback, const btVector3& minimum,
                                 const btVector3& maximum) const override {
            mesh.processAllTriangles(callback, minimum, maximum);
        }
        void getAabb(const btTransform& at, btVector3& minimum, btVector3& maximum) const override {
            mesh.getAabb(at, minimum, maximum);
        }
        void setLocalScaling(const btVector3&) override {}
        const btVector3& getLocalScaling() const override { return mesh.getLocalScaling(); }
        void calculateLocalInertia(btScalar, btVector3&) const override {}
        const char* getName() const override { return "OWN"; }
        const btConcaveShape& mesh;
    };
    btBvhTriangleMeshShape faces(&hills_.interface, true);
    Own own(faces);
    const Settings settings = inRegionsAbove(0);
    Bodies bodies(own, &settings);
    bodies.run(kSteps);
    EXPECT_EQ(bodies.onHills(/*withRing*/ false), 5);
}

TEST_F(MkTreeGround, IsPrefetchedAheadOfBodies) {
    const ObjectsInFile inFile(test::objectsOf(test::groundOf(200, test::hills)), 200);
    MkTreeShape ground(inFile.open());
    BulletWorld w;  // with Bullet's own algorithms: ours read ahead by themselves
    w.add(ground, 0, btVector3(0, 0, 0));
    btSphereShape sphere(btScalar(0.1));
    w.add(sphere, 1, btVector3(-2, btScalar(0.3), 2)).setLinearVelocity(btVector3(2, 0, 0));
    const auto leavesRead = [&] { return ground.file()->statistics().leavesRead; };
    prefetch(w.world, btScalar(0.5));
    ground.file()->reader().prefetcher().finish();
    const long long before = leavesRead();
    EXPECT_GT(before, 0);
    EXPECT_LT(before, ground.file()->statistics().leaves / 2);
    EXPECT_EQ(ground.file()->statistics().leavesPrefetched, before);
    w.run(25);
    EXPECT_EQ(leavesRead(), before);  // all that the body needed was there
    EXPECT_GT(w.contacts(), 0);
    EXPECT_GT(ground.file()->statistics().hits, 0);
    release(ground);
}

/// The step's own thread reads leaves only where a body begins.
TEST_F(MkTreeGround, IsPrefetchedAheadOfBodiesByOurAlgorithms) {
    const ObjectsInFile inFile(test::objectsOf(test::groundOf(200, test::hills)), 200);
    MkTreeShape ground(inFile.open());
    BulletWorld w;
    const Settings settings = inRegionsAbove(0);
    ASSERT_EQ(registerAlgorithms(&w.dispatcher, settings), "");
    w.add(ground, 0, btVector3(0, 0, 0));
    btSphereShape sphere(btScalar(0.1));
    // Within the ground's box, or there is no pair yet.
    w.add(sphere, 1, btVector3(-4, btScalar(0.4), 2)).setLinearVelocity(btVector3(3, 0, 0));
    const auto readInStep = [&] {
        const MkTreeStatistics statistics = ground.file()->statistics();
        return statistics.leavesRead - statistics.leavesPrefetched;
    };
    w.run(1);
    ground.file()->reader().prefetcher().finish();
    const long long atBegin = readInStep(), aheadAtBegin = ground.file()->statistics().leavesPrefetched;
    for (int step = 0; step < 90; ++step) {
        w.run(1);
        ground.file()->reader().prefetcher().finish();
    }
    EXPECT_EQ(readInStep(), atBegin);
    EXPECT_GT(ground.file()->statistics().leavesPrefetched, aheadAtBegin);
    EXPECT_GT(w.contacts(), 0);
    release(ground);
}

// Insides

std::vector<std::string> saidOf(btCollisionShape& ground) {
    std::vector<std::string> sentences;
    Settings settings = inRegionsAbove(0);
    settings.report = [&](const std::string& message) { sentences.push_back(message); };
    Bodies bodies(ground, &settings);
    bodies.run(40);
    release(ground);
    return sentences;
}

TEST_F(MkTreeGround, ReportsAnOpenSurface) {
    const ObjectsInFile inFile(test::objectsOf(hills_));
    MkTreeShape ground(inFile.open());
    EXPECT_THAT(saidOf(ground), testing::ElementsAre(HasSubstr("has no inside")));
}

/// Above the limit of whole preparation the file's own flag decides; no pair waits for a scan.
TEST_F(MkTreeGround, OfMillionsOfTrianglesIsSolidFromTheFirstStep) {
    const ObjectsInFile inFile(ofFloats(clutter(4, 400)));
    MkTreeShape small(inFile.open());
    EXPECT_THAT(saidOf(small), testing::ElementsAre(HasSubstr("until it is known")));
    const SharedMesh slab = ricochet::boxMesh(Vec3(-5, -1, -5), Vec3(5, 0, 5));
    mktree::test::TemporaryFolder folder;
    Index slabs = 0;
    const auto stream = [&](mktree::WorldObject& object) -> Result<bool> {
        object = mktree::test::objectOf(*slab, slabs);
        for (Vec3& v : object.vertices) v.y() -= 2 * slabs;
        return slabs++ < 170'000;
    };
    ASSERT_TRUE(mktree::build(stream, folder.file("w")));
    MkTreeShape::Opened opened = MkTreeShape::open(folder.file("w"));
    ASSERT_GT(opened.shape->file()->statistics().triangles, 2'000'000);
    EXPECT_THAT(saidOf(*opened.shape), testing::IsEmpty());
    EXPECT_THAT(prepare(*opened.shape), HasSubstr("at most 2000000 can be prepared as a whole"));
}

}  // namespace
}  // namespace ricochet
