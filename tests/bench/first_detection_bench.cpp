// The pause of a program that prepared nothing, when a mesh first comes near another shape: the longest step.

#include "tests/bench/measure.h"
#include "tests/support/bullet_mesh.h"
#include "tests/support/bullet_world.h"
#include "tests/support/command_line.h"

#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <ricochet/ricochet.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace ricochet::bench {
namespace {

using test::BulletMesh;
using test::BulletWorld;

constexpr btScalar kTube = btScalar(0.4);  // metres; the ring's radius is one

/// A torus, bent so that no two faces are alike, as a body that moves has it.
struct MovingMesh {
    MovingMesh(int triangles, double size) {
        const int sides = std::max(3, static_cast<int>(std::lround(std::sqrt(triangles / 4.0))));
        const BulletMesh torus = test::torusMesh(kTube, 2 * sides, sides);
        mesh = std::make_unique<BulletMesh>(torus.vertices, torus.faces);
        for (std::size_t i = 0; i < mesh->vertices.size(); ++i) {
            for (btScalar& x : mesh->vertices[i]) {
                x *= btScalar(size * (1 + 0.002 * std::sin(0.37 * double(i % 1000))));
            }
        }
        shape = std::make_unique<btGImpactMeshShape>(&mesh->interface);
        shape->updateBound();
    }
    ~MovingMesh() { release(*shape); }

    std::unique_ptr<BulletMesh> mesh;
    std::unique_ptr<btGImpactMeshShape> shape;
};

/// Waves two metres long and 0.1 m high, eight metres across.
struct Terrain {
    explicit Terrain(int triangles) {
        constexpr double kSide = 8;
        const int cells = std::max(2, static_cast<int>(std::lround(std::sqrt(triangles / 2.0))));
        std::vector<std::array<btScalar, 3>> vertices;
        std::vector<std::array<int, 3>> faces;
        for (int i = 0; i <= cells; ++i) {
            for (int j = 0; j <= cells; ++j) {
                const double x = kSide * (double(i) / cells - 0.5), z = kSide * (double(j) / cells - 0.5);
                vertices.push_back(
                    {btScalar(x), btScalar(0.1 * std::sin(M_PI * x) * std::cos(M_PI * z)), btScalar(z)});
                if (i == cells || j == cells) continue;
                const int v = i * (cells + 1) + j;
                faces.push_back({v, v + 1, v + cells + 1});
                faces.push_back({v + 1, v + cells + 2, v + cells + 1});
            }
        }
        mesh = std::make_unique<BulletMesh>(vertices, faces);
        shape = std::make_unique<btBvhTriangleMeshShape>(&mesh->interface, true);
    }
    ~Terrain() { release(*shape); }

    std::unique_ptr<BulletMesh> mesh;
    std::unique_ptr<btBvhTriangleMeshShape> shape;
};

struct World {
    World() {
        Settings settings;
        settings.report = [](const std::string&) {};
        if (std::string error = registerAlgorithms(&bullet.dispatcher, settings); !error.empty()) {
            throw std::runtime_error(error);
        }
    }
    ~World() { unregisterAlgorithms(&bullet.dispatcher); }

