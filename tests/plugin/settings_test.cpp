// Bullet's settings of objects, contacts and solver: each on pairs of ours, meshes and convex bodies, and on
// stock's boxes, or on stock's sphere. The statements of plugin/README.md are tested here and in
// materials_test.cpp.

#include "tests/support/soft_rest.h"

#include <gtest/gtest.h>
#include <ricochet/ricochet.h>

#include <array>
#include <cmath>
#include <functional>

namespace ricochet {
namespace {

using test::BulletMesh;
using test::BulletWorld;
using test::OwnedShape;

enum class Whose { stock, meshes, convex };  ///< the last two are ours
constexpr Whose kAll[] = {Whose::stock, Whose::meshes, Whose::convex};
constexpr Whose kOurs[] = {Whose::meshes, Whose::convex};

/// A body of 1 kg and about a metre on a floor whose top is at height 0.
struct Pair {
    OwnedShape floorShape, bodyShape;
    BulletWorld w;
    btRigidBody *floor, *body;

    Pair(Whose whose, OwnedShape ofBody, btScalar height)
        : floorShape(whose == Whose::meshes ? test::meshSlab() : test::boxSlab()),
          bodyShape(std::move(ofBody)) {
        if (whose != Whose::stock) {
            ricochet::Settings settings;
            settings.convexConvex = "convex-features";
            EXPECT_EQ(registerAlgorithms(&w.dispatcher, settings), "");
        }
        floor = &w.add(*floorShape.shape, 0, btVector3(0, -1, 0));
        body = &w.add(*bodyShape.shape, 1, btVector3(0, height, 0), btScalar(1.0 / 6) * btVector3(1, 1, 1));
    }
    explicit Pair(Whose whose, double height = 0.5)
        : Pair(whose, whose == Whose::meshes ? test::meshBody() : test::boxBody(), btScalar(height)) {}

