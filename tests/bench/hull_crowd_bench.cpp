// Meshes in a crowd, near one another and seldom in touch: the wide tree alone, and behind hulls.

#include "algorithms/closest_features/hull_then_faces.h"
#include "algorithms/wide_tree/wide_tree.h"
#include "tests/bench/measure.h"
#include "tests/support/collision_cases.h"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <stdexcept>

namespace ricochet::bench {
namespace {

using namespace test;

constexpr Real kWithin = 0.01;  // metres: query distance

struct Body {
    Pose pose;
    Matrix3 turn;  ///< of a step
    Vec3 step;
};

/// Bodies of a metre on a shaken lattice, spinning and drifting back and forth.
std::vector<Body> makeCrowd(int count, Real spacing, Random& random) {
    std::vector<Body> crowd;
    const int side = static_cast<int>(std::ceil(std::cbrt(count)));
    for (int i = 0; i < count; ++i) {
        const Vec3 cell(i % side, i / side % side, i / side / side);
        const Vec3 axis = randomPoint(random).normalized();
        crowd.push_back({{randomRotation(random), spacing * cell + 0.1 * spacing * randomPoint(random)},
                         Eigen::AngleAxis<Real>(uniform(random, 0, 0.02), axis).toRotationMatrix(),
                         0.002 * randomPoint(random)});
    }
    return crowd;
}

/// Two bodies whose bounding spheres come within the query distance at some time.
struct NearPair {
    std::size_t a, b;
    PairMemory memory;
};

struct CrowdTime {
    double microseconds;
    std::uint64_t facePairs;
    std::size_t pairs;
};

CrowdTime simulate(const NarrowPhase& narrowPhase, Real spacing, int count, int steps) {
    Random random(61);
    const auto model = narrowPhase.build(torusMesh(0.5, 0.2, 48, 24));
    std::vector<Body> crowd = makeCrowd(count, spacing, random);
    std::vector<NearPair> pairs;
    for (std::size_t a = 0; a < crowd.size(); ++a) {
        for (std::size_t b = a + 1; b < crowd.size(); ++b) {
            if ((crowd[a].pose.translation - crowd[b].pose.translation).norm() < 1.9)
                pairs.push_back({a, b, {}});
        }
    }
    Stopwatch watch;
    FacePairs found;
    std::uint64_t facePairs = 0;
    for (int step = 0; step < steps; ++step) {
        for (Body& body : crowd) {
            body.pose.rotation = body.turn * body.pose.rotation;
            body.pose.translation += (step / 50 % 2 ? -1 : 1) * body.step;
        }
        watch.time([&] {
            for (NearPair& pair : pairs) {
                narrowPhase.findFacePairs({model.get(), crowd[pair.a].pose},
                                          {model.get(), crowd[pair.b].pose}, kWithin, pair.memory, found);
                facePairs += found.size();
            }
        });
    }
    return {watch.median(), facePairs, pairs.size()};
}

void run(int bodies, int steps) {
    std::printf("# %s\n", machine().c_str());
    std::puts("bodies,spacing_m,pairs,face_pairs_within,wide_tree_us,hull_then_faces_us,ratio");
    for (const Real spacing : {1.8, 1.6, 1.4, 1.2, 1.0}) {
        const auto tree = std::make_shared<WideTree>();
        const CrowdTime plain = simulate(*tree, spacing, bodies, steps);
        const CrowdTime behind = simulate(HullThenFaces(tree), spacing, bodies, steps);
        if (plain.facePairs < behind.facePairs) throw std::runtime_error("more pairs behind hulls");
        std::printf("%d,%.1f,%zu,%llu,%.1f,%.1f,%.2f\n", bodies, spacing, plain.pairs,
                    static_cast<unsigned long long>(plain.facePairs), plain.microseconds, behind.microseconds,
                    plain.microseconds / behind.microseconds);
    }
}

}  // namespace
}  // namespace ricochet::bench

int main(int argc, char** argv) {
    CLI::App app("Meshes in a crowd: the wide tree alone and behind hulls; microseconds a step, median");
    int bodies = 200, steps = 300;
    app.add_option("--bodies", bodies);
    app.add_option("--steps", steps);
    CLI11_PARSE(app, argc, argv);
    return ricochet::bench::exitCodeOf([&] { ricochet::bench::run(bodies, steps); });
}