    BulletWorld bullet;
};

/// Thread time, in milliseconds, of each step. `before` is called before each one.
std::vector<double> stepTimes(World& world, int steps, const std::function<void()>& before = {}) {
    std::vector<double> times;
    for (int i = 0; i < steps; ++i) {
        if (before) before();
        Stopwatch watch;
        watch.time([&] { world.bullet.run(1); });
        times.push_back(1e-3 * watch.median());
    }
    return times;
}

struct Options {
    int triangles = 100'000;
    int steps = 60;
    std::vector<std::string> scenes;
};

using Scene = std::function<std::vector<double>(const Options&)>;

/// The mesh falls on what the caller adds.
std::vector<double> fall(const Options& options, const std::function<void(World&)>& addGround,
                         btScalar height) {
    MovingMesh moving(options.triangles, 1);
    World world;
    addGround(world);
    world.bullet.add(*moving.shape, 1, btVector3(0, height, 0));
    return stepTimes(world, options.steps);
}

const std::map<std::string, Scene> kScenes = {
    {"mesh-on-mesh",
     [](const Options& options) {
         MovingMesh below(options.triangles, 1);
         return fall(
             options, [&](World& world) { world.bullet.add(*below.shape, 0, btVector3(0.3f, 0, 0)); },
             2 * kTube + btScalar(0.1));
     }},
    {"mesh-on-plane",
     [](const Options& options) {
         btStaticPlaneShape plane(btVector3(0, 1, 0), 0);
         return fall(
             options, [&](World& world) { world.bullet.add(plane, 0, btVector3(0, 0, 0)); },
             kTube + btScalar(0.1));
     }},
    {"mesh-on-box",
     [](const Options& options) {
         btBoxShape box(btVector3(2, 1, 2));
         return fall(
             options, [&](World& world) { world.bullet.add(box, 0, btVector3(0, -1, 0)); },
             kTube + btScalar(0.1));
     }},
    {"mesh-on-terrain",
     [](const Options& options) {
         Terrain terrain(options.triangles);
         return fall(
             options, [&](World& world) { world.bullet.add(*terrain.shape, 0, btVector3(0, 0, 0)); },
             kTube + btScalar(0.2));
     }},
    {"deforming-on-plane",
     [](const Options& options) {
         MovingMesh moving(options.triangles, 1);
         btStaticPlaneShape plane(btVector3(0, 1, 0), 0);
         World world;
         world.bullet.add(plane, 0, btVector3(0, 0, 0));
         world.bullet.add(*moving.shape, 1, btVector3(0, kTube + btScalar(0.1), 0));
         return stepTimes(world, options.steps, [&] {
             for (auto& vertex : moving.mesh->vertices) vertex[0] *= btScalar(1.001);
             notifyDeformed(*moving.shape);
         });
     }},
    {"mesh-inside-mesh",
     [](const Options& options) {
         MovingMesh outer(options.triangles, 1), inner(options.triangles, 0.99);
         World world;
         world.bullet.add(*outer.shape, 0, btVector3(0, 0, 0));
         world.bullet.add(*inner.shape, 1, btVector3(0, 0, 0));
         return stepTimes(world, 3);
     }},
};

void print(const std::string& name, const Options& options) {
    std::vector<double> times = kScenes.at(name)(options);
    const auto worst = std::ranges::max_element(times);
    const auto step = static_cast<int>(worst - times.begin());
    std::ranges::sort(times, std::greater());
    std::printf("%s,%d,%.1f,%d,%.1f,%.2f\n", name.c_str(), options.triangles, times[0], step,
                times[std::min<std::size_t>(1, times.size() - 1)], times[times.size() / 2]);
    std::fflush(stdout);
}

}  // namespace
}  // namespace ricochet::bench

int main(int argc, char** argv) {
    using namespace ricochet::test;
    using ricochet::bench::kScenes;
    std::vector<std::string> names;
    for (const auto& [name, scene] : kScenes) names.push_back(name);
    CommandLine commandLine("The longest step when a mesh first comes near another shape, nothing prepared.");
    ricochet::bench::Options options{.scenes = names};
    commandLine.option("--triangles", options.triangles, "of each mesh, about", between(100, 10'000'000));
    commandLine.option("--steps", options.steps, "of each scene", positive());
    commandLine.option("--scenes", options.scenes, "to run", oneOf(names));
    commandLine.parseOrExit(argc, argv);
    std::printf(
        "# %s; milliseconds of one thread\nscene,triangles,worst step,its number,second worst,median\n",
        ricochet::bench::machine().c_str());
    return ricochet::bench::exitCodeOf([&] {
        for (const std::string& name : options.scenes) ricochet::bench::print(name, options);
    });
}
