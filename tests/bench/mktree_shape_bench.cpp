// A tanker as an MkTreeShape and as a mesh in memory: 300 bodies in it with stock Bullet's algorithms and
// with ours, the first step and the warm ones; rays through it.

#include "algorithms/mktree/build.h"
#include "demos/scenes/tanker_mesh.h"
#include "tests/bench/measure.h"
#include "tests/support/bullet_mesh.h"
#include "tests/support/bullet_world.h"
#include "tests/support/command_line.h"

#include <ricochet/ricochet.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <vector>

namespace ricochet::bench {
namespace {

using scenes::SceneMesh;
using scenes::Tanker;
using test::BulletWorld;

struct Options {
    std::int64_t triangles = 1'260'000;
    int bodies = 300, steps = 300, rays = 2000;
    std::string file;  // of that many triangles; empty: one is built and removed
    bool raysOnly = false;
};

mktree::ObjectStream objectsOf(std::int64_t triangles) {
    const auto tanker = std::make_shared<Tanker>(triangles);
    const auto mesh = std::make_shared<SceneMesh>();
    return [tanker, mesh, number = Index{0}](mktree::WorldObject& object) mutable -> Result<bool> {
        if (!tanker->next(*mesh)) return false;
        object = {};
        object.firstNumber = number;
        for (const btVector3& v : mesh->vertices) object.vertices.emplace_back(v.x(), v.y(), v.z());
        for (const auto& f : mesh->faces) object.faces.push_back({Index(f[0]), Index(f[1]), Index(f[2])});
        number += static_cast<Index>(object.faces.size());
        return true;
    };
}

/// The same triangles in the same order.
std::unique_ptr<test::BulletMesh> meshOf(std::int64_t triangles) {
    Tanker tanker(triangles);
    SceneMesh object;
    std::vector<std::array<btScalar, 3>> vertices;
    std::vector<std::array<int, 3>> faces;
    while (tanker.next(object)) {
        const int first = static_cast<int>(vertices.size());
        for (const btVector3& v : object.vertices) vertices.push_back({v.x(), v.y(), v.z()});
        for (const auto& f : object.faces) faces.push_back({f[0] + first, f[1] + first, f[2] + first});
    }
    return std::make_unique<test::BulletMesh>(std::move(vertices), std::move(faces));
}

double quantile(std::vector<double> values, double part) {
    std::ranges::sort(values);
    return values[static_cast<std::size_t>(part * static_cast<double>(values.size() - 1))];
}

double meanOf(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) sum += value;
    return sum / static_cast<double>(values.size());
}

/// Microseconds of CPU time.
template <class Action>
double timed(Action&& action) {
    Stopwatch watch;
    watch.time(action);
    return watch.sum();
}

/// A tanker with boxes, spheres and hulls that fall onto the corridors' floors and roll on.
class Ship {
public:
    Ship(btCollisionShape& ship, const Options& options, bool isOurs) {
        if (isOurs) {
            Settings settings;
            settings.report = [](const std::string&) {};
            const std::string error = registerAlgorithms(&w_.dispatcher, settings);
            if (!error.empty()) throw std::runtime_error(error);
        }
        for (int i = 0; i < 8; ++i) {
            hull_.addPoint(btVector3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : btScalar(-0.5)) *
                           btScalar(0.12));
        }
        w_.add(ship, 0, btVector3(0, 0, 0));
        const Tanker plan(options.triangles);
        std::mt19937 random(1);
        // Bays are filled along the ship until the triangles are used up, before its end.
        const int filled = std::max(1, static_cast<int>(0.7 * plan.bays()[0]));
        const auto below = [&](int n) { return std::uniform_int_distribution<int>(0, n - 1)(random); };
        std::uniform_real_distribution<double> in(0, 1);
        btCollisionShape* const shapes[] = {&box_, &sphere_, &hull_};
        for (int i = 0; i < options.bodies; ++i) {
            const btVector3 at(btScalar(Tanker::kBay * (below(filled) + in(random))),
                               btScalar(Tanker::kBay * below(plan.bays()[1]) + 0.4 + in(random)),
                               btScalar(Tanker::kBay * below(plan.bays()[2]) + Tanker::kCorridorAt));
            const btScalar inertia = btScalar(0.01);
            btRigidBody& body = w_.add(*shapes[i % 3], 1, at, btVector3(inertia, inertia, inertia));
            body.setLinearVelocity(btVector3(btScalar(2 * in(random)-1), 0, btScalar(in(random)-0.5)));
            bodies_.push_back(&body);
        }
    }
    double step() {
        return 1e-3 * timed([&] { w_.run(1); });
    }
    double sumOfHeights() const {
        double sum = 0;
        for (const btRigidBody* body : bodies_) sum += double(body->getWorldTransform().getOrigin().y());
        return sum;
    }

private:
    btBoxShape box_{btVector3(btScalar(0.15), btScalar(0.1), btScalar(0.2))};
    btSphereShape sphere_{btScalar(0.15)};
    btConvexHullShape hull_;
    BulletWorld w_;
    std::vector<btRigidBody*> bodies_;
};

