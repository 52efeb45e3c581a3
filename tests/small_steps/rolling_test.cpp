#include "algorithms/small_steps/solver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace ricochet::small_steps {
namespace {

constexpr Real kPi = std::numbers::pi_v<Real>;
constexpr Real kTimeStep = 1.0 / 60, kPull = 9.81;  // seconds, m/s²

/// A prism whose n-gon rolls on the plane y = 0 along x, with contacts at its corners.
struct Wheel {
    int sides;
    Real radius, inertia;  ///< metres; m², of a kilogram
    Vec3 centre;
    Matrix3 axes = Matrix3::Identity();
    Vec3 velocity, spin = Vec3::Zero();
    std::vector<SolverContact> last = {};  ///< of all corners

    Vec3 corner(int i) const {
        const Real angle = (i / 2 + Real(0.5)) * 2 * kPi / sides;
        return axes * Vec3(radius * std::sin(angle), -radius * std::cos(angle), i % 2 ? 0.05 : -0.05);
    }
    /// `isReversed`: the order of the contacts.
    void step(bool isReversed) {
        std::vector<SolverBody> bodies(2);
        bodies[0].linearVelocity = velocity;
        bodies[0].angularVelocity = spin;
        bodies[0].acceleration = {0, -kPull, 0};
        bodies[0].inverseMass.setOnes();
        bodies[0].inverseInertia = Matrix3::Identity() / inertia;
        last.resize(static_cast<std::size_t>(2 * sides));
        std::vector<SolverContact> contacts;
        std::vector<std::size_t> corners;
        for (int k = 0; k < 2 * sides; ++k) {
            const int i = isReversed ? 2 * sides - 1 - k : k;
            const Vec3 arm = corner(i), on = centre + arm;
            SolverContact& before = last[static_cast<std::size_t>(i)];
            if (on.y() < radius / 2) {
                SolverContact contact;
                contact.b = 1;
                contact.armA = arm;
                contact.armB = {on.x(), 0, on.z()};
                contact.between = {0, on.y(), 0};
                contact.normal = {0, 1, 0};
                contact.friction = 1;
                contact.size = radius;
                contact.normalImpulse = before.normalImpulse;
                contact.frictionImpulse = before.frictionImpulse;
                contacts.push_back(contact);
                corners.push_back(static_cast<std::size_t>(i));
            }
            before = {};
        }
        const SolverSettings settings;
        Solver solver;
        solver.start(bodies, contacts, {}, kTimeStep, settings);
        for (int i = 0; i < settings.smallSteps; ++i) solver.smallStep();
        solver.finish();
        for (std::size_t k = 0; k < corners.size(); ++k) last[corners[k]] = contacts[k];
        centre += bodies[0].displacement;
        axes = bodies[0].rotation.toRotationMatrix() * axes;
        velocity = bodies[0].linearVelocity;
        spin = bodies[0].angularVelocity;
    }
    Real energy(Real lowest) const {
        return 0.5 * velocity.squaredNorm() + 0.5 * inertia * spin.squaredNorm() +
               kPull * (centre.y() - lowest);
    }
};

/// The share of its speed that a rolling polygon keeps over ten metres, and what mechanics say: at each
/// corner the angular momentum about it is conserved.
void expectThePolygonsLaw(int sides, bool isReversed) {
    const Real radius = 0.52, inertia = 0.7 * radius * radius, side = 2 * kPi / sides;
    const Real height = radius * std::cos(side / 2);
    Wheel wheel{.sides = sides,
                .radius = radius,
                .inertia = inertia,
                .centre = {0, height, 0},
                .velocity = {1, 0, 0},
                .spin = {0, 0, -1 / height}};
    const Real start = wheel.energy(height), square = radius * radius;
    Real deepest = 0;
    for (int i = 0; i < 3600 && wheel.centre.x() < 10; ++i) {
        wheel.step(isReversed);
        for (int k = 0; k < 2 * sides; ++k) {
            deepest = std::min(deepest, (wheel.centre + wheel.corner(k)).y());
        }
    }
    ASSERT_GE(wheel.centre.x(), 10);
    const Real perCorner = (inertia + square * std::cos(side)) / (inertia + square);
    const Real expected = std::pow(perCorner, 10 / (2 * radius * std::sin(side / 2)));
    EXPECT_NEAR(std::sqrt(wheel.energy(height) / start) / expected, 1, 0.03);
    EXPECT_LT(std::abs(wheel.centre.z()), 0.005);
    EXPECT_GT(deepest, -1e-4 * radius);
}

TEST(SmallStepsRolling, APolygonLosesWhatItsCornersTakeInAnyOrderOfContacts) {
    for (const int sides : {64, 256}) {
        for (const bool isReversed : {false, true}) expectThePolygonsLaw(sides, isReversed);
    }
}

/// A body of 1 kg at the origin that touches a fixed one below it.
struct Touch {
    std::vector<SolverBody> bodies = std::vector<SolverBody>(2);
    std::vector<SolverContact> contacts = std::vector<SolverContact>(1);

