// Depth of a body of a metre in soft contacts: theory, Bullet's box on a box, and each of our pairs.

#include "tests/support/command_line.h"
#include "tests/support/soft_rest.h"

#include <ricochet/ricochet.h>

#include <cstdio>
#include <stdexcept>

namespace ricochet::bench {
namespace {

constexpr double kDampingTime = 0.05;  // s: damping over stiffness
constexpr double kDeepest = 0.25;      // metres: of a body of a metre

void makeOurs(btCollisionDispatcher& dispatcher) {
    Settings settings;
    settings.report = [](const std::string&) {};
    if (const std::string error = registerAlgorithms(&dispatcher, settings); !error.empty())
        throw std::runtime_error(error);
}

void measure(const test::SoftMaterial& material, double seconds) {
    const auto row = [&](const std::string& name, int points, const test::SoftRest& rest) {
        const double theory = material.sinkOn(points);
        if (theory > kDeepest) return;
        std::printf("| %.0f | %.0f | %s | %s | %.4f | %.4f | %.4f | %d | %.1e |\n", material.mass,
                    material.stiffness, material.splitImpulse ? "yes" : "no", name.c_str(), 1000 * theory,
                    1000 * rest.sink, 1000 * rest.maximum, rest.points, rest.tilt);
    };
    const test::SoftPairKind stock = test::stockBoxOnBox();
    row(stock.name, stock.points,
        test::SoftScene(stock, material, [](btCollisionDispatcher&) {}).rest(seconds));
    for (const test::SoftPairKind& kind : test::softPairKinds())
        row(kind.name, kind.points, test::SoftScene(kind, material, makeOurs).rest(seconds));
}

}  // namespace
}  // namespace ricochet::bench

int main(int argc, char** argv) {
    ricochet::test::CommandLine commandLine("How deep a body of a metre sinks into soft contacts");
    double seconds = 60;
    commandLine.option("--seconds", seconds, "of each row", ricochet::test::positive());
    commandLine.parseOrExit(argc, argv);
    std::puts(
        "| mass, kg | stiffness, N/m | split impulse | pair | m g / (n k), mm | sink, mm | deepest, mm | "
        "points | tilt |\n|---|---|---|---|---|---|---|---|---|");
    for (const double mass : {1.0, 10.0, 250.0}) {
        for (const double stiffness : {50.0, 200.0, 1e3, 5e3, 3e4, 1e6}) {
            ricochet::test::SoftMaterial material{stiffness, ricochet::bench::kDampingTime * stiffness, mass};
            if (material.sinkOn(4) > ricochet::bench::kDeepest) continue;
            ricochet::bench::measure(material, seconds);
            material.splitImpulse = false;
            if (material.sinkOn(1) > 0.03) ricochet::bench::measure(material, seconds);
        }
    }
    return 0;
}
