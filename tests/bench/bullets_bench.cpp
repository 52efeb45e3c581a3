// Shards and round bodies fired at thin walls: number that tunnel, and the cost of preventing it.

#include "demos/scenes/bullets.h"
#include "tests/bench/measure.h"
#include "tests/support/command_line.h"

#include <ricochet/ricochet.h>

#include <cstdio>
#include <stdexcept>
#include <utility>

namespace ricochet::bench {
namespace {

struct Measured {
    long long shots = 0, tunnelled = 0;
    Stopwatch step;
};

scenes::SceneOptions optionsOf(const std::string& variant) {
    scenes::SceneOptions options;
    options.makeShape = [](const scenes::SceneMesh&, btStridingMeshInterface& array, bool) {
        return std::make_unique<btBvhTriangleMeshShape>(&array, /*useQuantizedAabbCompression*/ true);
    };
    options.inertia = [](const btCollisionShape& shape, btScalar mass) {
        return massProperties(shape, mass).inertia;
    };
    options.centreOfMass = [](const scenes::SceneMesh&) { return btVector3(0, 0, 0); };
    options.variant = variant;
    return options;
}

template <class World>
Measured fire(const std::string& variant, bool sweptContacts, long long shots) {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher(&configuration);
    Settings settings;
    settings.sweptContacts = sweptContacts;
    if (const std::string error = registerAlgorithms(&dispatcher, settings); !error.empty())
        throw std::runtime_error(error);
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    World world(&dispatcher, &broadphase, &solver, &configuration);
    const auto scene = scenes::makeBullets(world, optionsOf(variant));

    Measured measured;
    std::vector<bool> isThrough(scene->bodies().size());
    while (measured.shots < shots) {
        isThrough.assign(isThrough.size(), false);
        for (int step = 0; step < scenes::kVolleySteps; ++step) {
            scene->beforeStep();
            measured.step.time([&] { world.stepSimulation(btScalar(1) / 60, 0); });
            for (std::size_t i = 0; i < isThrough.size(); ++i) {
                if (scene->placeOf(*scene->bodies()[i].body) != scenes::Place::inside) isThrough[i] = true;
            }
        }
        measured.shots += static_cast<long long>(isThrough.size()) - 1;  // one body is the room
        measured.tunnelled += std::count(isThrough.begin(), isThrough.end(), true);
    }
    return measured;
}

void print(const char* variant, const char* world, const Measured& m) {
    std::printf("%s,%s,%lld,%lld,%.3g,%.1f,%.1f\n", variant, world, m.shots, m.tunnelled,
                static_cast<double>(m.tunnelled) / static_cast<double>(m.shots), m.step.median(),
                m.step.minimum());
    std::fflush(stdout);
}

void compare(const char* variant, const std::string& onlyWorld, long long shots) {
    const auto isSelected = [&](const char* world) { return onlyWorld.empty() || onlyWorld == world; };
    if (isSelected("swept")) print(variant, "swept", fire<SweptWorld<>>(variant, true, shots));
    if (isSelected("contacts"))
        print(variant, "contacts", fire<btDiscreteDynamicsWorld>(variant, true, shots));
    if (isSelected("present"))
        print(variant, "present", fire<btDiscreteDynamicsWorld>(variant, false, shots));
}

}  // namespace
}  // namespace ricochet::bench

int main(int argc, char** argv) {
    ricochet::test::CommandLine commandLine(
        "Shards at 10 to 200 m/s against walls of a millimetre, slow ones, and round bodies against walls of "
        "1 to 40 mm.");
    long long shots = 100000;
    commandLine.option(
        "--shots", shots,
        "of fast shards; a twentieth as many in a crowd, a tenth as many slow ones, a fifth as many "
        "round bodies");
    std::string world;
    commandLine.option("--world", world, "only this one: swept, contacts or present");
    std::string variant;
    commandLine.option("--variant", variant, "only this one: fast, crowd, slow or round");
    commandLine.parseOrExit(argc, argv);
    std::printf("# %s\nvariant,world,shots,tunnelled,rate,step_median_us,step_min_us\n",
                ricochet::bench::machine().c_str());
    for (const auto& [name, part] :
         {std::pair("fast", 1), std::pair("crowd", 20), std::pair("slow", 10), std::pair("round", 5)}) {
        if (variant.empty() || variant == name) ricochet::bench::compare(name, world, shots / part);
    }
    return 0;
}
