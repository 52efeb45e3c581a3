// Small worlds for a long time: memory stays, and no step gets slower.

#include "tests/faults/failing_new.h"
#include "tests/support/bullet_mesh.h"
#include "tests/support/command_line.h"
#include "tests/support/random_geometry.h"

#include <btBulletDynamicsCommon.h>
#include <ricochet/ricochet.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <deque>
#include <iostream>
#include <malloc.h>
#include <memory>
#include <string>
#include <vector>

namespace ricochet::soak {
namespace {

constexpr int kStepsPerCycle = 300;
constexpr std::size_t kMostCycles = 1'000'000;

double processorSeconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}

/// What the program holds.
double bytesInUse() {
    const struct mallinfo2 info = mallinfo2();
    return double(info.uordblks + info.hblkhd);
}

/// A floor with meshes, round shapes, hulls and boxes on it.
class World {
public:
    explicit World(unsigned seed) : random_(seed) {
        Settings settings;
        settings.convexConvex = "convex-features";
        error_ = registerAlgorithms(&dispatcher_, settings);
        world_.setGravity(btVector3(0, btScalar(-9.81), 0));
        for (const btScalar x : {btScalar(-0.2), btScalar(0.2)}) {
            hull_.addPoint(btVector3(x, btScalar(0.2), 0));
            hull_.addPoint(btVector3(x, btScalar(-0.1), btScalar(0.2)));
            hull_.addPoint(btVector3(x, btScalar(-0.1), btScalar(-0.2)));
        }
        add(floor_, 0, btVector3(0, -1, 0));
        for (int i = 0; i < kBodies; ++i) addNext();
    }
    ~World() {
        while (!bodies_.empty()) removeFirst(0);
        for (const btCollisionShape* const shape :
             std::initializer_list<const btCollisionShape*>{&floor_, &torus_, &block_, &hull_, &box_}) {
            release(*shape);
        }
        unregisterAlgorithms(&dispatcher_);
    }
    World(const World&) = delete;
    World& operator=(const World&) = delete;

    const std::string& error() const { return error_; }
    void step() { world_.stepSimulation(btScalar(1) / 60, 0); }
    /// Pairs in which something has moved, summed over the steps.
    long long changedPairs() const {
        const Statistics all = statistics(dispatcher_);
        return all.pairs - all.repeatedPairs;
    }

    /// Of boxes and of triangles, summed over the steps.
    long long tests() const {
        const Statistics all = statistics(dispatcher_);
        return all.boxTests + all.triangleTests;
    }

    /// All bodies fall again.
    void drop() {
        for (std::size_t i = 1; i < bodies_.size(); ++i) {
            btRigidBody& body = *bodies_[i];
            body.setWorldTransform(btTransform(btQuaternion::getIdentity(), randomPlace()));
            body.setLinearVelocity(btVector3(0, 0, 0));
            body.setAngularVelocity(btVector3(0, 0, 0));
            body.activate(true);
        }
    }
    /// One body goes, another one comes.
    void churn() {
        removeFirst(1);
        addNext();
    }

private:
    static constexpr int kBodies = 24;

    btVector3 randomPlace() {
        const auto at = [&](double half) { return btScalar(uniform(random_, -half, half)); };
        return {at(1.5), btScalar(2) + at(1), at(1.5)};
    }
    void addNext() {
        btCollisionShape* const shapes[] = {&torus_, &sphere_, &block_, &box_, &hull_, &capsule_};
        add(*shapes[next_++ % std::size(shapes)], 1, randomPlace());
    }
    void add(btCollisionShape& shape, btScalar mass, const btVector3& at) {
        btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, &shape,
                                                      btScalar(0.05) * mass * btVector3(1, 1, 1));
        info.m_startWorldTransform.setOrigin(at);
        bodies_.push_back(std::make_unique<btRigidBody>(info));
        world_.addRigidBody(bodies_.back().get());
    }
    void removeFirst(std::ptrdiff_t from) {
        world_.removeRigidBody(bodies_[static_cast<std::size_t>(from)].get());
        bodies_.erase(bodies_.begin() + from);
    }

    Random random_;
    std::string error_;
    std::size_t next_ = 0;
    test::BulletMesh plate_ = test::boxMesh(8, 1, 8), ring_ = test::torusMesh(btScalar(0.3), 16, 8),
                     cube_ = test::boxMesh(btScalar(0.2), btScalar(0.2), btScalar(0.2));
    btBvhTriangleMeshShape floor_{&plate_.interface, true}, torus_{&ring_.interface, true},
        block_{&cube_.interface, true};
    btSphereShape sphere_{btScalar(0.2)};
    btCapsuleShape capsule_{btScalar(0.15), btScalar(0.3)};
    btBoxShape box_{btVector3(btScalar(0.2), btScalar(0.2), btScalar(0.2))};
    btConvexHullShape hull_;
    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_{&configuration_};
    SweepAndPruneBroadphase broadphase_;
    SmallStepsSolver solver_;
    btDiscreteDynamicsWorld world_{&dispatcher_, &broadphase_, &solver_, &configuration_};
    std::deque<std::unique_ptr<btRigidBody>> bodies_;
};