void steps(const char* name, btCollisionShape& ship, const Options& options, bool isOurs) {
    Ship world(ship, options, isOurs);
    const double first = world.step();
    std::vector<double> warm;
    for (int i = 1; i < options.steps; ++i) {
        const double step = world.step();
        if (i >= options.steps / 2) warm.push_back(step);
    }
    std::printf("steps,%s,%s,%lld,%d,%.2f,%.3f,%.3f,%.3f,%.6f\n", name, isOurs ? "ours" : "stock",
                static_cast<long long>(options.triangles), options.bodies, first, meanOf(warm),
                quantile(warm, 0.5), quantile(warm, 0.99), world.sumOfHeights());
    std::fflush(stdout);
}

/// Rays of 50 m from anywhere in the ship; repeated ones are warm.
void rays(const char* name, btCollisionShape& ship, const Options& options) {
    BulletWorld w;
    w.add(ship, 0, btVector3(0, 0, 0));
    const Tanker plan(options.triangles);
    std::mt19937 random(2);
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> in(0, Tanker::kBay);
    for (const char* const when : {"cold", "warm"}) {
        random.seed(2);
        std::vector<double> closest, all;
        double fractions = 0;
        for (int i = 0; i < options.rays; ++i) {
            const btVector3 from(btScalar(in(random)*plan.bays()[0]), btScalar(in(random)*plan.bays()[1]),
                                 btScalar(in(random)*plan.bays()[2]));
            const btVector3 direction =
                btVector3(btScalar(normal(random)), btScalar(normal(random)), btScalar(normal(random)))
                    .normalized();
            btCollisionWorld::ClosestRayResultCallback hit(from, from + 50 * direction);
            closest.push_back(timed([&] { w.world.rayTest(hit.m_rayFromWorld, hit.m_rayToWorld, hit); }));
            fractions += double(hit.m_closestHitFraction);
            if (i % 10 != 0) continue;
            btCollisionWorld::AllHitsRayResultCallback hits(from, from + 50 * direction);
            all.push_back(timed([&] { w.world.rayTest(from, from + 50 * direction, hits); }));
        }
        std::printf("rays %s,%s,,%lld,,%.1f,%.1f,%.1f,%.1f,%.4f\n", when, name,
                    static_cast<long long>(options.triangles), quantile(all, 0.5), meanOf(closest),
                    quantile(closest, 0.5), quantile(closest, 0.99), fractions);
    }
    std::fflush(stdout);
}

void compare(const std::string& path, const Options& options) {
    const auto open = [&path] {
        MkTreeShape::Opened opened = MkTreeShape::open(path);
        if (!opened.shape) throw std::runtime_error(opened.error);
        return std::move(opened.shape);
    };
    std::printf("what,mesh,algorithms,triangles,bodies,first step ms or all hits us,mean,median,p99,check\n");
    rays("file", *open(), options);
    if (options.raysOnly) return;
    const auto mesh = meshOf(options.triangles);
    btBvhTriangleMeshShape memory(&mesh->interface, true);
    rays("memory", memory, options);
    for (const bool isOurs : {false, true}) {
        const auto cold = open();
        steps("file", *cold, options, isOurs);
        const MkTreeStatistics read = cold->file()->statistics();
        std::printf("# %lld of %lld blocks read, %lld bytes in memory at most; %lld of %lld leaves ahead\n",
                    read.blocksRead, read.blocks, read.maximumBytes, read.leavesPrefetched, read.leavesRead);
        release(*cold);
        steps("memory", memory, options, isOurs);
        release(memory);
    }
}

void compare(const Options& options) {
    if (!options.file.empty()) return compare(options.file, options);
    const std::string path =
        (std::filesystem::temp_directory_path() / ("tanker-" + std::to_string(getpid()))).string();
    const auto built = mktree::build(objectsOf(options.triangles), path);
    if (!built) throw std::runtime_error(built.error());
    const struct Removed {
        const std::string& path;
        ~Removed() { std::filesystem::remove(path); }
    } removed{path};
    compare(path, options);
}

}  // namespace
}  // namespace ricochet::bench

int main(int argc, char** argv) {
    using namespace ricochet::test;
    CommandLine commandLine("A tanker in a file beside the same in memory: bodies and rays.");
    ricochet::bench::Options options;
    commandLine.option("--triangles", options.triangles, "of the tanker", positive());
    commandLine.option("--bodies", options.bodies, "on the tanker", positive());
    commandLine.option("--steps", options.steps, "the second half counts as warm", between(4, 1'000'000));
    commandLine.option("--rays", options.rays, "against the tanker", between(10, 1'000'000));
    commandLine.option("--file", options.file,
                       "by `ricochet mktree build --tanker` of as many triangles; else one is built",
                       existingFile());
    commandLine.flag("--rays-only", options.raysOnly, "nothing in memory");
    commandLine.parseOrExit(argc, argv);
    std::printf("# %s\n", ricochet::bench::machine().c_str());
    return ricochet::bench::exitCodeOf([&] { ricochet::bench::compare(options); });
}
