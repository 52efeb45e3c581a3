// Bodies on springs: `setContactStiffnessAndDamping`, at depths at which hard contacts would be deep. The
// oracles are m g / (n k) and Bullet's own box on a box.

#include "tests/support/build_kind.h"
#include "tests/support/soft_rest.h"

#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <ostream>
#include <utility>
#include <vector>

namespace ricochet {

namespace test {
void PrintTo(const SoftPairKind& kind, std::ostream* out) { *out << kind.name; }
void PrintTo(const SoftMaterial& m, std::ostream* out) {
    *out << m.mass << " kg on " << m.stiffness << " N/m" << (m.splitImpulse ? "" : ", no split impulse");
}
}  // namespace test

namespace {

using test::BulletWorld;
using test::SoftMaterial;
using test::SoftPairKind;
using test::SoftRest;
using test::SoftScene;

constexpr double kDampingTime = 0.05;   // s: damping over stiffness
constexpr double kTolerance = 0.05;     // of the sink
constexpr double kDeepest = 0.25;       // metres: of a body of a metre
constexpr double kBodySize = 1;         // metres
constexpr double kDeepestSplit = 0.04;  // metres: what is deeper, split impulse pushes out by positions
// Where split impulse carries a body instead of its springs, Bullet's own box topples after 15 s, a
// cylinder after 10 s: slow builds check before, all others long after that.
constexpr double kSeconds = test::kIsSlowBuild ? 5 : 60;

void makeOurs(btCollisionDispatcher& dispatcher) {
    Settings settings;
    settings.report = [](const std::string&) {};  // of open surfaces
    settings.convexConvex = "convex-features";
    EXPECT_EQ(registerAlgorithms(&dispatcher, settings), "");
}
void leaveStock(btCollisionDispatcher&) {}

std::vector<SoftMaterial> materials(int points) {
    std::vector<SoftMaterial> materials;
    for (const double mass : {1.0, 10.0, 250.0}) {
        for (const double stiffness : {50.0, 200.0, 1e3, 5e3, 3e4, 1e6}) {
            for (const bool splitImpulse : {true, false}) {
                const SoftMaterial each{stiffness, kDampingTime * stiffness, mass, splitImpulse};
                if (each.sinkOn(points) <= kDeepest) materials.push_back(each);
            }
        }
    }
    return materials;
}

/// Metres: how far from theory it lies, for the points that it has.
double missOf(const SoftRest& rest, const SoftMaterial& material) {
    return std::abs(rest.sink - material.sinkOn(std::max(rest.points, 1)));
}

struct SoftContacts : testing::TestWithParam<SoftPairKind> {};

TEST_P(SoftContacts, SupportABodyAtTheDepthOfTheirSprings) {
    int leftOut = 0;
    const int points = GetParam().points;
    const std::vector<SoftMaterial> table = materials(points);
    const auto isLeftToSprings = [&](const SoftMaterial& material) {
        return !material.splitImpulse || material.sinkOn(points) <= kDeepestSplit;
    };
    for (const SoftMaterial& material : table) {
        SCOPED_TRACE(testing::PrintToString(material));
        const SoftRest stock =
            SoftScene(test::stockBoxOnBox(), material.forFourInsteadOf(points), leaveStock).rest(kSeconds);
        if (stock.maximum > kBodySize) {  // stock loses its own box: that is no measure
            leftOut += isLeftToSprings(material);
            continue;
        }
        const SoftRest ours = SoftScene(GetParam(), material, makeOurs).rest(kSeconds);
        const double allowed = kTolerance * material.sinkOn(points);
        if (missOf(ours, material) > allowed) {  // as far as Bullet's solver lets its own box sink
            EXPECT_GT(missOf(stock, material.forFourInsteadOf(points)), allowed);
            EXPECT_LE(ours.sink, (1 + kTolerance) * stock.sink);
            leftOut += isLeftToSprings(material);
            continue;
        }
        EXPECT_EQ(ours.points, points);
        EXPECT_GE(ours.minimum, (1 - kTolerance) * ours.sink);
    }
    EXPECT_LE(leftOut, GetParam().leftOut);
}

INSTANTIATE_TEST_SUITE_P(Table, SoftContacts, testing::ValuesIn(test::softPairKinds()));

/// A body of a metre on springs, sunk by a fifth of it.
SoftMaterial deepSprings(int points = 4) {
    const double stiffness = 5000.0 / points;
    return {stiffness, kDampingTime * stiffness, 100, /*splitImpulse*/ false};
}

TEST(SoftContact, ABodyFallingOnSpringsSinksAsDeepAsStocksBox) {
    const SoftMaterial springs{2000, 20, 10, /*splitImpulse*/ false};
    double deepest[2];
    for (const bool isOurs : {false, true}) {
        SoftScene scene(isOurs ? test::softPairKinds()[1] : test::stockBoxOnBox(), springs,
                        isOurs ? makeOurs : leaveStock);
        scene.body->setLinearVelocity(btVector3(0, -6, 0));
        const SoftRest rest = scene.rest(20);
        deepest[isOurs] = rest.maximum;
        EXPECT_NEAR(rest.sink, springs.sinkOn(4), kTolerance * springs.sinkOn(4));
    }
    EXPECT_GT(deepest[0], 0.1);
    EXPECT_NEAR(deepest[1], deepest[0], kTolerance * deepest[0]);
}

/// It slides three metres over open surfaces of few and of many triangles.
void expectToKeepItsDepthOverTriangles(SoftPairKind kind) {
    const SoftMaterial springs = deepSprings(kind.points);
    const double sink = springs.sinkOn(kind.points);
    for (const int cells : {1, 7, 64}) {
        kind.ground = [cells] { return test::openSurface(cells, 0); };
        kind.groundHeight = btScalar(-0.5);
        SoftScene scene(kind, springs, makeOurs);
        scene.body->setFriction(0);
        scene.rest(5);
        scene.body->setLinearVelocity(btVector3(1, 0, btScalar(0.3)));
        double minimum = 1;
        for (int i = 0; i < 180; ++i) {
            scene.world.run(1);
            EXPECT_EQ(scene.world.contacts(), kind.points);
            minimum = std::min(minimum, scene.sink());
        }
        EXPECT_NEAR(minimum, sink, kTolerance * sink) << cells;
        EXPECT_NEAR(scene.body->getWorldTransform().getOrigin().x(), 3, 0.02) << cells;
    }
}

TEST(SoftContact, ABodyThatSlidesOverTrianglesKeepsItsDepth) {
    expectToKeepItsDepthOverTriangles(test::softPairKinds()[1]);
}

TEST(SoftContact, ASphereThatSlidesOverTrianglesKeepsItsDepth) {
    expectToKeepItsDepthOverTriangles(test::roundSoftPairKinds()[0]);
}

TEST(SoftContact, ABodyAtTheEdgeOfASlabIsNotPushedAside) {
    const SoftMaterial springs = deepSprings();
    for (const double beside : {0.02, 0.1, 0.15}) {
        SoftScene scene(test::softPairKinds()[1], springs, makeOurs);
        const double x = 4.5 - beside;
        scene.body->translate(btVector3(btScalar(x), 0, 0));
        scene.body->setFriction(0);
        const SoftRest rest = scene.rest(5);
        EXPECT_NEAR(scene.body->getWorldTransform().getOrigin().x(), x, 1e-3) << beside;
        EXPECT_NEAR(rest.sink, springs.sinkOn(4), kTolerance * springs.sinkOn(4)) << beside;
    }
}

// Once it has toppled, Bullet's box goes over the edge after two seconds.
TEST(SoftContact, ABodyThatHangsOverTheEdgeMovesAsStocksBox) {
    const SoftMaterial springs = deepSprings();
    btVector3 at[2];
    for (const bool isOurs : {false, true}) {
        SoftScene scene(isOurs ? test::softPairKinds()[1] : test::stockBoxOnBox(), springs,
                        isOurs ? makeOurs : leaveStock);
        scene.body->translate(btVector3(btScalar(4.6), 0, 0));
        scene.rest(0.7);
        at[isOurs] = scene.body->getWorldTransform().getOrigin();
    }
    EXPECT_LT(at[0].distance(at[1]), 0.02);
}

TEST(SoftContact, ABodyDeeperThanThePlatesThicknessStays) {
    const SoftMaterial springs = deepSprings();
    SoftPairKind kind = test::softPairKinds()[1];
    for (const double thickness : {0.02, 0.1, 0.15}) {
        kind.ground = [thickness] { return test::bvhShape(test::boxMesh(5, btScalar(thickness / 2), 5), 0); };
        kind.groundHeight = btScalar(-0.5 - thickness / 2);
        const SoftRest rest = SoftScene(kind, springs, makeOurs).rest(kSeconds);
        EXPECT_NEAR(rest.sink, springs.sinkOn(4), kTolerance * springs.sinkOn(4)) << thickness;
    }
}

TEST(SoftContact, ABodyPlacedDeepIsSupportedByItsPoints) {
    for (const double deeper : {-0.1, 0.05}) {
        for (const SoftPairKind& kind : test::softPairKinds()) {
            const SoftMaterial springs = deepSprings(kind.points);
            const double sink = springs.sinkOn(kind.points);
            SoftScene scene(kind, springs, makeOurs);
            scene.body->translate(btVector3(0, btScalar(-sink - deeper), 0));
            const SoftRest rest = scene.rest(20);
            EXPECT_EQ(rest.points, kind.points) << kind.name << deeper;
            EXPECT_NEAR(rest.sink, sink, kTolerance * sink) << kind.name << deeper;
        }
    }
}

TEST(SoftContact, ATiltedBodySettlesFlat) {
    for (const SoftPairKind& kind : test::softPairKinds()) {
        const SoftMaterial springs = deepSprings(kind.points);
        const double sink = springs.sinkOn(kind.points);
        SoftScene scene(kind, springs, makeOurs);
        btTransform at = scene.body->getWorldTransform();
        at.setRotation(btQuaternion(btVector3(1, 0, btScalar(0.4)).normalized(), btScalar(0.4)));
        at.setOrigin(btVector3(0, btScalar(0.3), 0));
        scene.body->setWorldTransform(at);
        const SoftRest rest = scene.rest(20);
        EXPECT_EQ(rest.points, kind.points) << kind.name;
        EXPECT_TRUE(kind.canLieTurned || rest.tilt < 1e-3) << kind.name << rest.tilt;
        EXPECT_NEAR(rest.sink, sink, kTolerance * sink) << kind.name;
    }
}

TEST(SoftContact, SizeDoesNotMatter) {
    for (const double size : {0.05, 20.0}) {
        SoftPairKind kind = test::softPairKinds()[1];
        const auto half = btScalar(size / 2);
        kind.body = [half] { return test::bvhShape(test::boxMesh(half, half, half), 0); };
        kind.ground = [half] { return test::bvhShape(test::boxMesh(10 * half, half, 10 * half), 0); };
        kind.groundHeight = -2 * half;
        SoftMaterial springs = deepSprings();
        springs.stiffness /= size;  // sinks by a fifth of its size
        SoftScene scene(kind, springs, makeOurs);
        scene.body->setMassProps(100, btScalar(100 * size * size / 6) * btVector3(1, 1, 1));
        scene.body->updateInertiaTensor();
        const SoftRest rest = scene.rest(20);
        EXPECT_EQ(rest.points, 4) << size;
        EXPECT_NEAR(rest.sink, springs.sinkOn(4), kTolerance * springs.sinkOn(4)) << size;
    }
}

TEST(SoftContact, ATorusRestsOnFourPointsOfItsRing) {
    SoftPairKind kind = test::softPairKinds()[1];
    kind.body = [] { return test::bvhShape(test::torusMesh(btScalar(0.3)), 0); };
    kind.groundHeight = btScalar(-1 - 0.3 * std::cos(M_PI / 12));
    for (const double mass : {20.0, 50.0}) {  // it sinks by 4 cm, and by 10 cm of its 60
        const SoftMaterial springs{1250, 62.5, mass, /*splitImpulse*/ false};
        const SoftRest rest = SoftScene(kind, springs, makeOurs).rest(20);
        EXPECT_EQ(rest.points, 4) << mass;
        EXPECT_NEAR(rest.sink, springs.sinkOn(4), kTolerance * springs.sinkOn(4)) << mass;
    }
}

TEST(SoftContact, ACompoundsChildrenShareTheLoad) {
    const test::OwnedShape left = test::meshBody(), right = test::meshBody();
    SoftPairKind kind = test::softPairKinds()[1];
    kind.body = [&] {
        auto compound = std::make_unique<btCompoundShape>();
        const btQuaternion upright = btQuaternion::getIdentity();
        compound->addChildShape(btTransform(upright, btVector3(-1, 0, 0)), left.shape.get());
        compound->addChildShape(btTransform(upright, btVector3(1, 0, 0)), right.shape.get());
        return test::OwnedShape{nullptr, std::move(compound)};
    };
    const SoftMaterial springs = deepSprings();
    const SoftRest rest = SoftScene(kind, springs, makeOurs).rest(20);
    EXPECT_EQ(rest.points, 8);
    EXPECT_NEAR(rest.sink, springs.sinkOn(8), kTolerance * springs.sinkOn(8));
}

TEST(SoftContact, SoftBodiesStandOnEachOther) {
    const SoftMaterial springs{4000, 200, 50, /*splitImpulse*/ false};
    SoftScene scene(test::softPairKinds()[1], springs, makeOurs);
    const test::OwnedShape upper = test::meshBody();
    btRigidBody& second = scene.world.add(*upper.shape, 50, btVector3(0, btScalar(1.01), 0),
                                          btScalar(50.0 / 6) * btVector3(1, 1, 1));
    second.setContactStiffnessAndDamping(4000, 200);
    const SoftRest rest = scene.rest(20);
    const double own = springs.sinkOn(4), between = 2 * own;  // two springs in a row
    EXPECT_NEAR(rest.sink, 2 * own, kTolerance * 2 * own);
    const double gap = double(second.getWorldTransform().getOrigin().y()) - scene.height() - 1;
    EXPECT_NEAR(-gap, between, kTolerance * between);
}

/// Newtons upwards of all contacts, of springs alike.
double forceOf(BulletWorld& world, double stiffness) {
    double force = 0;
    for (int i = 0; i < world.dispatcher.getNumManifolds(); ++i) {
        const btPersistentManifold& manifold = *world.dispatcher.getManifoldByIndexInternal(i);
        for (int k = 0; k < manifold.getNumContacts(); ++k) {
            const btManifoldPoint& point = manifold.getContactPoint(k);
            const double depth = -std::min(double(point.getDistance()), 0.0);
            force += stiffness * depth * std::abs(double(point.m_normalWorldOnB.y()));
        }
    }
    return force;
}

struct SoftOnHills : testing::TestWithParam<SoftPairKind> {};

TEST_P(SoftOnHills, HillyGroundSupportsABodyBySpringsInAllDirections) {
    for (const bool isClosed : {true, false}) {
        SoftPairKind kind = GetParam();
        kind.ground = [=] { return test::hillyGround(isClosed); };
        kind.groundHeight = btScalar(-0.8);
        const SoftMaterial springs{5000, 250, 100, /*splitImpulse*/ false};
        SoftScene scene(kind, springs, makeOurs);
        scene.body->setFriction(0);
        scene.body->setDamping(btScalar(0.5), btScalar(0.5));
        scene.body->setLinearVelocity(btVector3(1, 0, 1));
        scene.rest(40);
        const btVector3 place = scene.body->getWorldTransform().getOrigin();
        const double weight = springs.mass * test::kGravity;
        double force = 0;
        for (int i = 0; i < 120; ++i) {
            scene.world.run(1);
            force += forceOf(scene.world, springs.stiffness) / 120;
        }
        EXPECT_NEAR(force, weight, kTolerance * weight) << isClosed;
        EXPECT_LT(scene.body->getWorldTransform().getOrigin().distance(place), 0.01) << isClosed;
    }
}

INSTANTIATE_TEST_SUITE_P(Table, SoftOnHills, testing::ValuesIn([] {
                             std::vector<SoftPairKind> kinds = test::roundSoftPairKinds();
                             kinds.push_back(test::softPairKinds()[1]);
                             return kinds;
                         }()));

TEST(SoftContact, ASphereDeeperThanThePlatesThicknessStays) {
    const SoftMaterial springs = deepSprings(1);
    SoftPairKind kind = test::roundSoftPairKinds()[0];
    for (const double thickness : {0.02, 0.1, 0.15}) {
        kind.ground = [thickness] { return test::bvhShape(test::boxMesh(5, btScalar(thickness / 2), 5), 0); };
        kind.groundHeight = btScalar(-0.5 - thickness / 2);
        const SoftRest rest = SoftScene(kind, springs, makeOurs).rest(kSeconds);
        EXPECT_NEAR(rest.sink, springs.sinkOn(1), kTolerance * springs.sinkOn(1)) << thickness;
    }
}

}  // namespace
}  // namespace ricochet
