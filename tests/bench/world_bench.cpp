// Large worlds: cost of the first touch of a level or a terrain, of bodies all over it, and of digging;
// compared with the same world prepared as a whole, and with stock Bullet.

#include "tests/bench/measure.h"
#include "tests/support/bullet_mesh.h"
#include "tests/support/bullet_world.h"
#include "tests/support/command_line.h"

#include <BulletCollision/CollisionShapes/btHeightfieldTerrainShape.h>
#include <ricochet/ricochet.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <malloc.h>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace ricochet::bench {
namespace {

using test::BulletMesh;
using test::BulletWorld;

enum class Prepared { inRegions, whole, byStock };

/// Options of all runs.
struct Options {
    int rooms = 52, samples = 4096, steps = 600, threads = 1;
    bool isBrief = false, skipsWhole = false;
};

/// Milliseconds of a step, and the memory of the world at the end.
struct Measured {
    double median = 0, p99 = 0, worst = 0, megabytes = 0;
};

/// Square rooms of 4 m, 2.4 m high, on an uneven floor, with doors in two walls. Faces of 0.4 m, 400 per
/// room.
BulletMesh levelMesh(int roomsAcross) {
    constexpr int kCells = 10, kHigh = 6, kDoorWide = 2, kDoorHigh = 5;
    constexpr double kEdge = 0.4;
    std::vector<std::array<btScalar, 3>> vertices;
    std::vector<std::array<int, 3>> faces;
    const auto floorAt = [](double x, double z) { return 0.05 * std::sin(1.7 * x) * std::cos(1.3 * z); };
    const auto quad = [&](const std::array<std::array<double, 3>, 4>& corners) {
        const int first = static_cast<int>(vertices.size());
        for (const auto& c : corners) {
            vertices.push_back({btScalar(c[0]), btScalar(c[1]), btScalar(c[2])});
        }
        faces.push_back({first, first + 1, first + 2});
        faces.push_back({first, first + 2, first + 3});
    };
    const auto wall = [&](double x0, double z0, double dx, double dz) {
        for (int i = 0; i < kCells; ++i) {
            for (int k = 0; k < kHigh; ++k) {
                if (i >= kCells / 2 && i < kCells / 2 + kDoorWide && k < kDoorHigh) continue;
                const double x = x0 + i * dx, z = z0 + i * dz, y = k * kEdge - 0.1, up = y + kEdge;
                quad({{{x, y, z}, {x + dx, y, z + dz}, {x + dx, up, z + dz}, {x, up, z}}});
            }
        }
    };
    const int cells = roomsAcross * kCells;
    for (int i = 0; i < cells; ++i) {
        for (int k = 0; k < cells; ++k) {
            const double x = i * kEdge, z = k * kEdge, right = x + kEdge, back = z + kEdge;
            quad({{{x, floorAt(x, z), z},
                   {x, floorAt(x, back), back},
                   {right, floorAt(right, back), back},
                   {right, floorAt(right, z), z}}});
        }
    }
    for (int i = 0; i < roomsAcross; ++i) {
        for (int k = 0; k < roomsAcross; ++k) {
            wall(i * kCells * kEdge, k * kCells * kEdge, kEdge, 0);
            wall(i * kCells * kEdge, k * kCells * kEdge, 0, kEdge);
        }
    }
    return BulletMesh(vertices, faces);
}

/// Hills, with samples 0.25 m apart, about the origin.
struct Terrain {
    explicit Terrain(int samples) : across(samples), heights(std::size_t(samples) * std::size_t(samples)) {
        for (int k = 0; k < samples; ++k) {
            for (int i = 0; i < samples; ++i) {
                at(i, k) = float(0.6 * std::sin(0.05 * i) * std::cos(0.04 * k) + 0.03 * std::sin(0.9 * i));
            }
        }
        shape = std::make_unique<btHeightfieldTerrainShape>(samples, samples, heights.data(), btScalar(-4),
                                                            btScalar(4), 1, false);
        shape->setLocalScaling(btVector3(kSpacing, 1, kSpacing));
    }
    float& at(int i, int k) { return heights[std::size_t(k) * std::size_t(across) + std::size_t(i)]; }

    static constexpr btScalar kSpacing = btScalar(0.25);  // metres
    int across;
    std::vector<float> heights;
    std::unique_ptr<btHeightfieldTerrainShape> shape;
};

double allocatedMegabytes() {
    const auto info = mallinfo2();
    return 1e-6 * static_cast<double>(info.uordblks + info.hblkhd);
}

/// A world on a large ground, and tori of 0.4 m in radius that move over it.
class Ground {
public:
    Ground(btCollisionShape& ground, Prepared prepared, int threads, const btVector3& at)
        : prepared_(prepared) {
        if (prepared != Prepared::byStock) {
            Settings settings;
            settings.report = [](const std::string&) {};
            settings.threads = threads;
            ProcessLimits limits;
            if (prepared == Prepared::whole) {
                constexpr int kNever = std::numeric_limits<int>::max();
                limits = {.wholeMesh = kNever, .wholeTerrain = kNever};
            }
            std::string error = setProcessLimits(limits);
            if (error.empty()) error = registerAlgorithms(&w_.dispatcher, settings);
            if (!error.empty()) {
                throw std::runtime_error(error);
            }
        }
        for (auto& v : ring_.vertices) {
            for (btScalar& x : v) x *= btScalar(0.3);
        }
        ringFaces_ = std::make_unique<btBvhTriangleMeshShape>(&ring_.interface, true);
        w_.add(ground, 0, at);
        before_ = statistics(w_.dispatcher);
    }

