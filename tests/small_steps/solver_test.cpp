#include "algorithms/small_steps/solver.h"

#include "tests/support/only_target.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

namespace ricochet::small_steps {
namespace {

constexpr Real kStep = 1.0 / 60, kGravity = 9.81;

/// Spheres and boxes on a floor, with contacts made anew in each step.
struct World {
    std::vector<SolverBody> bodies;
    std::vector<Vec3> centres;
    std::vector<Matrix3> axes;
    SolverSettings settings;
    DirectSolutionCounts direct;  ///< in all steps

    /// `half`: half extents of a box of uniform density, or of the cube about a sphere.
    Index add(const Vec3& centre, Real mass, const Vec3& half, bool isSphere = false) {
        SolverBody body;
        const Vec3 square = half.cwiseProduct(half);
        const Real third = isSphere ? 0.4 * square.x() : 0;
        const Vec3 inertia =
            isSphere ? Vec3(Vec3::Constant(mass * third))
                     : Vec3(mass / 3 *
                            Vec3(square.y() + square.z(), square.x() + square.z(), square.x() + square.y()));
        if (mass > 0) {
            body.inverseMass.setConstant(1 / mass);
            body.inverseInertia = inertia.cwiseInverse().asDiagonal();
            body.acceleration = {0, -kGravity, 0};
        }
        bodies.push_back(body);
        centres.push_back(centre);
        axes.push_back(Matrix3::Identity());
        return static_cast<Index>(bodies.size() - 1);
    }