    btVector3 at() const { return body->getWorldTransform().getOrigin(); }
    double height() const { return double(at().y()); }
    btManifoldPoint& point() { return w.dispatcher.getManifoldByIndexInternal(0)->getContactPoint(0); }
};

/// Each answer is of one pair.
struct Answers {
    double stock;
    std::array<double, 2> ours;  ///< in the order of `kOurs`
};

Answers measureAll(const std::function<double(Whose)>& question) {
    return {question(Whose::stock), {question(kOurs[0]), question(kOurs[1])}};
}

void expectNearStock(const Answers& answers, double tolerance) {
    for (const double ours : answers.ours) EXPECT_NEAR(ours, answers.stock, tolerance);
}

// ------------------------------------------------------------------ combination

/// Replaces one of Bullet's functions during its lifetime.
class Replace {
public:
    Replace(CalculateCombinedCallback& place, CalculateCombinedCallback by) : place_(place), before_(place) {
        place = by;
    }
    ~Replace() { place_ = before_; }
    Replace(const Replace&) = delete;
    Replace& operator=(const Replace&) = delete;

private:
    CalculateCombinedCallback& place_;
    const CalculateCombinedCallback before_;
};

template <int kThousandths>
btScalar always(const btCollisionObject*, const btCollisionObject*) {
    return btScalar(kThousandths) / 1000;
}

TEST(Settings, TheUsersFunctionsCombineMaterials) {
    const Replace replaced[] = {{gCalculateCombinedFrictionCallback, always<110>},
                                {gCalculateCombinedRestitutionCallback, always<0>},
                                {gCalculateCombinedRollingFrictionCallback, always<130>},
                                {gCalculateCombinedSpinningFrictionCallback, always<140>},
                                {gCalculateCombinedContactDampingCallback, always<15000>},
                                {gCalculateCombinedContactStiffnessCallback, always<1600000>}};
    for (const Whose whose : kAll) {
        Pair pair(whose);
        pair.body->setContactStiffnessAndDamping(5, 5);
        pair.body->setRestitution(1);
        pair.floor->setRestitution(1);
        pair.w.run(5);
        EXPECT_EQ(pair.point().m_combinedFriction, btScalar(0.11));
        EXPECT_EQ(pair.point().m_combinedRestitution, 0);
        EXPECT_EQ(pair.point().m_combinedRollingFriction, btScalar(0.13));
        EXPECT_EQ(pair.point().m_combinedSpinningFriction, btScalar(0.14));
        EXPECT_EQ(pair.point().m_combinedContactDamping1, 15);
        EXPECT_EQ(pair.point().m_combinedContactStiffness1, 1600);
    }
}

TEST(Settings, StiffnessAndDampingAreCombinedAsInStock) {
    for (const Whose whose : kAll) {
        Pair pair(whose);
        pair.body->setContactStiffnessAndDamping(600, 5);
        pair.floor->setContactStiffnessAndDamping(300, 7);
        pair.w.run(5);
        EXPECT_NEAR(pair.point().m_combinedContactStiffness1, 200, 1e-3);
        EXPECT_EQ(pair.point().m_combinedContactDamping1, 12);
        EXPECT_TRUE(pair.point().m_contactPointFlags & BT_CONTACT_FLAG_CONTACT_STIFFNESS_DAMPING);
    }
}

// --------------------------------------------------------------------- friction

/// Closed, of unit diameter: a sphere with enough slices to roll smoothly.
constexpr int kSlices = 96, kStacks = 48;
BulletMesh meshSphere() {
    std::vector<std::array<btScalar, 3>> vertices{{0, btScalar(0.5), 0}, {0, btScalar(-0.5), 0}};
    std::vector<std::array<int, 3>> faces;
    const auto at = [](int stack, int slice) { return 2 + (stack - 1) * kSlices + slice % kSlices; };
    for (int stack = 1; stack < kStacks; ++stack) {
        for (int slice = 0; slice < kSlices; ++slice) {
            const double down = M_PI * stack / kStacks, about = 2 * M_PI * slice / kSlices;
            vertices.push_back({btScalar(0.5 * std::sin(down) * std::cos(about)),
                                btScalar(0.5 * std::cos(down)),
                                btScalar(0.5 * std::sin(down) * std::sin(about))});
            if (stack == 1) faces.push_back({0, at(1, slice + 1), at(1, slice)});
            if (stack == kStacks - 1) {
                faces.push_back({1, at(stack, slice), at(stack, slice + 1)});
                continue;
            }
            faces.push_back({at(stack, slice), at(stack, slice + 1), at(stack + 1, slice)});
            faces.push_back({at(stack, slice + 1), at(stack + 1, slice + 1), at(stack + 1, slice)});
        }
    }
    return BulletMesh(vertices, faces);
}

OwnedShape boundingSphere(Whose whose) {
    if (whose == Whose::stock) return {nullptr, std::make_unique<btSphereShape>(btScalar(0.5))};
    if (whose == Whose::meshes) return test::bvhShape(meshSphere(), 0);
    auto hull = std::make_unique<btConvexHullShape>();
    for (const auto& v : meshSphere().vertices) hull->addPoint(btVector3(v[0], v[1], v[2]), false);
    hull->recalcLocalAabb();
    hull->setMargin(0);
    return {nullptr, std::move(hull)};
}

struct Roll {
    btVector3 velocity;  ///< m/s: of the centre
    double rollingFriction;
    btVector3 rollingScale{1, 1, 1};  ///< of the floor's
};

/// Share of its speed that a sphere keeps in a second.
double speedLeft(Whose whose, const Roll& roll) {
    Pair pair(whose, boundingSphere(whose), btScalar(0.5));
    pair.floor->setFriction(1);
    pair.body->setFriction(1);
    pair.body->setRollingFriction(btScalar(roll.rollingFriction));
    pair.floor->setAnisotropicFriction(roll.rollingScale, btCollisionObject::CF_ANISOTROPIC_ROLLING_FRICTION);
    pair.body->setLinearVelocity(roll.velocity);
    pair.body->setAngularVelocity(2 * btVector3(0, 1, 0).cross(roll.velocity));
    pair.w.run(60);
    return double(pair.body->getLinearVelocity().length() / roll.velocity.length());
}

TEST(Settings, RollingFrictionSlowsARollingBody) {
    const auto left = [](double friction) {
        return measureAll([&](Whose whose) { return speedLeft(whose, {btVector3(2, 0, 0), friction}); });
    };
    // A rolling polygon keeps (I + m r^2 cos(2 pi / n)) / (I + m r^2) of its speed at each corner: 61 in a
    // second.
    const double polygon = std::pow((0.4 + std::cos(2 * M_PI / kSlices)) / 1.4, 61);
    const Answers free = left(0), slowed = left(0.05);
    EXPECT_LT(slowed.stock, 0.8);
    const double loss[] = {0, 0.01}, tolerance[] = {0.05, 0.06};  // a convex body loses a percent more
    for (const int i : {0, 1}) {
        EXPECT_GT(free.ours[i], polygon - loss[i]);
        EXPECT_LT(free.ours[i], 1.001);
        EXPECT_NEAR(slowed.ours[i] / free.ours[i], slowed.stock, tolerance[i]);
    }
}

TEST(Settings, RollingFrictionMayDifferByDirection) {
    const btVector3 onlyAboutX(1, 1, 0);
    const auto left = [&](const btVector3& velocity) {
        return measureAll([&](Whose whose) { return speedLeft(whose, {velocity, 0.05, onlyAboutX}); });
    };
    const btVector3 alongX(2, 0, 0), alongZ(0, 0, 2);
    const Answers free = left(alongX), slowed = left(alongZ);
    EXPECT_NEAR(free.stock, 1, 1e-3);
    for (const int i : {0, 1}) {
        EXPECT_NEAR(free.ours[i], speedLeft(kOurs[i], {alongX, 0}), 0.05);  // its facets cost a little
        EXPECT_NEAR(slowed.ours[i] / free.ours[i], slowed.stock, 0.05);
        EXPECT_GT(free.ours[i], slowed.ours[i] + 0.1);
    }
}

TEST(Settings, SpinningFrictionSlowsASpinningBody) {
    const auto spin = [](double friction) {
        return measureAll([&](Whose whose) {
            Pair pair(whose);
            pair.body->setFriction(0);
            pair.floor->setFriction(1);
            pair.body->setRollingFriction(btScalar(0.001));
            pair.body->setSpinningFriction(btScalar(friction));
            pair.w.run(30);
            pair.body->setAngularVelocity(btVector3(0, 5, 0));
            pair.w.run(30);
            return double(pair.body->getAngularVelocity().y());
        });
    };
    for (const double ours : spin(0).ours) EXPECT_GT(ours, 4.9);
    const Answers slowed = spin(0.1);
    EXPECT_LT(slowed.stock, 4.6);
    expectNearStock(slowed, 0.1);
}

TEST(Settings, FrictionMayDifferByDirection) {
    for (const int axis : {0, 2}) {
        const Answers answers = measureAll([&](Whose whose) {
            Pair pair(whose);
            pair.body->setAnisotropicFriction(btVector3(btScalar(0.1), 1, 1));
            pair.w.run(30);
            btVector3 velocity(0, 0, 0);
            velocity[axis] = 2;
            pair.body->setLinearVelocity(velocity);
            pair.w.run(90);
            return double(pair.at()[axis]);
        });
        SCOPED_TRACE(axis);
        expectNearStock(answers, 0.05 * answers.stock);
    }
}

// --------------------------------------------------------------- added contacts

/// Installs a listener to added contacts for as long as it lives.
class Listen {
public:
    explicit Listen(ContactAddedCallback callback) : before_(gContactAddedCallback) {
        gContactAddedCallback = callback;
    }
    ~Listen() { gContactAddedCallback = before_; }
    Listen(const Listen&) = delete;
    Listen& operator=(const Listen&) = delete;

private:
    const ContactAddedCallback before_;
};

using Wrap = const btCollisionObjectWrapper*;

bool makeABelt(btManifoldPoint& point, Wrap, int, int, Wrap, int, int) {
    point.m_contactPointFlags |= BT_CONTACT_FLAG_LATERAL_FRICTION_INITIALIZED;
    point.m_lateralFrictionDir1 = btVector3(1, 0, 0);
    point.m_lateralFrictionDir2 = btVector3(0, 0, 1);
    point.m_contactMotion1 = 1;
    return true;
}

TEST(Settings, ACallbacksFrictionDirectionsMakeABelt) {
    const Listen listen(makeABelt);
    const Answers speed = measureAll([](Whose whose) {
        Pair pair(whose);
        pair.body->setCollisionFlags(btCollisionObject::CF_CUSTOM_MATERIAL_CALLBACK);
        pair.w.world.getSolverInfo().m_solverMode |=
            SOLVER_ENABLE_FRICTION_DIRECTION_CACHING | SOLVER_USE_2_FRICTION_DIRECTIONS;
        pair.w.run(60);
        EXPECT_NEAR(pair.body->getLinearVelocity().z(), 0, 0.02);
        return double(pair.body->getLinearVelocity().x());
    });
    EXPECT_GT(std::abs(speed.stock), 0.9);
    expectNearStock(speed, 0.02);
}

bool makeFrictionless(btManifoldPoint& point, Wrap, int, int, Wrap, int, int) {
    point.m_combinedFriction = 0;
    return true;
}

TEST(Settings, ACallbacksFrictionHolds) {
    const Listen listen(makeFrictionless);
    for (const bool listens : {false, true}) {
        const Answers answers = measureAll([&](Whose whose) {
            Pair pair(whose);
            if (listens) pair.body->setCollisionFlags(btCollisionObject::CF_CUSTOM_MATERIAL_CALLBACK);
            pair.w.run(10);
            pair.body->setLinearVelocity(btVector3(2, 0, 0));
            pair.w.run(60);
            return double(pair.at().x());
        });
        expectNearStock(answers, 0.05);
        for (const double ours : answers.ours) EXPECT_EQ(ours > 1.5, listens);
    }
}

bool makeASpring(btManifoldPoint& point, Wrap, int, int, Wrap, int, int) {
    constexpr double kStiffness = 50, kDamping = 2.5, kStep = 1.0 / 60;  // N/m, N s/m, s
    point.m_contactPointFlags |= BT_CONTACT_FLAG_HAS_CONTACT_CFM | BT_CONTACT_FLAG_HAS_CONTACT_ERP;
    point.m_contactCFM = btScalar(1 / (kStep * kStiffness + kDamping));
    point.m_contactERP = btScalar(kStep * kStiffness / (kStep * kStiffness + kDamping));
    return true;
}

TEST(Settings, ACallbacksErpAndCfmMakeASpring) {
    const Listen listen(makeASpring);
    const Answers height = measureAll([](Whose whose) {
        Pair pair(whose);
        pair.body->setCollisionFlags(btCollisionObject::CF_CUSTOM_MATERIAL_CALLBACK);
        pair.w.world.getSolverInfo().m_splitImpulse = false;
        pair.w.run(300);
        return pair.height();
    });
    EXPECT_NEAR(height.stock, 0.5 - 9.81 / (4 * 50), 2e-3);
    expectNearStock(height, 2e-3);
}

bool makeSlow(btManifoldPoint& point, Wrap, int, int, Wrap, int, int) {
    point.m_contactPointFlags |= BT_CONTACT_FLAG_HAS_CONTACT_ERP;
    point.m_contactERP = btScalar(0.02);
    return true;
}

TEST(Settings, ACallbacksErpSetsTheSeparationSpeed) {
    const Listen listen(makeSlow);
    for (const bool listens : {false, true}) {
        const Answers height = measureAll([&](Whose whose) {
            Pair pair(whose, 0.495);
            if (listens) pair.body->setCollisionFlags(btCollisionObject::CF_CUSTOM_MATERIAL_CALLBACK);
            pair.w.run(12);
            return pair.height();
        });
        expectNearStock(height, 5e-4);
        for (const double ours : height.ours) EXPECT_EQ(ours < 0.498, listens);
    }
}

// ------------------------------------------------------------------- the solver

TEST(Settings, TheWorldsErpSetsTheSeparationSpeed) {
    for (const double erp : {0.02, 0.2}) {
        const Answers height = measureAll([&](Whose whose) {
            Pair pair(whose, 0.495);
            pair.w.world.getSolverInfo().m_erp2 = btScalar(erp);
            pair.w.run(12);
            return pair.height();
        });
        expectNearStock(height, 5e-4);
        for (const double ours : height.ours) EXPECT_EQ(ours < 0.498, erp < 0.1);
    }
}

TEST(Settings, TheWorldsCfmLetsABodySink) {
    const Answers height = measureAll([](Whose whose) {
        Pair pair(whose);
        pair.w.world.getSolverInfo().m_globalCfm = btScalar(0.02);
        pair.w.run(300);
        return pair.height();
    });
    EXPECT_LT(height.stock, 0.497);
    expectNearStock(height, 5e-4);
}

TEST(Settings, ContactsBeyondTheProcessingThresholdDoNotPush) {
    for (const double threshold : {-0.005, 0.0, 1e18}) {
        const Answers height = measureAll([&](Whose whose) {
            Pair pair(whose, 0.5);
            pair.body->setContactProcessingThreshold(btScalar(threshold));
            pair.w.run(120);
            EXPECT_EQ(pair.w.dispatcher.getManifoldByIndexInternal(0)->getContactProcessingThreshold(),
                      btScalar(threshold));
            return pair.height();
        });
        SCOPED_TRACE(threshold);
        expectNearStock(height, 2e-3);
        for (const double ours : height.ours) EXPECT_NEAR(ours, 0.5 + std::min(threshold, 0.0), 2e-3);
    }
}

/// Metres per second upwards after a fall at this speed.
double bounce(Whose whose, double speed, double restitution, double threshold) {
    Pair pair(whose, 0.55);
    pair.w.world.setGravity(btVector3(0, 0, 0));
    pair.body->setGravity(btVector3(0, 0, 0));
    pair.w.world.getSolverInfo().m_restitutionVelocityThreshold = btScalar(threshold);
    pair.floor->setRestitution(1);
    pair.body->setRestitution(btScalar(restitution));
    pair.body->setLinearVelocity(btVector3(0, btScalar(-speed), 0));
    pair.w.run(60);
    return double(pair.body->getLinearVelocity().y());
}

TEST(Settings, RestitutionActsAboveItsThreshold) {
    for (const double threshold : {0.0, 0.2, 5.0}) {
        for (const double speed : {0.1, 1.0, 3.0}) {
            const double expected = speed > threshold ? 0.5 * speed : 0;
            for (const Whose whose : kOurs) {
                EXPECT_NEAR(bounce(whose, speed, 0.5, threshold), expected, 0.05 * speed)
                    << threshold << " " << speed;
            }
        }
    }
    // A box that Bullet sees only inside, where it pushes it out, too.
    EXPECT_NEAR(bounce(Whose::stock, 1, 0.5, 0.2), 0.5, 0.1);
}

TEST(Settings, ABodyWithoutResponseFallsThroughAndIsReported) {
    for (const Whose whose : kAll) {
        Pair pair(whose);
        pair.body->setCollisionFlags(btCollisionObject::CF_NO_CONTACT_RESPONSE);
        pair.w.run(5);
        EXPECT_GT(pair.w.contacts(), 0);
        pair.w.run(60);
        EXPECT_LT(pair.height(), -1);
    }
}

TEST(Settings, FrictionAnchorsAreFlagged) {
    for (const Whose whose : kAll) {
        Pair pair(whose);
        pair.body->setCollisionFlags(btCollisionObject::CF_HAS_FRICTION_ANCHOR);
        pair.w.run(5);
        EXPECT_TRUE(pair.point().m_contactPointFlags & BT_CONTACT_FLAG_FRICTION_ANCHOR);
    }
}

}  // namespace
}  // namespace ricochet