    Touch() {
        bodies[0].inverseMass.setOnes();
        contacts[0].b = 1;
        contacts[0].normal = {0, 1, 0};
    }
    void step(const SolverSettings& settings) {
        Solver solver;
        solver.start(bodies, contacts, {}, kTimeStep, settings);
        for (int i = 0; i < settings.smallSteps; ++i) solver.smallStep();
        solver.finish();
    }
};

/// A cube of 1 kg spins on the top of a spike: the normal is that of its lowest face.
TEST(SmallStepsRolling, WhatTurnsByRadiansInASmallStepGainsNoEnergy) {
    constexpr Real kHalf = 0.1, kInertia = 2 * kHalf * kHalf / 3;
    for (const Real spin : {100.0, 500.0, 1000.0, 2000.0}) {
        std::vector<SolverBody> bodies(2);
        bodies[0].angularVelocity = {0.1 * spin, 0, spin};
        bodies[0].inverseMass.setOnes();
        bodies[0].inverseInertia = Matrix3::Identity() / kInertia;
        bodies[0].acceleration = {0, -kPull, 0};
        Vec3 centre(0.02, kHalf, 0.01);
        Matrix3 axes = Matrix3::Identity();
        const auto energy = [&] {
            return 0.5 * bodies[0].linearVelocity.squaredNorm() +
                   0.5 * kInertia * bodies[0].angularVelocity.squaredNorm() + kPull * centre.y();
        };
        const Real start = energy();
        for (int step = 0; step < 60; ++step) {
            Vec3 up = axes.col(0);
            for (const Real sign : {1.0, -1.0}) {
                for (int i = 0; i < 3; ++i) {
                    if (sign * axes(1, i) > up.y()) up = sign * axes.col(i);
                }
            }
            std::vector<SolverContact> contacts(1);
            contacts[0].b = 1;
            contacts[0].normal = up;
            contacts[0].normalOwner = NormalOwner::a;
            contacts[0].between = (centre.dot(up) - kHalf) * up;
            contacts[0].armA = contacts[0].between - centre;
            contacts[0].friction = 0.5;
            contacts[0].size = kHalf;
            const SolverSettings settings;
            Solver solver;
            solver.start(bodies, contacts, {}, kTimeStep, settings);
            for (int i = 0; i < settings.smallSteps; ++i) solver.smallStep();
            solver.finish();
            centre += bodies[0].displacement;
            axes = bodies[0].rotation.toRotationMatrix() * axes;
            bodies[0].displacement.setZero();
            bodies[0].rotation.setIdentity();
            EXPECT_LT(energy(), 1.05 * start) << spin << ' ' << step;
        }
    }
}

TEST(SmallStepsRolling, WhatTurnsByMoreThanARightAngleInAStepIsABodyOfRevolution) {
    const auto after = [](Real spin, Real ahead) {
        Touch touch;
        SolverBody& body = touch.bodies[0];
        body.inverseInertia = 5 * Matrix3::Identity();
        body.acceleration = {0, -kPull, 0};
        body.angularVelocity = {0, 0, spin};
        touch.contacts[0].armA = touch.contacts[0].armB = {ahead, -0.5, 0};
        touch.step({});
        return body;
    };
    const SolverBody still = after(0, 0);
    for (const Real ahead : {-0.05, 0.0, 0.05}) {
        const SolverBody body = after(-200, ahead);
        EXPECT_NEAR(body.displacement.y(), still.displacement.y(), 1e-12) << ahead;
        EXPECT_NEAR(body.linearVelocity.y(), still.linearVelocity.y(), 1e-9) << ahead;
        EXPECT_NEAR(body.angularVelocity.z(), -200, 1e-9) << ahead;
    }
}

TEST(SmallStepsRolling, ACornerOverWhichABodyPivotsDoesNotRise) {
    Touch touch;
    SolverBody& body = touch.bodies[0];
    body.inverseInertia = 5 * Matrix3::Identity();
    body.acceleration = {0, -kPull, 0};
    body.linearVelocity = {1, 0, 0};
    body.angularVelocity = {0, 0, -2};
    const Vec3 arm(0, -0.5, 0);
    touch.contacts[0].armA = touch.contacts[0].armB = arm;
    touch.contacts[0].friction = 1;
    touch.step({.smallSteps = 4});
    // With speeds alone it would rise by half of 2² 0.5 / 240² = 1.7e-5. It may overlap by as much.
    const Real rise = (body.displacement + body.rotation * arm).y() - arm.y();
    EXPECT_LT(rise, 1e-6);
    EXPECT_GT(rise, -2e-5);
}

TEST(SmallStepsRolling, AnEdgeThatTurnsDoesNotPassThroughTheOther) {
    Touch touch;
    SolverBody& body = touch.bodies[0];
    body.linearVelocity = {1, 0, 0};
    body.angularVelocity = {0, 0, 1};  // which stays: its inertia is infinite
    touch.contacts[0].normalOwner = NormalOwner::both;
    touch.contacts[0].alongA = {1, 0, 0};
    touch.contacts[0].alongB = {0, 0, 1};
    touch.step({});
    // The other edge is the z axis.
    EXPECT_GT((body.rotation * Vec3(0, 1, 0)).dot(body.displacement), -2e-5);
}

TEST(SmallStepsRolling, WhatCannotCloseTakesNoImpulse) {
    std::vector<SolverBody> bodies(2);
    bodies[0].inverseMass.setOnes();
    bodies[0].inverseInertia = Matrix3::Identity();
    bodies[0].acceleration = {0, -kPull, 0};
    std::vector<SolverContact> contacts(1);
    contacts[0].b = 1;
    contacts[0].between = {0, 1, 0};
    contacts[0].normal = {0, 1, 0};
    contacts[0].friction = 1;
    Solver solver;
    solver.start(bodies, contacts, {}, kTimeStep, {});
    for (int i = 0; i < 16; ++i) solver.smallStep();
    solver.finish();
    EXPECT_EQ(contacts[0].normalImpulse, 0);
    EXPECT_NEAR(bodies[0].linearVelocity.y(), -kPull * kTimeStep, 1e-12);
}

}  // namespace
}  // namespace ricochet::small_steps