    void step(std::vector<SolverContact>& contacts, std::vector<JointRow>& joints, auto&& readJoints) {
        Solver solver;
        solver.start(bodies, contacts, joints, kStep, settings);
        for (int i = 0; i < settings.smallSteps; ++i) {
            solver.writeBodies();
            readJoints();
            solver.smallStep();
        }
        solver.finish();
        direct.solved += solver.directSolutions().solved;
        direct.leftToSweeps += solver.directSolutions().leftToSweeps;
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            SolverBody& body = bodies[i];
            centres[i] += body.displacement;
            const Matrix3 turned = body.rotation.toRotationMatrix();
            axes[i] = turned * axes[i];
            body.inverseInertia = turned * body.inverseInertia * turned.transpose();
            body.displacement.setZero();
            body.rotation.setIdentity();
        }
    }
    void step(std::vector<SolverContact>& contacts) {
        std::vector<JointRow> none;
        step(contacts, none, [] {});
    }
    Real kineticEnergy(Index body) const {
        const SolverBody& b = bodies[body];
        return 0.5 * b.linearVelocity.squaredNorm() / b.inverseMass.x() +
               0.5 * b.angularVelocity.dot(b.inverseInertia.inverse() * b.angularVelocity);
    }
};

SolverContact sphereOn(const World& world, Index sphere, Index other, Real radius, Real otherRadius) {
    SolverContact contact;
    contact.a = sphere;
    contact.b = other;
    const Vec3 between = world.centres[sphere] - world.centres[other];
    contact.normal = between.normalized();
    contact.layerA = radius;
    contact.layerB = otherRadius;
    contact.normalOwner = NormalOwner::points;
    contact.between = between;
    return contact;
}

/// Corners of boxes of one size, stacked on the plane y = 0, which belongs to body 0.
std::vector<SolverContact> stackContacts(const World& world, const Vec3& half,
                                         const std::vector<SolverContact>& last) {
    std::vector<SolverContact> contacts;
    for (Index i = 1; i < world.bodies.size(); ++i) {
        for (int corner = 0; corner < 4; ++corner) {
            const Vec3 local{corner % 2 ? half.x() : -half.x(), -half.y(), corner / 2 ? half.z() : -half.z()};
            SolverContact contact;
            contact.a = i;
            contact.b = i - 1;
            contact.armA = world.axes[i] * local;
            const Vec3 onA = world.centres[i] + contact.armA;
            const Vec3 top = world.axes[i - 1] * Vec3(0, 1, 0);
            contact.normal = i == 1 ? Vec3(0, 1, 0) : top;
            const Vec3 face = i == 1 ? Vec3(Vec3::Zero()) : Vec3(world.centres[i - 1] + half.y() * top);
            contact.between = contact.normal.dot(onA - face) * contact.normal;
            contact.armB = onA - contact.between - world.centres[i - 1];
            contact.friction = 0.5;
            if (contacts.size() < last.size()) {
                contact.normalImpulse = last[contacts.size()].normalImpulse;
                contact.frictionImpulse = last[contacts.size()].frictionImpulse;
            }
            contacts.push_back(contact);
        }
    }
    return contacts;
}

TEST(SmallSteps, AStackOfTwentyBoxesStaysAndComesToRest) {
    const Vec3 half{0.3, 0.2, 0.3};
    World world;
    world.add(Vec3::Zero(), 0, half);
    for (int i = 0; i < 20; ++i) world.add({0, half.y() * (2 * i + 1), 0}, 5, half);
    std::vector<SolverContact> contacts;
    for (int step = 0; step < 300; ++step) {
        contacts = stackContacts(world, half, contacts);
        world.step(contacts);
    }
    Real energy = 0;
    for (Index i = 1; i <= 20; ++i) {
        energy += world.kineticEnergy(i) / 5;
        EXPECT_LT(world.centres[i].cwiseProduct(Vec3(1, 0, 1)).norm(), 3e-3);
        EXPECT_NEAR(world.centres[i].y(), half.y() * (2 * i - 1), 1e-2);
    }
    EXPECT_LT(energy, 1e-4);
    Real weight = 0;
    for (int corner = 0; corner < 4; ++corner) weight += contacts[corner].normalImpulse;
    EXPECT_NEAR(weight, 20 * 5 * kGravity * kStep, 1e-3 * weight);
}

TEST(SmallSteps, ADeepBodyLeavesAsInAFreeFallAndKeepsNoSpeed) {
    const Vec3 half{0.3, 0.2, 0.3};
    World world;
    world.add(Vec3::Zero(), 0, half);
    const Real depth = 0.3, nearlyFree = 0.02;
    world.add({0, half.y() - depth, 0}, 5, half);
    std::vector<SolverContact> contacts;
    int stepsUntilFree = 0;
    for (int step = 1; step <= 120; ++step) {
        contacts = stackContacts(world, half, contacts);
        world.step(contacts);
        EXPECT_LT(world.bodies[1].linearVelocity.norm(), 0.1) << step;
        EXPECT_LT(world.centres[1].y(), half.y() + 1e-3) << step;
        if (stepsUntilFree == 0 && world.centres[1].y() > half.y() - nearlyFree) stepsUntilFree = step;
    }
    const Real expected = std::sqrt(2 / kGravity) * (std::sqrt(depth) - std::sqrt(nearlyFree));
    EXPECT_NEAR(stepsUntilFree * kStep, expected, kStep);
    EXPECT_NEAR(world.centres[1].y(), half.y(), 1e-3);
}

TEST(SmallSteps, ABodyJammedBetweenTwoDeepContactsHasNoLoadToFlyAwayWith) {
    World world;
    const Index body = world.add(Vec3::Zero(), 1, Vec3::Constant(0.5));
    world.bodies[body].acceleration.setZero();
    const Index wall = world.add(Vec3::Zero(), 0, Vec3::Constant(0.5));
    std::vector<SolverContact> contacts(2);
    for (const int side : {0, 1}) {
        contacts[side].a = body;
        contacts[side].b = wall;
        contacts[side].normal = {side == 0 ? 1.0 : -1.0, 0, 0};
        contacts[side].between = -0.1 * contacts[side].normal;
    }
    for (int step = 0; step < 60; ++step) world.step(contacts);
    EXPECT_LT(contacts[0].normalImpulse, 1e-3);
    contacts.pop_back();
    world.step(contacts);
    EXPECT_LT(world.bodies[body].linearVelocity.norm(), 1e-3);
}

TEST(SmallSteps, LoadsThatNoLongerCancelDoNotThrowABody) {
    World world;
    const Index body = world.add(Vec3::Zero(), 1, Vec3::Constant(0.5));
    const Index wall = world.add(Vec3::Zero(), 0, Vec3::Constant(0.5));
    world.bodies[body].acceleration.setZero();
    std::vector<SolverContact> contacts(2);
    for (SolverContact& contact : contacts) {
        contact.a = body;
        contact.b = wall;
        contact.normalOwner = NormalOwner::b;
        contact.normalImpulse = 1e4;
    }
    contacts[0].normal = {1, 0, 0};
    contacts[1].normal = Vec3(-1, 0.1, 0).normalized();
    world.step(contacts);
    EXPECT_LT(world.bodies[body].linearVelocity.norm(), 1e-6);
    EXPECT_LT(contacts[0].normalImpulse, 1e-6);
}

TEST(SmallSteps, EveryInstructionSetGivesTheSameBits) {
    const Vec3 half{0.3, 0.2, 0.3};
    std::vector<std::vector<Vec3>> ends;
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
        const test::OnlyTarget only(target);
        World world;
        world.add(Vec3::Zero(), 0, half);
        for (int i = 0; i < 9; ++i) world.add({0, half.y() * (2 * i + 1), 0}, 5, half);
        for (int i = 1; i < 9; ++i) world.bodies[i].linearVelocity = {0.3 * i, 0, -0.1 * i};
        std::vector<SolverContact> contacts;
        for (int step = 0; step < 30; ++step) {
            contacts = stackContacts(world, half, contacts);
            for (SolverContact& contact : contacts) contact.friction = 0.1;
            world.step(contacts);
        }
        EXPECT_GT(world.centres[8].x(), 0.1);
        ends.push_back(world.centres);
    }
    EXPECT_GE(ends.size(), HWY_ARCH_X86 ? 2u : 1u);
    for (const std::vector<Vec3>& end : ends) EXPECT_EQ(end, ends.front());
}

