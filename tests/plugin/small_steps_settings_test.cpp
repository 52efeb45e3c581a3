// What Bullet lets a user set, with SmallStepsSolver beside Bullet's own solver.

#include "tests/plugin/solved_world.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

namespace ricochet {
namespace {

using test::kWorldGravity;
using test::kWorldStep;
using test::SolvedWorld;

/// Writes to each point of bodies with a material callback.
std::function<void(btManifoldPoint&)> writePoint;

bool callWritePoint(btManifoldPoint& point, const btCollisionObjectWrapper*, int, int,
                    const btCollisionObjectWrapper*, int, int) {
    writePoint(point);
    return true;
}

/// One of the two solvers.
class SolverSettings : public testing::TestWithParam<bool> {
protected:
    static std::unique_ptr<btConstraintSolver> makeSolver() {
        if (GetParam()) return std::make_unique<SmallStepsSolver>();
        return std::make_unique<btSequentialImpulseConstraintSolver>();
    }
    SolverSettings() { w.world.getSolverInfo().m_numIterations = 50; }
    ~SolverSettings() override { gContactAddedCallback = nullptr; }

    void onContact(btRigidBody& body, std::function<void(btManifoldPoint&)> write) {
        body.setCollisionFlags(body.getCollisionFlags() | btCollisionObject::CF_CUSTOM_MATERIAL_CALLBACK);
        writePoint = std::move(write);
        gContactAddedCallback = callWritePoint;
    }
    btRigidBody& addSphere(const btVector3& at) {
        btRigidBody& body = w.add(sphere, 1, at);
        body.setActivationState(DISABLE_DEACTIVATION);
        return body;
    }
    static btVector3 at(const btRigidBody& body) { return body.getWorldTransform().getOrigin(); }

