// Convex hulls, boxes and other polyhedra with one another, by closest features, in worlds of Bullet's.

#include "tests/support/build_kind.h"
#include "tests/support/bullet_mesh.h"
#include "tests/support/bullet_world.h"

#include <BulletCollision/CollisionShapes/btConvexPointCloudShape.h>
#include <BulletCollision/CollisionShapes/btConvexTriangleMeshShape.h>
#include <gmock/gmock.h>
#include <ricochet/ricochet.h>

#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <string>

namespace ricochet {
namespace {

using test::boxMesh;
using test::BulletMesh;
using test::BulletWorld;

Settings convexSettings(Margins margins = Margins::asShape) {
    Settings settings;
    settings.convexConvex = "convex-features";
    settings.margins = margins;
    return settings;
}

std::vector<btVector3> corners(const btVector3& half) {
    std::vector<btVector3> points;
    for (int i = 0; i < 8; ++i) {
        points.push_back(half * btVector3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1));
    }
    return points;
}

std::unique_ptr<btConvexHullShape> hullOf(const std::vector<btVector3>& points) {
    auto hull = std::make_unique<btConvexHullShape>();
    for (const btVector3& point : points) hull->addPoint(point, false);
    hull->recalcLocalAabb();
    return hull;
}

/// One of each kind of polyhedron: their undersides at y = -0.5 before margins.
struct Polyhedra {
    BulletMesh mesh = boxMesh(btScalar(0.5), btScalar(0.5), btScalar(0.5));
    btVector3 half{btScalar(0.5), btScalar(0.5), btScalar(0.5)};
    std::vector<btVector3> points = corners(half);
    btBoxShape box{half};
    std::unique_ptr<btConvexHullShape> hull = hullOf(points);
    btConvexTriangleMeshShape convexMesh{&mesh.interface};
    btConvexPointCloudShape cloud{points.data(), 8, btVector3(1, 1, 1)};
    btBU_Simplex1to4 simplex{btVector3(-1, btScalar(-0.5), -1), btVector3(1, btScalar(-0.5), -1),
                             btVector3(0, btScalar(-0.5), 1), btVector3(0, 1, 0)};
    std::vector<btCollisionShape*> all() { return {&box, hull.get(), &convexMesh, &cloud, &simplex}; }
};

/// Keeps the points that a query reports.
struct Points : btCollisionWorld::ContactResultCallback {
    std::vector<btManifoldPoint> points;
    const btCollisionObject* first = nullptr;
    btScalar addSingleResult(btManifoldPoint& point, const btCollisionObjectWrapper* wrap, int, int,
                             const btCollisionObjectWrapper*, int, int) override {
        points.push_back(point);
        first = wrap->getCollisionObject();
        return 0;
    }
    btScalar nearest() const {
        btScalar minimum = BT_LARGE_FLOAT;
        for (const btManifoldPoint& point : points) minimum = std::min(minimum, point.getDistance());
        return minimum;
    }
};

TEST(ConvexShapes, EveryKindRestsOnEveryKindAtStocksHeight) {
    Polyhedra lower, upper;
    for (btCollisionShape* below : {lower.all()[0], lower.all()[1]}) {
        for (btCollisionShape* above : upper.all()) {
            btScalar height[2];
            for (const bool isOurs : {false, true}) {
                BulletWorld w;
                if (isOurs) {
                    ASSERT_EQ(registerAlgorithms(&w.dispatcher, convexSettings()), "");
                }
                w.add(*below, 0, btVector3(0, 0, 0));
                btRigidBody& body =
                    w.add(*above, 1, btVector3(btScalar(0.1), btScalar(1.13), btScalar(0.05)));
                w.run(180);
                height[isOurs] = body.getWorldTransform().getOrigin().y();
                if (!isOurs) continue;
                EXPECT_GT(statistics(w.dispatcher).convexPairs, 100);
                EXPECT_LT(body.getLinearVelocity().length(), 0.01) << above->getName();
                EXPECT_LT(body.getAngularVelocity().length(), 0.01) << above->getName();
            }
            EXPECT_NEAR(height[1], height[0], 0.005) << below->getName() << ", " << above->getName();
        }
    }
}

TEST(ConvexShapes, MarginsMayBeZero) {
    Polyhedra shapes;
    BulletWorld w;
    ASSERT_EQ(registerAlgorithms(&w.dispatcher, convexSettings(Margins::zero)), "");
    w.add(shapes.box, 0, btVector3(0, 0, 0));
    btRigidBody& body = w.add(*shapes.hull, 1, btVector3(0, btScalar(1.05), 0));
    w.run(120);
    EXPECT_NEAR(body.getWorldTransform().getOrigin().y(), 1, 0.003);
}

/// The result of a query in one order: the least distance, and the normal from the second to the first.
struct Answer {
    btScalar nearest;
    btVector3 normal;
    std::size_t points;
};
Answer query(BulletWorld& w, btRigidBody& a, btRigidBody& b, btScalar upTo) {
    Points found;
    found.m_closestDistanceThreshold = upTo;
    w.world.contactPairTest(&a, &b, found);
    if (found.points.empty()) return {BT_LARGE_FLOAT, btVector3(0, 0, 0), 0};
    const btVector3 normal = found.points[0].m_normalWorldOnB;
    return {found.nearest(), found.first == &a ? normal : -normal, found.points.size()};
}

TEST(ConvexShapes, QueriesAgreeWithStockInBothOrdersAndFromAfar) {
    Polyhedra lower, upper;
    int touching = 0, apart = 0;
    for (btCollisionShape* below : lower.all()) {
        for (btCollisionShape* above : upper.all()) {
            for (const btScalar height : {btScalar(0.97), btScalar(1.8)}) {
                Answer answers[2][2];
                for (const bool isOurs : {false, true}) {
                    BulletWorld w;
                    if (isOurs) {
                        ASSERT_EQ(registerAlgorithms(&w.dispatcher, convexSettings()), "");
                    }
                    btRigidBody& a = w.add(*below, 0, btVector3(0, 0, 0));
                    btRigidBody& b = w.add(*above, 1, btVector3(btScalar(0.1), height, btScalar(-0.05)));
                    answers[isOurs][0] = query(w, a, b, 2);
                    answers[isOurs][1] = query(w, b, a, 2);
                }
                const std::string names = std::string(below->getName()) + ", " + above->getName();
                EXPECT_NEAR(answers[1][0].nearest, answers[1][1].nearest, 1e-6) << names;
                EXPECT_NEAR((answers[1][0].normal + answers[1][1].normal).length(), 0, 1e-6) << names;
                if (height > 1 && above != &upper.simplex && below != &lower.simplex) {
                    // stock rounds a box's corners in; flat on flat there is no difference
                    EXPECT_NEAR(answers[1][0].nearest, answers[0][0].nearest, 2e-3) << names;
                }
                answers[1][0].nearest < 0 ? ++touching : ++apart;
            }
        }
    }
    EXPECT_GT(touching, 10);
    EXPECT_GT(apart, 10);
}

TEST(ConvexShapes, AreLeftToStockByDefaultAndByName) {
    Polyhedra shapes;
    const auto convexPairs = [&](const Settings& settings) {
        BulletWorld w;
        EXPECT_EQ(registerAlgorithms(&w.dispatcher, settings), "");
        w.add(shapes.box, 0, btVector3(0, 0, 0));
        w.add(*shapes.hull, 1, btVector3(0, btScalar(1.03), 0));
        w.run(3);
        EXPECT_GT(w.contacts(), 0);
        return statistics(w.dispatcher).convexPairs;
    };
    EXPECT_EQ(convexPairs({}), 0);
    EXPECT_EQ(convexPairs(convexSettings()), 3);
    EXPECT_EQ(setAlgorithm(*shapes.hull, "stock"), "");
    EXPECT_EQ(convexPairs(convexSettings()), 0);
    EXPECT_EQ(setAlgorithm(*shapes.hull, "convex-features"), "");
    EXPECT_EQ(convexPairs({}), 3);
    EXPECT_EQ(setAlgorithm(*shapes.hull, "obb-tree"), "");  // for pairs with a mesh: nothing changes here
    EXPECT_EQ(convexPairs({}), 3);
    EXPECT_EQ(setAlgorithm(shapes.box, "stock"), "");
    EXPECT_EQ(convexPairs({}), 0);
    EXPECT_EQ(setAlgorithm(*shapes.hull, ""), "");
    EXPECT_EQ(setAlgorithm(shapes.box, ""), "");
    EXPECT_EQ(convexPairs({}), 0);
}

TEST(ConvexShapes, AShapeWithAConvexMethodCollidesWithMeshesByTheNarrowPhase) {
    Polyhedra shapes;
    BulletMesh ground = boxMesh(3, btScalar(0.5), 3);
    btBvhTriangleMeshShape floor(&ground.interface, true);
    BulletWorld w;
    ASSERT_EQ(registerAlgorithms(&w.dispatcher), "");
    ASSERT_EQ(setAlgorithm(*shapes.hull, "convex-features"), "");
    w.add(floor, 0, btVector3(0, 0, 0));
    w.add(*shapes.hull, 1, btVector3(0, btScalar(1.03), 0));
    w.run(3);
    EXPECT_GT(statistics(w.dispatcher).candidatePairs, 0);
    EXPECT_EQ(statistics(w.dispatcher).convexPairs, 0);
    EXPECT_EQ(setAlgorithm(*shapes.hull, ""), "");
}

TEST(ConvexShapes, UnknownNamesListTheKnownOnes) {
    BulletWorld w;
    Settings settings;
    settings.convexConvex = "octopus";
    EXPECT_EQ(registerAlgorithms(&w.dispatcher, settings),
              "There is no contact method of convex bodies 'octopus'; there are convex-features, stock; the"
              " nearest is 'stock'.");
    settings.convexConvex = "round-features";
    EXPECT_NE(registerAlgorithms(&w.dispatcher, settings), "");
    settings = {};
    settings.roundMesh = "convex-features";
    EXPECT_NE(registerAlgorithms(&w.dispatcher, settings), "");
    EXPECT_THAT(convexMethods(), testing::ElementsAre("convex-features"));
}

TEST(ConvexShapes, EditedShapesAreReadAgain) {
    const auto hull = hullOf(corners(btVector3(btScalar(0.5), btScalar(0.5), btScalar(0.5))));
    hull->setMargin(0);
    btBoxShape floor(btVector3(3, btScalar(0.5), 3));
    BulletWorld w;
    ASSERT_EQ(registerAlgorithms(&w.dispatcher, convexSettings()), "");
    btRigidBody& ground = w.add(floor, 0, btVector3(0, 0, 0));
    btRigidBody& body = w.add(*hull, 1, btVector3(0, 2, 0));
    EXPECT_NEAR(query(w, body, ground, 3).nearest, 1, 1e-6);
    hull->addPoint(btVector3(0, -1, 0));
    EXPECT_NEAR(query(w, body, ground, 3).nearest, 0.5, 1e-6);
    hull->setLocalScaling(btVector3(1, btScalar(0.5), 1));
    EXPECT_NEAR(query(w, body, ground, 3).nearest, 1, 1e-6);
    hull->setLocalScaling(btVector3(1, -1, 1));  // the apex points up
    EXPECT_NEAR(query(w, body, ground, 3).nearest, 1, 1e-6);
    hull->setLocalScaling(btVector3(-1, 1, -1));
    EXPECT_NEAR(query(w, body, ground, 3).nearest, 0.5, 1e-6);
    hull->getUnscaledPoints()[8].setY(btScalar(-1.25));
    notifyDeformed(*hull);
    EXPECT_NEAR(query(w, body, ground, 3).nearest, 0.25, 1e-6);
    floor.setLocalScaling(btVector3(1, btScalar(0.5), 1));
    EXPECT_NEAR(query(w, body, ground, 3).nearest, 0.5, 1e-6);
}

TEST(ConvexShapes, AnEditedShapeFallsToItsNewHeightInTheMiddleOfASimulation) {
    const auto hull = hullOf(corners(btVector3(btScalar(0.5), btScalar(0.5), btScalar(0.5))));
    btBoxShape floor(btVector3(3, btScalar(0.5), 3));
    BulletWorld w;
    ASSERT_EQ(registerAlgorithms(&w.dispatcher, convexSettings(Margins::zero)), "");
    w.add(floor, 0, btVector3(0, 0, 0));
    btRigidBody& body = w.add(*hull, 1, btVector3(0, btScalar(1.01), 0));
    w.run(60);
    EXPECT_NEAR(body.getWorldTransform().getOrigin().y(), 1, 0.003);
    hull->setLocalScaling(btVector3(1, btScalar(0.5), 1));
    w.run(120);
    EXPECT_NEAR(body.getWorldTransform().getOrigin().y(), 0.75, 0.003);
}

TEST(ConvexShapes, FlatThinAndTinyHullsLieOnABox) {
    struct Kind {
        const char* name;
        std::vector<btVector3> points;
    };
    const btScalar h = btScalar(0.5), thin = btScalar(5e-7);
    std::vector<Kind> kinds = {
        {"flat", {{-h, 0, -h}, {h, 0, -h}, {h, 0, h}, {-h, 0, h}}},
        {"segment", {{-h, 0, 0}, {h, 0, 0}, {0, 0, 0}}},
        {"point", {{0, 0, 0}}},
        {"plate", corners(btVector3(h, thin, h))},
        {"duplicates", corners(btVector3(h, 0, h))},
    };
    for (const Kind& kind : kinds) {
        const auto hull = hullOf(kind.points);
        btBoxShape floor(btVector3(3, h, 3));
        BulletWorld w;
        ASSERT_EQ(registerAlgorithms(&w.dispatcher, convexSettings()), "");
        w.add(floor, 0, btVector3(0, 0, 0));
        btRigidBody& body = w.add(*hull, 1, btVector3(0, btScalar(0.6), 0));
        w.run(120);
        EXPECT_NEAR(body.getWorldTransform().getOrigin().y(), 0.54, 0.003) << kind.name;
    }
}

TEST(ConvexShapes, NonFiniteShapesAreReportedOnceAndTouchNothing) {
    const btScalar nan = std::numeric_limits<btScalar>::quiet_NaN();
    const auto hull = hullOf(corners(btVector3(1, 1, 1)));
    btBoxShape floor(btVector3(3, btScalar(0.5), 3));
    std::vector<std::string> said;
    Settings settings = convexSettings();
    settings.report = [&](const Report& report) {
        EXPECT_EQ(report.shape, hull.get());
        EXPECT_EQ(report.reason, ReportReason::cannotCollide);
        said.push_back(report.message);
    };
    BulletWorld w;
    ASSERT_EQ(registerAlgorithms(&w.dispatcher, settings), "");
    w.add(floor, 0, btVector3(0, 0, 0));
    w.add(*hull, 1, btVector3(0, btScalar(1.5), 0));
    w.run(2);
    EXPECT_GT(w.contacts(), 0);
    hull->getUnscaledPoints()[3].setY(nan);
    w.run(5);
    EXPECT_EQ(w.contacts(), 0);
    EXPECT_THAT(said, testing::ElementsAre("A Convex shape cannot collide with convex shapes: "
                                           "point 3 is not finite."));
}

TEST(ConvexShapes, AHullOfVeryManyVerticesRests) {
    constexpr int kVertices = test::kIsSlowBuild ? 10000 : 100000;
    btConvexHullShape sphere;
    for (int i = 0; i < kVertices; ++i) {  // on a spiral
        const double up = 1 - (2 * i + 1.0) / kVertices, around = i * M_PI * (3 - std::sqrt(5.0));
        const double aside = 0.5 * std::sqrt(1 - up * up);
        sphere.addPoint(btVector3(btScalar(aside * std::cos(around)), btScalar(0.5 * up),
                                  btScalar(aside * std::sin(around))),
                        false);
    }
    sphere.recalcLocalAabb();
    btBoxShape floor(btVector3(3, btScalar(0.5), 3));
    BulletWorld w;
    ASSERT_EQ(registerAlgorithms(&w.dispatcher, convexSettings()), "");
    w.add(floor, 0, btVector3(0, 0, 0));
    btRigidBody& body = w.add(sphere, 1, btVector3(0, btScalar(1.05), 0));
    w.run(60);
    EXPECT_NEAR(body.getWorldTransform().getOrigin().y(), 1.04, 0.003);
    EXPECT_LT(body.getLinearVelocity().length(), 0.05);
}

/// Each method, for the whole dispatcher and for one shape.
TEST(ConvexShapes, EveryMethodRestsABox) {
    Polyhedra shapes;
    for (const char* method : {"automatic", "walk", "axis", "simplex"}) {
        const std::string name = std::string("convex-features?method=") + method;
        for (const bool perShape : {false, true}) {
            BulletWorld w;
            Settings settings;
            if (!perShape) settings.convexConvex = name;
            ASSERT_EQ(registerAlgorithms(&w.dispatcher, settings), "");
            if (perShape) {
                ASSERT_EQ(setAlgorithm(shapes.box, name), "");
            }
            w.add(shapes.box, 0, btVector3(0, 0, 0));
            btRigidBody& body = w.add(*shapes.hull, 1, btVector3(btScalar(0.1), btScalar(1.06), 0));
            w.run(120);
            EXPECT_NEAR(body.getWorldTransform().getOrigin().y(), 1.04, 0.003) << name;
            EXPECT_EQ(w.contacts(), 4) << name;
            EXPECT_GE(statistics(w.dispatcher).convexPairs, 120) << name;
            EXPECT_EQ(setAlgorithm(shapes.box, ""), "");
        }
    }
}

/// A plate at `speed` (m/s), which turns at `turn` (rad/s), shot at a thin standing wall: whether it is still
/// before it, and how fast it goes.
struct Shot {
    bool isBefore;
    btScalar speed;
};
Shot shotAt(btScalar speed, btScalar turn, bool looksAhead) {
    btBoxShape wall(btVector3(3, 3, btScalar(0.005)));
    const auto plate = hullOf(corners(btVector3(btScalar(0.2), btScalar(0.2), btScalar(0.01))));
    plate->setMargin(0);
    BulletWorld w;
    Settings settings = convexSettings();
    settings.sweptContacts = looksAhead;
    EXPECT_EQ(registerAlgorithms(&w.dispatcher, settings), "");
    w.world.setGravity(btVector3(0, 0, 0));
    w.add(wall, 0, btVector3(0, 0, 0));
    btRigidBody& body = w.add(*plate, 1, btVector3(0, 0, btScalar(1.23)), btVector3(1, 1, 1) / 50);
    body.setLinearVelocity(btVector3(0, 0, -speed));
    body.setAngularVelocity(btVector3(turn, 0, 0));
    w.run(30);
    return {body.getWorldTransform().getOrigin().z() > 0, body.getLinearVelocity().length()};
}

TEST(ConvexShapes, FastPlatesDoNotPassThroughAWall) {
    int through = 0, spinningThrough = 0;
    for (const btScalar speed : {btScalar(20), btScalar(43), btScalar(100), btScalar(200)}) {
        for (const btScalar turn : {btScalar(0), btScalar(3), btScalar(20)}) {
            through += !shotAt(speed, turn, /*looksAhead*/ false).isBefore;
            const Shot shot = shotAt(speed, turn, /*looksAhead*/ true);
            EXPECT_LT(shot.speed, speed) << turn;
            if (turn > 10) {  // what turns by 20 degrees a step may swing through once it is there
                spinningThrough += !shot.isBefore;
            } else {
                EXPECT_TRUE(shot.isBefore) << speed << " m/s, " << turn << " rad/s";
            }
        }
    }
    EXPECT_GT(through, 6);  // so there was something to stop
    EXPECT_LE(spinningThrough, 1);
}

TEST(ConvexShapes, ABodyWithNonFiniteStateTouchesNothing) {
    Polyhedra shapes;
    BulletWorld w;
    ASSERT_EQ(registerAlgorithms(&w.dispatcher, convexSettings()), "");
    w.add(shapes.box, 0, btVector3(0, 0, 0));
    btRigidBody& body = w.add(*shapes.hull, 1, btVector3(0, btScalar(1.03), 0));
    w.run(2);
    EXPECT_GT(w.contacts(), 0);
    body.setLinearVelocity(btVector3(std::numeric_limits<btScalar>::infinity(), 0, 0));
    w.world.performDiscreteCollisionDetection();
    EXPECT_EQ(w.contacts(), 0);
}

TEST(ConvexShapes, ChildrenOfCompoundsRest) {
    Polyhedra shapes;
    btCompoundShape table;
    table.addChildShape(btTransform(btQuaternion::getIdentity(), btVector3(-1, 0, 0)), &shapes.box);
    table.addChildShape(btTransform(btQuaternion::getIdentity(), btVector3(1, 0, 0)), shapes.hull.get());
    btBoxShape plank(btVector3(2, btScalar(0.1), btScalar(0.3)));
    shapes.hull->setMargin(0);
    BulletWorld w;
    ASSERT_EQ(registerAlgorithms(&w.dispatcher, convexSettings()), "");
    w.add(table, 0, btVector3(0, 0, 0));
    btRigidBody& body = w.add(plank, 1, btVector3(0, btScalar(0.62), 0), btVector3(1, 1, 1));
    w.run(120);
    EXPECT_NEAR(body.getWorldTransform().getOrigin().y(), 0.6, 0.003);
    EXPECT_GT(statistics(w.dispatcher).convexPairs, 200);
}

TEST(ConvexShapes, TheTimeOfImpactIncludesMarginsAndRotation) {
    btBoxShape wall(btVector3(3, 3, btScalar(0.01)));
    const auto hull = hullOf(corners(btVector3(btScalar(0.5), btScalar(0.5), btScalar(0.2))));
    hull->setMargin(btScalar(0.05));
    BulletWorld w;
    ASSERT_EQ(registerAlgorithms(&w.dispatcher, convexSettings()), "");
    w.world.getDispatchInfo().m_dispatchFunc = btDispatcherInfo::DISPATCH_CONTINUOUS;
    w.add(wall, 0, btVector3(0, 0, 0));
    btRigidBody& body = w.add(*hull, 1, btVector3(0, 0, 5));
    const auto between = [&](btScalar from, btScalar to, btScalar angle) {
        const auto at = [](btScalar z, btScalar turn) {
            return btTransform(btQuaternion(btVector3(1, 0, 0), turn), btVector3(0, 0, z));
        };
        body.setWorldTransform(at(from, 0));
        body.setInterpolationWorldTransform(at(to, angle));
        body.setHitFraction(1);
        w.world.getDispatchInfo().m_timeOfImpact = 1;
        w.world.performDiscreteCollisionDetection();
        return double(w.world.getDispatchInfo().m_timeOfImpact);
    };
    EXPECT_NEAR(between(5, -5, 0), (5 - 0.01 - 0.2 - 0.05) / 10, 1e-5);
    EXPECT_NEAR(body.getHitFraction(), 0.474, 1e-5);
    EXPECT_EQ(between(5, 4, 0), 1);
    EXPECT_EQ(between(1, 6, 0), 1);
    EXPECT_EQ(between(btScalar(0.6), btScalar(0.4), 0), 1);
    const double time = between(btScalar(0.6), btScalar(0.4), btScalar(M_PI / 2)), turn = time * M_PI / 2;
    const double lowest = 0.6 - 0.2 * time - 0.5 * std::sin(turn) - 0.2 * std::cos(turn) - 0.05;
    EXPECT_NEAR(lowest, 0.01, 1e-4);
    EXPECT_EQ(between(btScalar(0.15), btScalar(0.1), 0), 1);  // touches from the start
}

/// A stack of ten boxes; how far the highest has moved aside, and how low it is.
struct Tower {
    btScalar aside, height, speed;
};
Tower towerAfter(int steps, bool isOurs, const std::function<btCollisionShape&()>& shapeOf) {
    BulletWorld w;
    if (isOurs) {
        EXPECT_EQ(registerAlgorithms(&w.dispatcher, convexSettings()), "");
    }
    btBoxShape floor(btVector3(5, btScalar(0.5), 5));
    w.add(floor, 0, btVector3(0, btScalar(-0.5), 0));
    btRigidBody* top = nullptr;
    for (int i = 0; i < 10; ++i) {
        btCollisionShape& shape = shapeOf();
        btVector3 inertia;
        shape.calculateLocalInertia(1, inertia);
        const btScalar gap = shape.getShapeType() == BOX_SHAPE_PROXYTYPE ? 0 : 2 * shape.getMargin();
        top =
            &w.add(shape, 1, btVector3(0, btScalar(0.25) + gap / 2 + i * (btScalar(0.5) + gap), 0), inertia);
    }
    const btScalar before = top->getWorldTransform().getOrigin().y();
    w.run(steps);
    const btVector3& at = top->getWorldTransform().getOrigin();
    return {btVector3(at.x(), 0, at.z()).length(), before - at.y(), top->getLinearVelocity().length()};
}

// No body sleeps here. At ten iterations Bullet's solver lets any such tower lean more and more: stock's is
// down within ten seconds.
TEST(ConvexShapes, ASleeplessTowerOfTenBoxesStandsLongerThanStocks) {
    btBoxShape box(btVector3(btScalar(0.25), btScalar(0.25), btScalar(0.5)));
    const auto shapeOf = [&]() -> btCollisionShape& { return box; };
    const Tower stock = towerAfter(400, false, shapeOf), ours = towerAfter(400, true, shapeOf);
    EXPECT_LT(ours.aside, stock.aside);
    EXPECT_LT(ours.aside, 0.25);
    EXPECT_LT(ours.height, 0.05);
}

TEST(ConvexShapes, ATowerOfTenHullsStands) {
    const auto hull = hullOf(corners(btVector3(btScalar(0.25), btScalar(0.25), btScalar(0.5))));
    const Tower ours = towerAfter(200, true, [&]() -> btCollisionShape& { return *hull; });
    EXPECT_LT(ours.aside, 0.1);
    EXPECT_LT(ours.height, 0.05);
}

/// How far a box of 1 kg slides that starts with 3 m/s, and how high it bounces after a fall of 1 m.
struct Manners {
    double slide, bounce;
};
Manners mannersOf(bool isOurs) {
    btBoxShape floorShape(btVector3(20, btScalar(0.5), 20)),
        brick(btVector3(btScalar(0.5), btScalar(0.2), 1));
    btVector3 inertia;
    brick.calculateLocalInertia(1, inertia);
    const auto start = [&](BulletWorld& w, btScalar height) -> btRigidBody& {
        if (isOurs) {
            EXPECT_EQ(registerAlgorithms(&w.dispatcher, convexSettings()), "");
        }
        w.add(floorShape, 0, btVector3(0, btScalar(-0.5), 0)).setFriction(1);
        btRigidBody& body = w.add(brick, 1, btVector3(0, height, 0), inertia);
        body.setFriction(btScalar(0.4));
        return body;
    };
    Manners manners{};
    {
        BulletWorld w;
        btRigidBody& body = start(w, btScalar(0.2));
        body.setLinearVelocity(btVector3(0, 0, 3));
        w.run(120);
        manners.slide = double(body.getWorldTransform().getOrigin().z());
        EXPECT_LT(body.getLinearVelocity().length(), 0.01);
    }
    BulletWorld w;
    btRigidBody& body = start(w, btScalar(1.2));
    body.setRestitution(btScalar(0.6));
    w.world.getCollisionObjectArray()[0]->setRestitution(1);
    bool isUp = false;
    for (int i = 0; i < 90; ++i) {
        w.run(1);
        isUp = isUp || body.getLinearVelocity().y() > 0;
        if (isUp) manners.bounce = std::max(manners.bounce, double(body.getWorldTransform().getOrigin().y()));
    }
    return manners;
}

TEST(ConvexShapes, FrictionAndRestitutionAreAsAccurateAsStocks) {
    const Manners stock = mannersOf(false), ours = mannersOf(true);
    EXPECT_NEAR(ours.slide, 3.0 * 3 / (2 * 0.4 * 9.81), 0.05);
    EXPECT_NEAR(ours.slide, stock.slide, 0.05);
    EXPECT_NEAR(ours.bounce, 0.2 + 0.36, 0.06);
    EXPECT_LE(std::abs(ours.bounce - 0.56), std::abs(stock.bounce - 0.56));  // stock's bounces too high
}

int added = 0, processed = 0, destroyed = 0;

TEST(ConvexShapes, ContactCallbacksFire) {
    added = processed = destroyed = 0;
    gContactAddedCallback = [](btManifoldPoint& point, const btCollisionObjectWrapper*, int, int,
                               const btCollisionObjectWrapper*, int, int) {
        if (!point.m_userPersistentData) point.m_userPersistentData = &added;
        return ++added > 0;
    };
    gContactProcessedCallback = [](btManifoldPoint&, void*, void*) { return ++processed > 0; };
    gContactDestroyedCallback = [](void* data) {
        EXPECT_EQ(data, &added);
        return ++destroyed > 0;
    };
    {
        Polyhedra shapes;
        BulletWorld w;
        EXPECT_EQ(registerAlgorithms(&w.dispatcher, convexSettings()), "");
        w.add(shapes.box, 0, btVector3(0, 0, 0));
        btRigidBody& body = w.add(*shapes.hull, 1, btVector3(0, btScalar(1.04), 0));
        body.setCollisionFlags(body.getCollisionFlags() | btCollisionObject::CF_CUSTOM_MATERIAL_CALLBACK);
        w.run(3);
        EXPECT_GE(added, 4);
        EXPECT_GE(processed, 4);
        EXPECT_EQ(destroyed, 0);
        body.setWorldTransform(btTransform(btQuaternion::getIdentity(), btVector3(0, 5, 0)));
        w.run(2);
        EXPECT_EQ(destroyed, 4);
    }
    gContactAddedCallback = nullptr;
    gContactProcessedCallback = nullptr;
    gContactDestroyedCallback = nullptr;
}

TEST(ConvexShapes, UnregisteredPairsReturnToStock) {
    Polyhedra shapes;
    BulletWorld w;
    ASSERT_EQ(registerAlgorithms(&w.dispatcher, convexSettings()), "");
    btRigidBody& lower = w.add(shapes.box, 0, btVector3(0, 0, 0));
    w.add(*shapes.hull, 1, btVector3(0, btScalar(1.03), 0));
    w.run(2);
    unregisterAlgorithms(&w.dispatcher);
    w.broadphase.getOverlappingPairCache()->cleanProxyFromPairs(lower.getBroadphaseHandle(), &w.dispatcher);
    w.run(2);
    EXPECT_EQ(w.dispatcher.getNumManifolds(), 1);
    EXPECT_GT(w.contacts(), 0);
}

TEST(ConvexShapes, ImpulsesPersist) {
    Polyhedra shapes;
    BulletWorld w;
    ASSERT_EQ(registerAlgorithms(&w.dispatcher, convexSettings()), "");
    w.add(shapes.box, 0, btVector3(0, 0, 0));
    w.add(shapes.box, 1, btVector3(btScalar(0.1), 1, 0), btVector3(1, 1, 1) / 6);
    w.run(60);
    ASSERT_EQ(w.dispatcher.getNumManifolds(), 1);
    const btPersistentManifold& manifold = *w.dispatcher.getManifoldByIndexInternal(0);
    ASSERT_EQ(manifold.getNumContacts(), 4);
    for (int i = 0; i < 4; ++i) EXPECT_GT(manifold.getContactPoint(i).getLifeTime(), 30);
}

}  // namespace
}  // namespace ricochet