TEST(SmallSteps, AHundredfoldLoadRestsOnALightBox) {
    const Vec3 half{0.3, 0.2, 0.3};
    World world;
    world.add(Vec3::Zero(), 0, half);
    world.add({0, 0.2, 0}, 1, half);
    world.add({0, 0.6, 0}, 100, half);
    std::vector<SolverContact> contacts;
    for (int step = 0; step < 300; ++step) {
        contacts = stackContacts(world, half, contacts);
        world.step(contacts);
    }
    EXPECT_NEAR(world.centres[2].y(), 0.6, 5e-3);
    EXPECT_NEAR(world.centres[1].y(), 0.2, 5e-3);
}

/// A load on a box of 1 kg on the floor.
World heavyOnLight(const Vec3& half, Real load, Real aside) {
    World world;
    world.add(Vec3::Zero(), 0, half);
    world.add({0, half.y(), 0}, 1, half);
    world.add({aside, 3 * half.y(), 0}, load, half);
    return world;
}

TEST(SmallSteps, LoadsOfAThousandAndTenThousandfoldRestOnALightBox) {
    const Vec3 half{0.3, 0.2, 0.3};
    for (const Real load : {1001.0, 10000.0}) {
        for (const Real aside : {0.0, 0.02}) {
            World world = heavyOnLight(half, load, aside);
            const std::vector<Vec3> start = world.centres;
            std::vector<SolverContact> contacts;
            for (int step = 0; step < 300; ++step) {
                contacts = stackContacts(world, half, contacts);
                world.step(contacts);
            }
            for (Index i = 1; i <= 2; ++i) {
                EXPECT_LT((world.centres[i] - start[i]).norm(), 1e-6) << load;
                EXPECT_LT(world.bodies[i].linearVelocity.norm(), 1e-6) << load;
            }
            Real weight = 0;
            for (std::size_t i = 4; i < 8; ++i) weight += contacts[i].normalImpulse;
            EXPECT_NEAR(weight, load * kGravity * kStep, 1e-6 * weight);
            EXPECT_EQ(world.direct.solved, 300 * world.settings.smallSteps);
            EXPECT_EQ(world.direct.leftToSweeps, 0);
        }
    }
}