    /// Stock has no collision of two meshes: it gets spheres of the same size.
    btRigidBody& add(const btVector3& at) {
        btCollisionShape& shape = prepared_ == Prepared::byStock
                                      ? static_cast<btCollisionShape&>(sphere_)
                                      : static_cast<btCollisionShape&>(*ringFaces_);
        const btScalar inertia = btScalar(0.06);
        bodies_.push_back(&w_.add(shape, 1, at, btVector3(inertia, inertia, inertia)));
        return *bodies_.back();
    }
    /// Bodies that are below all ground.
    long long lost() const {
        return std::ranges::count_if(bodies_, [](const btRigidBody* body) {
            return !(body->getWorldTransform().getOrigin().y() > -5);
        });
    }

    /// Milliseconds of a step.
    double step() {
        Stopwatch watch;
        watch.time([&] { w_.run(1); });
        return 1e-3 * watch.median();
    }
    Statistics statisticsNow() const { return statistics(w_.dispatcher); }
    long long regionsPrepared() const { return statisticsNow().regionsPrepared - before_.regionsPrepared; }

private:
    const Prepared prepared_;
    BulletMesh ring_ = test::torusMesh(btScalar(0.3));
    std::unique_ptr<btBvhTriangleMeshShape> ringFaces_;
    btSphereShape sphere_{btScalar(0.4)};
    BulletWorld w_;
    std::vector<btRigidBody*> bodies_;
    Statistics before_;
};

double quantile(std::vector<double> values, double part) {
    std::ranges::sort(values);
    return values[static_cast<std::size_t>(part * static_cast<double>(values.size() - 1))];
}

Measured print(const char* what, std::size_t triangles, Prepared prepared, int bodies,
               const std::vector<double>& steps, double megabytes, const Ground& ground) {
    const char* const names[] = {"regions", "whole", "stock, spheres"};
    const Measured measured{quantile(steps, 0.5), quantile(steps, 0.99), *std::ranges::max_element(steps),
                            megabytes};
    std::printf("\"%s\",%zu,\"%s\",%d,%.3f,%.3f,%.3f,%.1f,%lld,%lld\n", what, triangles,
                names[static_cast<int>(prepared)], bodies, measured.median, measured.p99, measured.worst,
                measured.megabytes, ground.regionsPrepared(), ground.lost());
    std::fflush(stdout);
    return measured;
}

/// Bodies fall into rooms all over a level and roll.
Measured level(const Options& options, Prepared prepared, int bodies, int steps) {
    const int rooms = options.rooms;
    const BulletMesh mesh = levelMesh(rooms);
    btBvhTriangleMeshShape shape(const_cast<btTriangleIndexVertexArray*>(&mesh.interface), true);
    const double before = allocatedMegabytes();
    Ground ground(shape, prepared, options.threads, btVector3(0, 0, 0));
    const int across = static_cast<int>(std::ceil(std::sqrt(bodies)));
    for (int i = 0; i < bodies; ++i) {
        const double room = double(rooms) / across;
        const double x = 4 * (std::floor((i % across + 0.5) * room) + 0.5),
                     z = 4 * (std::floor((i / across + 0.5) * room) + 0.5);
        btRigidBody& body = ground.add(btVector3(btScalar(x), 1, btScalar(z)));
        body.setLinearVelocity(btVector3(btScalar(std::cos(i)), 0, btScalar(std::sin(i))) * btScalar(3));
        body.setAngularVelocity(btVector3(1, 2, 3));
    }
    std::vector<double> times;
    for (int i = 0; i < steps; ++i) times.push_back(ground.step());
    const std::size_t triangles = mesh.faces.size();
    const Measured measured = print(bodies == 1 ? "level, first touch" : "level, bodies all over", triangles,
                                    prepared, bodies, times, allocatedMegabytes() - before, ground);
    release(shape);
    return measured;
}

/// A body moves straight at 20 m/s.
Measured drive(const Options& options, Prepared prepared, double metres) {
    Terrain terrain(options.samples);
    const double before = allocatedMegabytes();
    Ground ground(*terrain.shape, prepared, options.threads, btVector3(0, 0, 0));
    btRigidBody& body = ground.add(btVector3(-btScalar(metres / 2), btScalar(1.5), btScalar(3)));
    std::vector<double> times;
    constexpr double kSpeed = 20;  // m/s
    for (int i = 0; i < metres / kSpeed * 60; ++i) {
        body.setLinearVelocity(btVector3(btScalar(kSpeed), body.getLinearVelocity().y(), 0));
        times.push_back(ground.step());
    }
    const Measured measured = print("terrain, driving", terrain.heights.size() * 2, prepared, 1, times,
                                    allocatedMegabytes() - before, ground);
    release(*terrain.shape);
    return measured;
}

/// A pit of 64 by 64 samples, deeper each time, with bodies in it: the notification and the next step.
Measured dig(const Options& options, Prepared prepared, int times) {
    const int samples = options.samples / 4;
    constexpr int kPit = 64, kBodies = 8;
    Terrain terrain(samples);
    const double before = allocatedMegabytes();
    Ground ground(*terrain.shape, prepared, options.threads, btVector3(0, 0, 0));
    for (int i = 0; i < kBodies; ++i) {
        ground.add(btVector3(btScalar(2 * (i % 4) - 3), btScalar(1.2), btScalar(2 * (i / 4) - 1)));
    }
    for (int i = 0; i < 90; ++i) ground.step();
    std::vector<double> steps;
    const int first = (samples - kPit) / 2;
    const btScalar half = kPit / 2 * Terrain::kSpacing + Terrain::kSpacing;
    for (int i = 0; i < times; ++i) {
        for (int k = 0; k < kPit * kPit; ++k) terrain.at(first + k % kPit, first + k / kPit) -= 0.01f;
        Stopwatch telling;
        telling.time([&] {
            if (prepared != Prepared::byStock) {
                notifyDeformed(*terrain.shape, btVector3(-half, -5, -half), btVector3(half, 5, half));
            }
        });
        steps.push_back(1e-3 * telling.median() + ground.step());
        for (int k = 0; k < 5; ++k) ground.step();
    }
    const Measured measured = print("terrain, digging", terrain.heights.size() * 2, prepared, kBodies, steps,
                                    allocatedMegabytes() - before, ground);
    release(*terrain.shape);
    return measured;
}

void printBar(const char* what, double is, double bar) {
    std::printf("# %s: %.2f, bar %.2f: %s\n", what, is, bar, is <= bar ? "met" : "missed");
}

void compare(const Options& options) {
    std::vector<Prepared> all = {Prepared::inRegions, Prepared::whole, Prepared::byStock};
    if (options.skipsWhole) std::erase(all, Prepared::whole);
    const auto at = [](Prepared prepared) { return static_cast<std::size_t>(prepared); };
    const std::size_t regions = at(Prepared::inRegions), whole = at(Prepared::whole),
                      stock = at(Prepared::byStock);
    Measured touch[3], many[3], driving[3], digging[3];
    for (const Prepared prepared : all) {
        touch[at(prepared)] = level(options, prepared, 1, std::min(options.steps, 120));
    }
    for (const Prepared prepared : all) many[at(prepared)] = level(options, prepared, 100, options.steps);
    // Prepared whole, it would take some 16 GB.
    for (const Prepared prepared : {Prepared::inRegions, Prepared::byStock}) {
        driving[at(prepared)] = drive(options, prepared, options.isBrief ? 10 : 200);
    }
    for (const Prepared prepared : all)
        digging[at(prepared)] = dig(options, prepared, options.isBrief ? 2 : 20);

    printBar("level, first touch, worst step, ms", touch[regions].worst, 5);
    printBar("level, first touch, MB over stock", touch[regions].megabytes - touch[stock].megabytes, 20);
    if (!options.skipsWhole) {
        printBar("level, bodies all over, 99 % of steps, times whole", many[regions].p99 / many[whole].p99,
                 1.3);
    }
    printBar("level, bodies all over, MB over stock", many[regions].megabytes - many[stock].megabytes, 256);
    printBar("terrain, driving, worst step, ms", driving[regions].worst, 5);
    printBar("terrain, driving, MB over stock", driving[regions].megabytes - driving[stock].megabytes, 30);
    printBar("terrain, digging, worst step, ms", digging[regions].worst, 2);
}

}  // namespace
}  // namespace ricochet::bench

int main(int argc, char** argv) {
    using namespace ricochet::test;
    CommandLine commandLine("Levels and terrains that are too large to prepare whole.");
    ricochet::bench::Options options;
    commandLine.option("--rooms", options.rooms, "of the level along each side; 400 triangles each",
                       between(2, 200));
    commandLine.option("--samples", options.samples,
                       "of the terrain along each side; the one that is dug has a quarter",
                       between(400, 8192));
    commandLine.option("--steps", options.steps, "of the bodies all over the level", positive());
    commandLine.option("--threads", options.threads, "that prepare regions", between(1, 64));
    commandLine.flag("--skip-whole", options.skipsWhole, "do not prepare the same world whole beside it");
    commandLine.flag("--brief", options.isBrief, "drive and dig only a little");
    commandLine.parseOrExit(argc, argv);
    std::printf("# %s\nwhat,triangles,prepared,bodies,step ms median,p99,worst,megabytes,regions,lost\n",
                ricochet::bench::machine().c_str());
    return ricochet::bench::exitCodeOf([&] { ricochet::bench::compare(options); });
}