/// One number a cycle.
struct Series {
    std::vector<double> bytes, worstSeconds, worstTests, allocations, changedPairs;
};

double medianOf(std::vector<double> values) {
    const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

double sumOf(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) sum += value;
    return sum;
}

std::vector<double> part(const std::vector<double>& values, std::size_t of, std::size_t parts) {
    const auto at = [&](std::size_t i) { return values.begin() + std::ptrdiff_t(values.size() * i / parts); };
    return {at(of), at(of + 1)};
}

/// Of the median cycle: last third to second. Not a number if both are 0.
double growth(const std::vector<double>& values) {
    return medianOf(part(values, 2, 3)) / medianOf(part(values, 1, 3));
}

/// Whichever comes first.
struct Length {
    double minutes;
    std::size_t cycles;
};

Series run(bool churns, const Length& length) {
    Series series;
    World world(1);
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(60 * length.minutes);
    // So many numbers fit that recording them takes no memory.
    for (std::vector<double>* const list : {&series.bytes, &series.worstSeconds, &series.worstTests,
                                            &series.allocations, &series.changedPairs}) {
        list->reserve(kMostCycles);
    }
    while (series.bytes.size() < length.cycles && std::chrono::steady_clock::now() < end) {
        if (!churns) world.drop();
        double worstSeconds = 0, worstTests = 0, allocations = 0, bytes = 0;
        const long long before = world.changedPairs();
        for (int i = 0; i < kStepsPerCycle; ++i) {
            if (churns) world.churn();
            const long long testsBefore = world.tests();
            const long long allocationsBefore = faults::allocationCount();
            const double begin = processorSeconds();
            world.step();
            worstSeconds = std::max(worstSeconds, processorSeconds() - begin);
            allocations += double(faults::allocationCount() - allocationsBefore);
            worstTests = std::max(worstTests, double(world.tests() - testsBefore));
            bytes = std::max(bytes, bytesInUse());
        }
        series.bytes.push_back(bytes);
        series.worstSeconds.push_back(worstSeconds);
        series.worstTests.push_back(worstTests);
        series.allocations.push_back(allocations);
        series.changedPairs.push_back(double(world.changedPairs() - before));
    }
    return series;
}

/// Whether the figures of the last third obey the bars; prints them.
bool isFlat(const char* name, const Series& series, bool isTimed) {
    constexpr double kMemory = 1.01, kAllocations = 1, kWorstStep = 1.5;
    if (series.bytes.size() < 6) {
        std::cout << name << ": too short: " << series.bytes.size() << " cycles\n";
        return false;
    }
    const auto second = part(series.bytes, 1, 3), last = part(series.bytes, 2, 3);
    const double memory = *std::ranges::max_element(last) / *std::ranges::max_element(second);
    const double allocations =
        sumOf(part(series.allocations, 2, 3)) / std::max(1.0, sumOf(part(series.changedPairs, 2, 3)));
    const double tests = growth(series.worstTests), time = growth(series.worstSeconds);
    const bool isGood = memory <= kMemory && allocations <= kAllocations && tests <= kWorstStep &&
                        (!isTimed || time <= kWorstStep);
    std::cout << name << ": " << series.bytes.size() * kStepsPerCycle << " steps; memory "
              << last.back() / 1e6 << " MB, last third to second " << memory << " (bar " << kMemory << "); "
              << allocations << " allocations per pair and step in which something moves (" << kAllocations
              << "); worst step " << medianOf(part(series.worstTests, 2, 3))
              << " tests of boxes and triangles, last third to second " << tests << " (" << kWorstStep
              << "), and " << 1e3 * medianOf(part(series.worstSeconds, 2, 3)) << " ms, " << time;
    if (isTimed) std::cout << " (" << kWorstStep << ")";
    std::cout << ": " << (isGood ? "flat" : "NOT FLAT") << std::endl;
    return isGood;
}

}  // namespace
}  // namespace ricochet::soak

int main(int argc, char** argv) {
    using namespace ricochet;
    double minutes = 10;
    std::size_t cycles = soak::kMostCycles;
    bool isUntimed = false;
    test::CommandLine commandLine("Two small worlds, each for half of the time; all figures must stay flat.");
    commandLine.option("--minutes", minutes, "of both", test::positive());
    commandLine.option("--cycles", cycles, "300 steps each, after which a world ends, too", test::positive());
    commandLine.flag("--untimed", isUntimed, "no bar for times: on a machine that others share");
    commandLine.parseOrExit(argc, argv);
    const soak::Length half{minutes / 2, cycles};
    const bool isDropFlat = soak::isFlat("drop", soak::run(false, half), !isUntimed);
    const bool isChurnFlat = soak::isFlat("churn", soak::run(true, half), !isUntimed);
    return isDropFlat && isChurnFlat ? 0 : 1;
}