TEST(SmallSteps, LoadsOfTenToThreeHundredfoldRestWithoutJitter) {
    const Vec3 half{0.3, 0.2, 0.3};
    for (const Real load : {10.0, 20.0, 50.0, 100.0, 150.0, 300.0}) {
        World world = heavyOnLight(half, load, 0.01);
        std::vector<SolverContact> contacts;
        for (int step = 0; step < 200; ++step) {
            contacts = stackContacts(world, half, contacts);
            world.step(contacts);
        }
        for (Index i = 1; i <= 2; ++i) EXPECT_LT(world.bodies[i].linearVelocity.norm(), 1e-6) << load;
        EXPECT_LT(world.centres[1].cwiseProduct(Vec3(1, 0, 1)).norm(), 2e-3) << load;
        EXPECT_NEAR(world.centres[2].y(), 0.6, 4e-5 * load);
        EXPECT_EQ(world.direct.solved + world.direct.leftToSweeps, 0);
    }
}

TEST(SmallSteps, ALoadSlidesOverALightBoxByCoulombsLaw) {
    const Vec3 half{0.3, 0.2, 0.3};
    World world = heavyOnLight(half, 5000, 0);
    world.bodies[2].linearVelocity = {0.5, 0, 0};
    std::vector<SolverContact> contacts;
    for (int step = 0; step < 60; ++step) {
        contacts = stackContacts(world, half, contacts);
        for (SolverContact& contact : contacts) contact.friction = 0.2;
        world.step(contacts);
        for (const SolverContact& contact : contacts) {
            const Real limit = contact.friction * contact.normalImpulse;
            EXPECT_LE(contact.frictionImpulse.norm(), 1.001 * limit + 1e-9);
        }
    }
    EXPECT_NEAR(world.centres[2].x(), 0.25 / (2 * 0.2 * kGravity), 1e-3);
    EXPECT_NEAR(world.centres[2].y(), 0.6, 1e-4);
    EXPECT_LT(world.bodies[2].linearVelocity.norm(), 1e-6);
    EXPECT_EQ(world.direct.leftToSweeps, 0);
}

TEST(SmallSteps, AJointHoldsALoadOnALightBox) {
    const Vec3 half{0.3, 0.2, 0.3};
    World world = heavyOnLight(half, 5000, 0);
    world.bodies[2].acceleration.x() = 2;
    std::vector<JointRow> joints(1);
    const auto read = [&] {
        joints[0].a = 2;
        joints[0].linearA = {1, 0, 0};
        joints[0].error = -(world.centres[2] + world.bodies[2].displacement).x();
    };
    std::vector<SolverContact> contacts;
    for (int step = 0; step < 120; ++step) {
        contacts = stackContacts(world, half, contacts);
        for (SolverContact& contact : contacts) contact.friction = 0;
        world.step(contacts, joints, read);
    }
    EXPECT_NEAR(world.centres[2].x(), 0, 1e-5);
    EXPECT_NEAR(world.centres[2].y(), 0.6, 1e-5);
    EXPECT_NEAR(joints[0].impulse, -2 * 5000 * kStep / world.settings.smallSteps, 0.01);
    EXPECT_EQ(world.direct.leftToSweeps, 0);
}

TEST(SmallSteps, IslandsOfMoreBodiesThanADirectSolutionTakesAreSweptAndCounted) {
    const Vec3 half{0.3, 0.2, 0.3};
    for (const auto& [load, swept] : {std::pair{299, 0}, std::pair{301, 16}}) {
        World world = heavyOnLight(half, load, 0);
        for (int i = 2; i < 40; ++i) world.add({0, half.y() * (2 * i + 1), 0}, load, half);
        std::vector<SolverContact> contacts = stackContacts(world, half, {});
        world.step(contacts);
        EXPECT_EQ(world.direct.leftToSweeps, swept);
        EXPECT_EQ(world.direct.solved, 0);
    }
}

TEST(SmallSteps, AnElasticSphereKeepsItsEnergyForAHundredBounces) {
    World world;
    world.add({0, -1, 0}, 0, Vec3::Ones());
    const Index sphere = world.add({0, 0.3 + 0.5, 0}, 2, Vec3::Constant(0.3), true);
    Real before = 0;
    int bounces = 0;
    for (int step = 0; bounces < 100 && step < 6000; ++step) {
        SolverContact contact = sphereOn(world, sphere, 0, 0.3, 1);
        contact.restitution = 1;
        contact.friction = 0.5;
        std::vector<SolverContact> contacts{contact};
        const Real speed = world.bodies[sphere].linearVelocity.y();
        world.step(contacts);
        bounces += speed < 0 && world.bodies[sphere].linearVelocity.y() > 0;
        const Real energy = world.kineticEnergy(sphere) / 2 + kGravity * (world.centres[sphere].y() - 0.3);
        if (step == 0) before = energy;
        // In free flight the integrator is off by half a small step.
        EXPECT_NEAR(energy, before, 0.005 * before) << step;
    }
    EXPECT_EQ(bounces, 100);
}

