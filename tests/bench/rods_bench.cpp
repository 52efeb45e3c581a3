// Rods of one metre fall fast on a plate: number that stay in it, or pass through.

#include "tests/bench/measure.h"
#include "tests/support/bullet_mesh.h"
#include "tests/support/bullet_world.h"
#include "tests/support/command_line.h"
#include "tests/support/random_geometry.h"

#include <ricochet/ricochet.h>

#include <algorithm>
#include <cstdio>
#include <stdexcept>

namespace ricochet::bench {
namespace {

constexpr double kPlateHalf = 4;  // metres
constexpr double kRodHalf = 0.5, kRodThick = 0.05;
constexpr int kSteps = 240;

struct Trial {
    double halfThickness;  // metres: of the plate
    bool sweptContacts;
    double speed;  // m/s
    bool spins;    // at up to 30 rad/s
};

enum class End { above, below, inside };

btVector3 between(Random& random, double low, double high) {
    const auto one = [&] { return btScalar(uniform(random, low, high)); };
    const btScalar x = one(), y = one();
    return {x, y, one()};
}

/// Heights of the rod's lowest and highest vertices.
std::pair<double, double> extentOf(const btRigidBody& rod, const test::BulletMesh& mesh) {
    std::pair<double, double> extent{1e30, -1e30};
    for (const auto& v : mesh.vertices) {
        const auto y = double((rod.getWorldTransform() * btVector3(v[0], v[1], v[2])).y());
        extent = {std::min(extent.first, y), std::max(extent.second, y)};
    }
    return extent;
}

End fire(const Trial& trial, Random& random) {
    test::BulletMesh plate = test::boxMesh(kPlateHalf, btScalar(trial.halfThickness), kPlateHalf);
    test::BulletMesh mesh = test::boxMesh(btScalar(kRodThick), btScalar(kRodHalf), btScalar(kRodThick));
    btBvhTriangleMeshShape plateShape(&plate.interface, true), rodShape(&mesh.interface, true);
    test::BulletWorld w;
    Settings settings;
    settings.margins = Margins::zero;
    settings.sweptContacts = trial.sweptContacts;
    if (const std::string error = registerAlgorithms(&w.dispatcher, settings); !error.empty())
        throw std::runtime_error(error);
    w.add(plateShape, 0, btVector3(0, 0, 0));
    btRigidBody& rod = w.add(rodShape, 1, btVector3(0, btScalar(uniform(random, 0.8, 2.8)), 0),
                             btVector3(btScalar(0.085), btScalar(0.002), btScalar(0.085)));
    const btQuaternion tilt(between(random, -1, 1).normalized(), btScalar(uniform(random, 0, 0.5)));
    rod.setWorldTransform(btTransform(tilt, rod.getWorldTransform().getOrigin()));
    rod.setLinearVelocity(btScalar(trial.speed) * (btVector3(0, -1, 0) + between(random, -0.2, 0.2)));
    const btVector3 spin = between(random, -30, 30);
    if (trial.spins) rod.setAngularVelocity(spin);

    for (int step = 0; step < kSteps; ++step) {
        w.run(1);
        const btVector3 at = rod.getWorldTransform().getOrigin();
        const double aside = std::max(std::abs(double(at.x())), std::abs(double(at.z())));
        if (aside > kPlateHalf - 1.2 * kRodHalf) break;  // it must not pass around the edge
    }
    const auto [lowest, highest] = extentOf(rod, mesh);
    if (lowest > -trial.halfThickness - 0.1 * kRodThick) return End::above;
    return highest < trial.halfThickness ? End::below : End::inside;
}

void measure(const Trial& trial, int rods) {
    int ends[3] = {};
    for (int i = 0; i < rods; ++i) {
        Random random(static_cast<unsigned>(i + 1));
        ++ends[static_cast<int>(fire(trial, random))];
    }
    std::printf("%g,%s,%g,%s,%d,%d,%d,%d\n", 2000 * trial.halfThickness,
                trial.sweptContacts ? "contacts" : "present", trial.speed, trial.spins ? "yes" : "no", rods,
                ends[0], ends[1], ends[2]);
    std::fflush(stdout);
}

}  // namespace
}  // namespace ricochet::bench

int main(int argc, char** argv) {
    ricochet::test::CommandLine commandLine(
        "Rods that fall at 5 to 150 m/s on a plate of one millimetre, and on one of five centimetres.");
    int rods = 60;
    commandLine.option("--rods", rods, "of each kind");
    commandLine.parseOrExit(argc, argv);
    std::printf("# %s\nplate_mm,world,speed,spins,rods,above,below,within\n",
                ricochet::bench::machine().c_str());
    for (const double halfThickness : {0.0005, 0.025}) {
        for (const bool sweptContacts : {true, false}) {
            for (const double speed : {5.0, 20.0, 60.0, 150.0}) {
                for (const bool spins : {false, true}) {
                    ricochet::bench::measure({halfThickness, sweptContacts, speed, spins}, rods);
                }
            }
        }
    }
    return 0;
}
