// Face octree against brute force, GImpact and FCL; and figure 3.7 of the paper. See README.md.

#include "algorithms/brute_force/brute_force.h"
#include "algorithms/face_octree/face_octree.h"
#include "demos/baselines/baseline.h"
#include "tests/bench/measure.h"
#include "tests/bench/ripple.h"
#include "tests/support/command_line.h"
#include "tests/support/surfaces.h"

#include <Eigen/Geometry>

#include <cstdio>
#include <cstdlib>
#include <span>
#include <stdexcept>
#include <string_view>

namespace ricochet::bench {
namespace {

using baselines::Baseline;
using test::sphereMesh;

/// Numbers of repetitions: full, or just enough to see that it runs.
struct Effort {
    int queries;
    int bruteForceQueries;
    int steps;
    Index meridians;  ///< of the deforming meshes; twice as many as bands
};
constexpr Effort kFull = {400, 7, 60, 316};
constexpr Effort kQuick = {4, 1, 2, 32};

Pose tilted(const Vec3& translation) {
    const Vec3 axis = Vec3(1, 2, 3).normalized();
    return {Eigen::AngleAxis<Real>(0.7, axis).toRotationMatrix(), translation};
}

/// Results of one backend in one case.
struct Entry {
    std::string backend;
    Stopwatch watch = {};
    std::size_t pairs = 0;  ///< face pairs, of all queries
};

/// `ratio` is against the first one's median.
void printRows(const std::string& name, const std::vector<Entry>& entries) {
    for (const Entry& entry : entries) {
        std::printf("%s,%s,%.1f,%.1f,%zu,%.2f\n", name.c_str(), entry.backend.c_str(), entry.watch.median(),
                    entry.watch.minimum(), entry.pairs,
                    entry.watch.median() / entries.front().watch.median());
    }
    std::fflush(stdout);
}

/// For exact backends.
void requireEqualPairs(const std::string& name, const Entry& a, const Entry& b) {
    if (a.pairs == b.pairs) return;
    throw std::runtime_error(name + ": " + a.backend + " found " + std::to_string(a.pairs) + " pairs, " +
                             b.backend + " found " + std::to_string(b.pairs));
}

std::size_t pairsAt(Baseline& baseline, const Pose& poseOfB) {
    baseline.collide({{}, poseOfB});
    return baseline.pairCount();
}

/// The pose along x at which the meshes first touch, to a millionth of the distance.
Pose firstContact(Baseline& baseline, Real apart, Real together) {
    for (int halving = 0; halving < 20; ++halving) {
        const Real middle = 0.5 * (apart + together);
        (pairsAt(baseline, tilted({middle, 0.1, 0.05})) > 0 ? together : apart) = middle;
    }
    return tilted({together, 0.1, 0.05});
}

/// A backend and its number of queries.
struct Contender {
    const char* backend;
    std::unique_ptr<Baseline> baseline;
    int times;
};

/// Each query starts from the vertices. All except GImpact must find as many pairs as the first.
void measure(const std::string& name, const Pose& poseOfB, std::span<const Contender> contenders) {
    std::vector<Entry> entries;
    for (const auto& [backend, baseline, times] : contenders) {
        Entry entry = {.backend = backend};
        for (int i = 0; i < times; ++i) {
            entry.watch.time([&] {
                baseline->takeVertices();
                baseline->collide({{}, poseOfB});
            });
        }
        entry.pairs = baseline->pairCount();
        entries.push_back(entry);
        if (!entry.backend.starts_with("gimpact")) requireEqualPairs(name, entries.front(), entry);
    }
    printRows(name, entries);
}

std::unique_ptr<Baseline> octree(const SharedMesh& a, const SharedMesh& b,
                                 const FaceOctreeSettings& settings = {}) {
    return baselines::makeOurs(std::make_unique<FaceOctree>(settings), a, b);
}

std::unique_ptr<Baseline> bruteForce(const SharedMesh& a, const SharedMesh& b, bool boxPretest) {
    return baselines::makeOurs(std::make_unique<BruteForce>(BruteForceSettings{.boxPretest = boxPretest}), a,
                               b);
}

/// Two spheres of 3,968 triangles at first contact, and in deep overlap.
void twoSpheres(const Effort& effort) {
    const auto a = sphereMesh(64, 32), b = sphereMesh(64, 32);
    const Contender contenders[] = {
        {"face-octree", octree(a, b), effort.queries},
        {"brute-force without box pretest", bruteForce(a, b, false), effort.bruteForceQueries},
        {"brute-force", bruteForce(a, b, true), effort.queries / 4},
        {"gimpact with postUpdate", baselines::makeGImpact(a, b), effort.queries / 2},
        {"fcl aabb refit", baselines::makeFclAabb(a, b), effort.queries / 2},
    };
    measure("spheres 3968 first contact", firstContact(*contenders[0].baseline, 2.1, 1), contenders);
    measure("spheres 3968 deep", tilted({1, 0.1, 0.05}), contenders);
}

/// Both meshes are deformed before every query; each backend's update is timed. For the octree the time to
/// move the vertices counts, since it needs no other update.
void deforming(const std::string& name, const SharedMesh& a, const SharedMesh& b, Real apart,
               const Effort& effort) {
    const auto ours = octree(a, b), gimpact = baselines::makeGImpact(a, b),
               fcl = baselines::makeFclAabb(a, b);
    std::vector<Entry> entries = {
        {.backend = "face-octree"}, {.backend = "gimpact with postUpdate"}, {.backend = "fcl aabb refit"}};
    const std::vector<Vec3> restA = a->vertices(), restB = b->vertices();
    const Pose pose = firstContact(*ours, apart, 0);
    for (int step = 0; step < effort.steps; ++step) {
        const std::vector<Vec3> verticesA = rippled(restA, step), verticesB = rippled(restB, step + 17);
        entries[0].watch.time([&] {
            if (!a->setVertices(verticesA) || !b->setVertices(verticesB)) std::abort();
            ours->takeVertices();
            ours->collide({{}, pose});
        });
        entries[0].pairs += ours->pairCount();
        std::size_t i = 1;
        for (Baseline* baseline : {gimpact.get(), fcl.get()}) {
            entries[i].watch.time([&] {
                baseline->takeVertices();
                baseline->collide({{}, pose});
            });
            entries[i++].pairs += baseline->pairCount();
        }
    }
    requireEqualPairs(name, entries[0], entries[2]);
    printRows(name, entries);
}

/// Figure 3.7 of the paper: the last stage, two spheres at first contact.
void figure37(const Effort& effort) {
    // Meridians and bands: 2 m (n - 1) triangles, from 8 to 3,968.
    constexpr std::pair<Index, Index> kSpheres[] = {{4, 2},   {5, 2},   {6, 3},   {8, 4},  {9, 4},
                                                    {10, 5},  {12, 6},  {14, 7},  {16, 8}, {20, 10},
                                                    {24, 12}, {28, 14}, {32, 16}, {64, 32}};
    const FaceOctreeSettings paper = {.level = 6, .world = 8},
                             whole = {.level = 6, .world = 8, .exactInRegions = true, .exactInCells = true};
    for (const auto& [meridians, bands] : kSpheres) {
        const auto a = sphereMesh(meridians, bands), b = sphereMesh(meridians, bands);
        const Contender contenders[] = {
            {"face-octree", octree(a, b), effort.queries},
            {"face-octree level 6", octree(a, b, paper), effort.queries},
            {"face-octree level 6 exact boxes", octree(a, b, whole), effort.queries},
            {"brute-force without box pretest", bruteForce(a, b, false), effort.bruteForceQueries},
        };
        const Pose pose = firstContact(*contenders[0].baseline, 2.1, 0);
        measure("figure 3.7 spheres " + std::to_string(a->faceCount()), pose, contenders);
    }
}

void run(const Effort& effort) {
    std::printf("# %s\ncase,backend,median_us,min_us,pairs,ratio\n", machine().c_str());
    twoSpheres(effort);
    const Index meridians = effort.meridians;
    deforming("deforming spheres", sphereMesh(meridians, meridians / 2), sphereMesh(meridians, meridians / 2),
              2.5, effort);
    deforming("deforming knots", test::knotMesh(10 * meridians / 2, 32),
              test::knotMesh(10 * meridians / 2, 32), 4, effort);
    figure37(effort);
}

}  // namespace
}  // namespace ricochet::bench

int main(int argc, char** argv) {
    const bool isQuick = ricochet::test::isQuick(
        "The face octree beside other narrow phases, and deforming meshes.", argc, argv);
    return ricochet::bench::exitCodeOf(
        [&] { ricochet::bench::run(isQuick ? ricochet::bench::kQuick : ricochet::bench::kFull); });
}