TEST(SmallSteps, ARowOfTouchingSpheresHandsAnImpactOn) {
    World world;
    for (int i = 0; i < 6; ++i) {
        world.add({0.6 * i + (i > 0 ? 0.05 : 0), 0, 0}, 1, Vec3::Constant(0.3), true);
        world.bodies.back().acceleration.setZero();
    }
    world.bodies[0].linearVelocity = {2, 0, 0};
    for (int step = 0; step < 10; ++step) {
        std::vector<SolverContact> contacts;
        for (Index i = 0; i + 1 < 6; ++i) {
            contacts.push_back(sphereOn(world, i + 1, i, 0.3, 0.3));
            contacts.back().restitution = 1;
        }
        world.step(contacts);
    }
    EXPECT_NEAR(world.bodies[5].linearVelocity.x(), 2, 1e-3);
    for (Index i = 0; i < 5; ++i) EXPECT_NEAR(world.bodies[i].linearVelocity.norm(), 0, 1e-3);
}

TEST(SmallSteps, AnElasticBoxBouncesOnItsFourCornersWithoutTurning) {
    const Vec3 half{0.3, 0.2, 0.3};
    World world;
    world.add(Vec3::Zero(), 0, half);
    world.add({0, 0.7, 0}, 5, half);
    Real highest = 0;
    for (int step = 0; step < 120; ++step) {
        std::vector<SolverContact> contacts = stackContacts(world, half, {});
        for (SolverContact& contact : contacts) contact.restitution = 1;
        world.step(contacts);
        if (step > 30) highest = std::max(highest, world.centres[1].y());
    }
    EXPECT_NEAR(highest, 0.7, 0.01);
    EXPECT_LT(world.bodies[1].angularVelocity.norm(), 1e-6);
}

TEST(SmallSteps, ABodyWithoutTorqueKeepsItsAngularMomentum) {
    World world;
    const Index body = world.add(Vec3::Zero(), 3, {0.1, 0.3, 0.5});
    world.bodies[body].acceleration.setZero();
    world.bodies[body].isGyroscopic = true;
    world.bodies[body].angularVelocity = {0.1, 4, 0.2};
    const auto momentum = [&] {
        const SolverBody& b = world.bodies[body];
        return Vec3(b.inverseInertia.inverse() * b.angularVelocity);
    };
    const Vec3 before = momentum();
    const Real energy = world.kineticEnergy(body);
    std::vector<SolverContact> none;
    for (int step = 0; step < 120; ++step) world.step(none);
    EXPECT_LT((momentum() - before).norm(), 0.05 * before.norm());
    EXPECT_NEAR(world.kineticEnergy(body), energy, 0.02 * energy);
}

TEST(SmallSteps, ASlidingBoxStopsByCoulombsLaw) {
    const Vec3 half{0.3, 0.2, 0.3};
    World world;
    world.add(Vec3::Zero(), 0, half);
    const Index box = world.add({0, 0.2, 0}, 5, half);
    world.bodies[box].linearVelocity = {3, 0, 0};
    std::vector<SolverContact> contacts;
    for (int step = 0; step < 90; ++step) {
        contacts = stackContacts(world, half, contacts);
        world.step(contacts);
    }
    EXPECT_NEAR(world.centres[box].x(), 9.0 / (2 * 0.5 * kGravity), 0.01);
    EXPECT_LT(world.bodies[box].linearVelocity.norm(), 1e-6);
}