    btSphereShape sphere{btScalar(0.5)};
    SolvedWorld w{makeSolver()};
};

TEST_P(SolverSettings, ContactForceMixingAndErrorReductionAreASpring) {
    w.addGround();
    btRigidBody& body = w.addBox(2, {0, btScalar(0.5), 0});
    const btScalar stiffness = 245, reduction = btScalar(0.5);
    onContact(body, [&](btManifoldPoint& point) {
        point.m_contactPointFlags |= BT_CONTACT_FLAG_HAS_CONTACT_CFM | BT_CONTACT_FLAG_HAS_CONTACT_ERP;
        point.m_contactCFM = reduction / (kWorldStep * stiffness);
        point.m_contactERP = reduction;
    });
    w.run(300);
    EXPECT_NEAR(at(body).y(), 0.5 - 2 * kWorldGravity / (4 * stiffness), 0.002);
}

TEST_P(SolverSettings, GlobalForceMixingSoftensContacts) {
    w.addGround();
    btRigidBody& body = w.addBox(2, {0, btScalar(0.5), 0});
    w.world.getSolverInfo().m_globalCfm = btScalar(0.05);
    w.run(300);
    EXPECT_NEAR(at(body).y(), 0.5 - 2 * kWorldGravity / 4 * kWorldStep * 0.05 / 0.2, 0.002);
}

TEST_P(SolverSettings, SlopIsAnOverlapThatIsLeft) {
    w.addGround();
    btRigidBody& body = w.addBox(2, {0, btScalar(0.5), 0});
    w.world.getSolverInfo().m_linearSlop = btScalar(0.01);
    w.run(300);
    EXPECT_NEAR(at(body).y(), 0.49, 0.002);
}

TEST_P(SolverSettings, RollingFrictionSlowsASphere) {
    w.addGround().setFriction(1);
    btRigidBody& body = addSphere({0, btScalar(0.5), 0});
    body.setFriction(1);
    body.setRollingFriction(btScalar(0.02));
    body.setLinearVelocity({2, 0, 0});
    body.setAngularVelocity({0, 0, -4});
    w.run(60);
    EXPECT_NEAR(body.getLinearVelocity().x(), 2 - 0.02 * kWorldGravity / 0.5 / 1.4, 0.03);
}

TEST_P(SolverSettings, SpheresAndCapsulesRollOn) {
    w.addGround();
    btCapsuleShapeX capsule(btScalar(0.5), 2);
    btRigidBody &rolling = addSphere({0, btScalar(0.5), 0}),
                &barrel = w.add(capsule, 1, {5, btScalar(0.5), 0});
    for (btRigidBody* body : {&rolling, &barrel}) {
        body->setActivationState(DISABLE_DEACTIVATION);
        body->setLinearVelocity({0, 0, 2});
        body->setAngularVelocity({4, 0, 0});
    }
    w.run(120);
    EXPECT_NEAR(rolling.getLinearVelocity().z(), 2, 0.01);
    EXPECT_NEAR(barrel.getLinearVelocity().z(), 2, 0.05);
}

TEST_P(SolverSettings, SpinningFrictionSlowsATop) {
    w.addGround().setFriction(1);
    btRigidBody& body = addSphere({0, btScalar(0.5), 0});
    body.setFriction(1);
    body.setRollingFriction(btScalar(1e-6));  // without it Bullet forgets the other one
    body.setSpinningFriction(btScalar(0.02));
    body.setAngularVelocity({0, 10, 0});
    w.run(60);
    EXPECT_NEAR(body.getAngularVelocity().y(), 10 - 0.02 * kWorldGravity / (0.4 * 0.25), 0.05);
}

TEST_P(SolverSettings, AnisotropicFrictionActsAlongTheBodysAxes) {
    w.addGround();
    const btScalar slow = btScalar(0.5) * kWorldGravity;  // the ground's friction is 0.5
    for (const bool isTurned : {false, true}) {
        SCOPED_TRACE(isTurned);
        for (const bool isAlong : {true, false}) {
            const btVector3 start(isTurned ? -20 : 0, btScalar(0.5), isAlong ? 0 : 5);
            btRigidBody& body = w.addBox(1, start);
            body.setFriction(1);
            body.setAngularFactor(0);
            body.setAnisotropicFriction({btScalar(0.2), 1, 1});
            if (isTurned) {
                body.setCenterOfMassTransform(
                    btTransform(btQuaternion(btVector3(0, 1, 0), SIMD_HALF_PI), start));
            }
            body.setLinearVelocity(isAlong == isTurned ? btVector3(0, 0, 3) : btVector3(3, 0, 0));
            w.run(30);
            EXPECT_NEAR((at(body) - start).length(), 1.5 - slow * (isAlong ? 0.2 : 1) / 8, 0.05);
        }
    }
}

TEST_P(SolverSettings, AnisotropicFrictionDeflectsWhatSlidesAskew) {
    w.addGround();
    btRigidBody& body = w.addBox(1, {0, btScalar(0.5), 0});
    body.setFriction(1);
    body.setAngularFactor(0);
    body.setAnisotropicFriction({btScalar(0.2), 1, 1});
    body.setLinearVelocity({2, 0, 2});
    w.run(15);
    const btVector3 lost = btVector3(2, 0, 2) - body.getLinearVelocity();
    EXPECT_GT(lost.z(), 3 * lost.x());
    EXPECT_GT(lost.z(), 0.7);
    EXPECT_GT(lost.x(), 0.01);
}

TEST_P(SolverSettings, WithoutFrictionAlongItsAxisABodySlidesLikeASkate) {
    w.addGround();
    btRigidBody& body = w.addBox(1, {0, btScalar(0.5), 0});
    body.setFriction(1);
    body.setAngularFactor(0);
    body.setAnisotropicFriction({0, 1, 1});
    body.setLinearVelocity({3, 0, 1});
    w.run(240);
    EXPECT_NEAR(body.getLinearVelocity().x(), 3, 0.03);
    EXPECT_NEAR(body.getLinearVelocity().z(), 0, 0.03);
}

TEST_P(SolverSettings, AnisotropicRollingFrictionLeavesSlidingAlone) {
    w.addGround().setFriction(1);
    btRigidBody &alongX = addSphere({0, btScalar(0.5), 0}), &alongZ = addSphere({0, btScalar(0.5), 3}),
                &slides = w.addBox(1, {0, btScalar(0.5), 6});
    for (btRigidBody* body : {&alongX, &alongZ, &slides}) {
        body->setFriction(1);
        body->setRollingFriction(btScalar(0.02));
        body->setAnisotropicFriction({0, 1, 1}, btCollisionObject::CF_ANISOTROPIC_ROLLING_FRICTION);
    }
    alongX.setLinearVelocity({2, 0, 0});
    alongX.setAngularVelocity({0, 0, -4});
    alongZ.setLinearVelocity({0, 0, 2});
    alongZ.setAngularVelocity({4, 0, 0});  // about its x axis, which stays where it is
    slides.setLinearVelocity({2, 0, 0});
    slides.setAngularFactor(0);
    w.run(60);
    EXPECT_NEAR(alongX.getLinearVelocity().x(), 2 - 0.02 * kWorldGravity / 0.5 / 1.4, 0.03);
    EXPECT_NEAR(alongZ.getLinearVelocity().z(), 2, 0.03);
    EXPECT_NEAR(slides.getLinearVelocity().x(), 0, 0.01);
}

TEST_P(SolverSettings, AConveyorTakesABoxAlong) {
    w.addGround();
    btRigidBody& body = w.addBox(1, {0, btScalar(0.5), 0});
    onContact(body, [](btManifoldPoint& point) {
        point.m_contactPointFlags |= BT_CONTACT_FLAG_LATERAL_FRICTION_INITIALIZED;
        point.m_lateralFrictionDir1 = {1, 0, 0};
        point.m_lateralFrictionDir2 = {0, 0, 1};
        point.m_contactMotion1 = 1;
        point.m_contactMotion2 = btScalar(0.5);
    });
    w.world.getSolverInfo().m_solverMode |=
        SOLVER_USE_2_FRICTION_DIRECTIONS | SOLVER_ENABLE_FRICTION_DIRECTION_CACHING;
    w.run(120);
    // The ground is the first body of the pair.
    EXPECT_NEAR(body.getLinearVelocity().x(), -1, 0.02);
    EXPECT_NEAR(body.getLinearVelocity().z(), -0.5, 0.02);
}

TEST_P(SolverSettings, FactorsOfMotionAreKept) {
    w.world.setGravity({0, 0, 0});
    btRigidBody& body = w.addBox(1, {0, 0, 0});
    body.setLinearFactor({1, 0, 1});
    body.setAngularFactor({0, 1, 0});
    for (int i = 0; i < 60; ++i) {
        body.applyCentralForce({1, 1, 1});
        body.applyTorque({1, 1, 1});
        w.run(1);
    }
    EXPECT_NEAR(body.getLinearVelocity().x(), 1, 0.01);
    EXPECT_EQ(body.getLinearVelocity().y(), 0);
    EXPECT_EQ(body.getAngularVelocity().x(), 0);
    EXPECT_NEAR(body.getAngularVelocity().y(), 6, 0.06);
}

TEST_P(SolverSettings, ABodyWithFactorsStandsOnTheGround) {
    w.addGround();
    btRigidBody& body = w.addBox(1, {0, btScalar(0.5), 0});
    body.setLinearFactor({0, 1, 0});
    body.setLinearVelocity({0, -1, 0});
    for (int i = 0; i < 60; ++i) {
        body.applyCentralForce({5, 0, 0});
        w.run(1);
    }
    EXPECT_EQ(at(body).x(), 0);
    EXPECT_NEAR(at(body).y(), 0.5, 0.005);
}

TEST_P(SolverSettings, OnlyTheGyroscopicFlagKeepsAngularMomentum) {
    w.world.setGravity({0, 0, 0});
    btRigidBody &with = w.addBox(1, {0, 0, 0}), &without = w.addBox(1, {5, 0, 0});
    for (btRigidBody* body : {&with, &without}) {
        body->setMassProps(1, {1, 2, 3});
        body->updateInertiaTensor();
        body->setAngularVelocity({btScalar(0.3), 3, 0});
    }
    without.setFlags(0);
    const btVector3 before = with.getInvInertiaTensorWorld().inverse() * with.getAngularVelocity();
    w.run(60);
    EXPECT_EQ(without.getAngularVelocity(), btVector3(btScalar(0.3), 3, 0));
    const btVector3 after = with.getInvInertiaTensorWorld().inverse() * with.getAngularVelocity();
    EXPECT_LT((after - before).length(), (GetParam() ? 0.02 : 0.3) * before.length());
    EXPECT_GT((with.getAngularVelocity() - btVector3(btScalar(0.3), 3, 0)).length(), 0.3);
}

TEST_P(SolverSettings, SlowImpactsDoNotBounce) {
    w.addGround().setRestitution(1);
    for (const btScalar threshold : {btScalar(0.2), btScalar(3)}) {
        w.world.getSolverInfo().m_restitutionVelocityThreshold = threshold;
        btRigidBody& body = addSphere({btScalar(threshold), btScalar(0.6), 0});
        body.setRestitution(1);
        btScalar highest = 0;
        w.run(10);
        for (int i = 0; i < 30; ++i) {
            w.run(1);
            highest = std::max(highest, at(body).y());
        }
        if (threshold < 1) {
            EXPECT_GT(highest, 0.57);
        } else {
            EXPECT_LT(highest, 0.52);
        }
    }
}

TEST_P(SolverSettings, AHingeStopsAtItsLimits) {
    btRigidBody& body = w.addBox(1, {0, 0, 0});
    btHingeConstraint& hinge =
        w.addJoint(std::make_unique<btHingeConstraint>(body, btVector3(-1, 0, 0), btVector3(0, 1, 0), true));
    hinge.setLimit(btScalar(-0.5), btScalar(0.5));
    for (const int side : {-1, 1}) {
        body.setAngularVelocity({0, btScalar(3 * side), 0});
        body.setLinearVelocity({0, 0, btScalar(-3 * side)});
        for (int i = 0; i < 60; ++i) {
            w.run(1);
            EXPECT_LT(std::abs(hinge.getHingeAngle()), 0.56) << i;  // one step beyond
        }
    }
}

TEST_P(SolverSettings, AMotorHasTheForceThatItMayHave) {
    w.world.setGravity({0, 0, 0});
    btRigidBody& body = w.addBox(1, {0, 0, 0});
    auto& joint =
        w.addJoint(std::make_unique<btGeneric6DofSpring2Constraint>(body, btTransform::getIdentity()));
    joint.setLinearLowerLimit({1, 0, 0});  // lower above upper: free
    joint.setLinearUpperLimit({-1, 0, 0});
    joint.enableMotor(0, true);
    joint.setTargetVelocity(0, 5);
    joint.setMaxMotorForce(0, 2);
    w.run(60);
    EXPECT_NEAR(std::abs(body.getLinearVelocity().x()), 2, 0.05);
    w.run(180);
    EXPECT_NEAR(std::abs(body.getLinearVelocity().x()), 5, 0.05);
}

TEST_P(SolverSettings, AMotorOfInfiniteForceHasItsSpeedAtOnce) {
    w.world.setGravity({0, 0, 0});
    btRigidBody& body = w.addBox(1, {0, 0, 0});
    auto& joint =
        w.addJoint(std::make_unique<btGeneric6DofSpring2Constraint>(body, btTransform::getIdentity()));
    joint.setLinearLowerLimit({1, 0, 0});
    joint.setLinearUpperLimit({-1, 0, 0});
    joint.enableMotor(0, true);
    joint.setTargetVelocity(0, 5);
    joint.setMaxMotorForce(0, SIMD_INFINITY);
    w.run(10);
    EXPECT_NEAR(std::abs(body.getLinearVelocity().x()), 5, 0.05);
    EXPECT_NEAR(std::abs(at(body).x()), 50 * kWorldStep, 0.1);
}

TEST_P(SolverSettings, APickedBodyFollowsByAClampedImpulse) {
    btRigidBody& body = w.addBox(1, {0, 0, 0});
    auto& joint = w.addJoint(std::make_unique<btPoint2PointConstraint>(body, btVector3(0, 0, 0)));
    joint.m_setting.m_impulseClamp = 30;
    joint.m_setting.m_tau = btScalar(0.1);
    joint.setPivotB({1, 2, 0});
    w.run(180);
    EXPECT_LT((at(body) - btVector3(1, 2, 0)).length(), 0.05);
}

TEST_P(SolverSettings, WithoutErrorReductionJointsHoldAsTheyAre) {
    btRigidBody& body = w.addBox(1, {0, 0, 0});
    auto& joint = w.addJoint(std::make_unique<btPoint2PointConstraint>(body, btVector3(0, 0, 0)));
    joint.setPivotB({0, btScalar(0.1), 0});
    w.world.getSolverInfo().m_erp = 0;
    w.run(60);
    EXPECT_NEAR(at(body).y(), 0, 0.02);
}

TEST_P(SolverSettings, ASpringHangsByItsStiffness) {
    btRigidBody& body = w.addBox(1, {0, 0, 0});
    auto& joint =
        w.addJoint(std::make_unique<btGeneric6DofSpring2Constraint>(body, btTransform::getIdentity()));
    joint.setLinearLowerLimit({0, 1, 0});
    joint.setLinearUpperLimit({0, -1, 0});
    joint.enableSpring(1, true);
    joint.setStiffness(1, 100);
    joint.setDamping(1, 0);
    joint.setEquilibriumPoint(1, 0);
    btScalar lowest = 0;
    for (int i = 0; i < 60; ++i) {
        w.run(1);
        lowest = std::min(lowest, at(body).y());
    }
    EXPECT_NEAR(lowest, -2 * kWorldGravity / 100, 0.03);
    joint.setDamping(1, 4);
    w.run(600);
    EXPECT_NEAR(at(body).y(), -kWorldGravity / 100, 0.003);
}

TEST_P(SolverSettings, FeedbackIsTheForceInAJoint) {
    btRigidBody& body = w.addBox(3, {0, 0, 0});
    btTypedConstraint& joint =
        w.addJoint(std::make_unique<btPoint2PointConstraint>(body, btVector3(0, btScalar(0.5), 0)));
    btJointFeedback feedback;
    joint.enableFeedback(true);
    joint.setJointFeedback(&feedback);
    w.run(60);
    EXPECT_NEAR(feedback.m_appliedForceBodyA.y(), 3 * kWorldGravity, 0.01 * 3 * kWorldGravity);
    EXPECT_NEAR(feedback.m_appliedForceBodyA.x(), 0, 0.1);
}

TEST_P(SolverSettings, AJointBreaksAboveItsThreshold) {
    const btScalar weight = kWorldGravity * kWorldStep;  // N s in a step, for 1 kg
    btRigidBody &holds = w.addBox(1, {0, 0, 0}), &falls = w.addBox(1, {5, 0, 0});
    for (btRigidBody* body : {&holds, &falls}) {
        auto joint = std::make_unique<btPoint2PointConstraint>(*body, btVector3(0, btScalar(0.5), 0));
        joint->setBreakingImpulseThreshold((body == &holds ? btScalar(1.5) : btScalar(0.6)) * weight);
        w.addJoint(std::move(joint));
    }
    w.run(60);
    EXPECT_TRUE(w.joints[0]->isEnabled());
    EXPECT_FALSE(w.joints[1]->isEnabled());
    EXPECT_NEAR(at(holds).y(), 0, 0.01);
    EXPECT_LT(at(falls).y(), -3);
}

/// Each kind of joint holds a box beside another one that hangs on it.
TEST_P(SolverSettings, EveryKindOfJointHolds) {
    const btTransform left(btQuaternion::getIdentity(), btVector3(-1, 0, 0)),
        right(btQuaternion::getIdentity(), btVector3(1, 0, 0));
    using Make = std::unique_ptr<btTypedConstraint> (*)(btRigidBody & a, btRigidBody & b, const btTransform&,
                                                        const btTransform&);
    const Make kinds[] = {
        [](btRigidBody& a, btRigidBody& b, const btTransform& inA,
           const btTransform& inB) -> std::unique_ptr<btTypedConstraint> {
            return std::make_unique<btPoint2PointConstraint>(a, b, inA.getOrigin(), inB.getOrigin());
        },
        [](btRigidBody& a, btRigidBody& b, const btTransform& inA,
           const btTransform& inB) -> std::unique_ptr<btTypedConstraint> {
            return std::make_unique<btHingeConstraint>(a, b, inA, inB);
        },
        [](btRigidBody& a, btRigidBody& b, const btTransform& inA,
           const btTransform& inB) -> std::unique_ptr<btTypedConstraint> {
            return std::make_unique<btConeTwistConstraint>(a, b, inA, inB);
        },
        [](btRigidBody& a, btRigidBody& b, const btTransform& inA,
           const btTransform& inB) -> std::unique_ptr<btTypedConstraint> {
            return std::make_unique<btFixedConstraint>(a, b, inA, inB);
        },
        [](btRigidBody& a, btRigidBody& b, const btTransform& inA,
           const btTransform& inB) -> std::unique_ptr<btTypedConstraint> {
            auto joint = std::make_unique<btGeneric6DofConstraint>(a, b, inA, inB, true);
            joint->setLinearLowerLimit({0, 0, 0});
            joint->setLinearUpperLimit({0, 0, 0});
            return joint;
        },
        [](btRigidBody& a, btRigidBody& b, const btTransform& inA,
           const btTransform& inB) -> std::unique_ptr<btTypedConstraint> {
            auto joint = std::make_unique<btGeneric6DofSpring2Constraint>(a, b, inA, inB);
            joint->setLinearLowerLimit({0, 0, 0});
            joint->setLinearUpperLimit({0, 0, 0});
            return joint;
        },
        [](btRigidBody& a, btRigidBody& b, const btTransform& inA,
           const btTransform& inB) -> std::unique_ptr<btTypedConstraint> {
            auto joint = std::make_unique<btSliderConstraint>(a, b, inA, inB, true);
            joint->setLowerLinLimit(0);
            joint->setUpperLinLimit(0);
            return joint;
        },
    };
    btScalar z = 0;
    for (const Make make : kinds) {
        btRigidBody &a = w.addBox(0, {0, 0, z}), &b = w.addBox(1, {2, 0, z});
        w.addJoint(make(a, b, right, left));
        z += 5;
    }
    for (int i = 0; i < 180; ++i) {
        w.run(1);
        for (std::size_t k = 0; k < std::size(kinds); ++k) {
            const btRigidBody &a = *w.bodies[2 * k], &b = *w.bodies[2 * k + 1];
            const btVector3 gap =
                a.getWorldTransform() * right.getOrigin() - b.getWorldTransform() * left.getOrigin();
            EXPECT_LT(gap.length(), 0.05) << "kind " << k << " step " << i;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(With, SolverSettings, testing::Values(false, true),
                         [](const auto& of) { return of.param ? "SmallSteps" : "Bullet"; });

/// Bullet lets the speed of the push stay, so that its bodies fly apart.
TEST(SmallStepsPush, ErrorReductionAloneIsTheRateOfThePush) {
    for (const btScalar reduction : {btScalar(0), btScalar(0.1), btScalar(0.5)}) {
        btSphereShape sphere(btScalar(0.5));
        SolvedWorld w;
        w.world.setGravity({0, 0, 0});
        w.addGround();
        btRigidBody& body = w.add(sphere, 1, {0, btScalar(0.47), 0});
        body.setCollisionFlags(body.getCollisionFlags() | btCollisionObject::CF_CUSTOM_MATERIAL_CALLBACK);
        writePoint = [&](btManifoldPoint& point) {
            point.m_contactPointFlags |= BT_CONTACT_FLAG_HAS_CONTACT_ERP;
            point.m_contactERP = reduction;
        };
        gContactAddedCallback = callWritePoint;
        w.run(10);
        gContactAddedCallback = nullptr;
        EXPECT_NEAR(0.5 - body.getWorldTransform().getOrigin().y(), 0.03 * std::exp(-10 * reduction), 0.001);
        EXPECT_NEAR(body.getLinearVelocity().y(), 0, 1e-3);
    }
}

}  // namespace
}  // namespace ricochet