TEST(SmallSteps, AnisotropicFrictionIsAnEllipse) {
    const Vec3 half{0.5, 0.5, 0.5};
    World w;
    w.add({0, 0, 0}, 0, half);
    w.add({0, 0.5, 0}, 1, half);
    w.bodies[1].linearVelocity = {3, 0, 3};
    w.bodies[1].angularFactor.setZero();
    std::vector<SolverContact> contacts;
    for (int i = 0; i < 6; ++i) {
        contacts = stackContacts(w, half, contacts);
        for (SolverContact& contact : contacts) {
            contact.frictionAxis = {1, 0, 0};
            contact.frictionScale[0] = 0.4;
        }
        w.step(contacts);
    }
    // The impulse that dissipates most has parts like the velocity's, times the squares of the scales; the
    // velocity turns a little meanwhile.
    const Vec3 lost = Vec3(3, 0, 3) - w.bodies[1].linearVelocity;
    EXPECT_NEAR(lost.x() / lost.z(), 0.17, 0.01);
    EXPECT_NEAR(std::hypot(lost.x() / 0.4, lost.z()), 0.5 * kGravity * 6 * kStep, 0.01);
}

TEST(SmallSteps, ASphereThatSlidesEndsRolling) {
    World world;
    world.add({0, -100, 0}, 0, Vec3::Ones());
    const Index sphere = world.add({0, 0.3, 0}, 2, Vec3::Constant(0.3), true);
    world.bodies[sphere].linearVelocity = {7, 0, 0};
    std::vector<SolverContact> contacts;
    for (int step = 0; step < 180; ++step) {
        SolverContact contact;
        contact.a = sphere;
        contact.b = 0;
        contact.normal = {0, 1, 0};
        contact.layerA = 0.3;
        contact.between = {0, world.centres[sphere].y(), 0};
        contact.armB = world.centres[sphere] - contact.between - world.centres[0];
        contact.friction = 0.3;
        if (!contacts.empty()) {
            contact.normalImpulse = contacts[0].normalImpulse;
            contact.frictionImpulse = contacts[0].frictionImpulse;
        }
        contacts = {contact};
        world.step(contacts);
    }
    EXPECT_NEAR(world.bodies[sphere].linearVelocity.x(), 5, 0.01);  // 5/7 of the initial speed
    EXPECT_NEAR(world.bodies[sphere].angularVelocity.z(), -5 / 0.3, 0.05);
}

TEST(SmallSteps, AHeavyLoadHangsOnARopeOfJoints) {
    World world;
    world.add({0, 0, 0}, 0, Vec3::Constant(0.1));
    constexpr int kLinks = 10;
    for (int i = 0; i < kLinks; ++i) {
        const bool isLast = i == kLinks - 1;
        world.add({0, -0.2 * i - 0.1, 0}, isLast ? 10 : 0.1, Vec3::Constant(isLast ? 0.3 : 0.1));
    }
    std::vector<JointRow> joints(3 * kLinks);
    const auto read = [&] {
        for (int i = 0; i < kLinks; ++i) {
            const SolverBody &a = world.bodies[i + 1], &b = world.bodies[i];
            const Vec3 armA = a.rotation * (world.axes[i + 1] * Vec3(0, 0.1, 0));
            const Vec3 armB =
                i == 0 ? Vec3(Vec3::Zero()) : Vec3(b.rotation * (world.axes[i] * Vec3(0, -0.1, 0)));
            const Vec3 apart =
                world.centres[i + 1] + a.displacement + armA - world.centres[i] - b.displacement - armB;
            for (int k = 0; k < 3; ++k) {
                JointRow& row = joints[3 * i + k];
                row.a = i + 1;
                row.b = i;
                row.linearA = Vec3::Unit(k);
                row.angularA = armA.cross(Vec3::Unit(k));
                row.linearB = -Vec3::Unit(k);
                row.angularB = -armB.cross(Vec3::Unit(k));
                row.error = -apart[k];
            }
        }
    };
    std::vector<SolverContact> none;
    world.bodies[kLinks].linearVelocity = {0.5, 0, 0};
    Real widest = 0;
    for (int step = 0; step < 240; ++step) {
        world.step(none, joints, read);
        read();
        for (const JointRow& row : joints) widest = std::max(widest, std::abs(row.error));
    }
    EXPECT_LT(widest, 0.02);
}

}  // namespace
}  // namespace ricochet::small_steps
