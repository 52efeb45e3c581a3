// The wide tree beside FCL 0.7, in one run: all intersecting pairs of two meshes at seeded poses of light
// contact, on one thread, in thread CPU time, 200 poses each. Prints a CSV row per scene; pair counts of
// our own are compared before times. FCL rounds, so it may miss a pair.
//     wide_tree_bench [SCENE...]        all scenes where none is named

#include "algorithms/face_octree/face_octree.h"
#include "algorithms/wide_tree/wide_tree.h"
#include "demos/scenes/pipes_mesh.h"
#include "tests/bench/fcl_obb_trees.h"
#include "tests/bench/measure.h"
#include "tests/support/labelled_data.h"
#include "tests/support/mesh_pairs.h"
#include "tests/support/placements.h"
#include "tests/support/surfaces.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <optional>
#include <string>

namespace ricochet::bench {
namespace {

using test::BuiltPair;

constexpr int kPoses = 200;
constexpr int kPasses = 5;

double microsecondsOf(const std::function<void()>& action) {
    const double start = threadMicroseconds();
    action();
    return threadMicroseconds() - start;
}

struct Scene {
    std::string name;
    SharedMesh a, b;
    std::vector<Pose> posesOfB;
    int octreePoses = 10;  ///< the first of them, on which the face octree is measured too
};

/// A straight way for B.
struct Way {
    Vec3 from;       ///< where nothing touches yet
    Vec3 direction;  ///< of length 1
    Real length;
};

/// B, turned at random, goes along the way until it touches A, and then `depth` further.
Pose lightContact(Random& random, const BuiltPair& built, const Way& way, Real depth) {
    const WideTree wide;
    const Matrix3 rotation = randomRotation(random);
    PairMemory memory;
    FacePairs pairs;
    const auto poseAt = [&](Real distance) { return Pose{rotation, way.from + distance * way.direction}; };
    const auto touchesAt = [&](Real distance) {
        wide.findFacePairs({built.a.get(), {}}, {built.b.get(), poseAt(distance)}, 0, memory, pairs);
        return !pairs.empty();
    };
    const Real step = way.length / 100;
    Real touching = step;
    while (touching < way.length && !touchesAt(touching)) touching += step;
    Real apart = touching - step;
    for (int i = 0; i < 30; ++i) {
        const Real middle = 0.5 * (apart + touching);
        (touchesAt(middle) ? touching : apart) = middle;
    }
    return poseAt(touching + depth);
}

/// From outside towards the middle.
Way inwards(const Vec3& direction, Real length) { return {-length * direction, direction, length}; }

Scene spheres(Index meridians, Index bands) {
    const SharedMesh sphere = test::sphereMesh(meridians, bands);
    Scene scene = {"spheres_" + std::to_string(sphere->faceCount()), sphere, sphere, {}};
    Random random(81);
    for (int i = 0; i < kPoses; ++i) {
        const Matrix3 rotation = randomRotation(random);
        scene.posesOfB.push_back({rotation, uniform(random, 1.8, 2.02) * randomPoint(random).normalized()});
    }
    return scene;
}

/// Hills and dimples on a square of 4 m.
SharedMesh landscape(Index side) {
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
    for (Index i = 0; i <= side; ++i) {
        for (Index j = 0; j <= side; ++j) {
            const Real x = 4.0 * i / side - 2, y = 4.0 * j / side - 2;
            vertices.emplace_back(x, y,
                                  0.2 * std::sin(3 * x) * std::cos(2 * y) + 0.02 * std::sin(31 * x + 17 * y));
        }
    }
    for (Index i = 0; i < side; ++i) {
        for (Index j = 0; j < side; ++j) {
            const Index a = i * (side + 1) + j, b = a + side + 1;
            faces.push_back({a, b, b + 1});
            faces.push_back({a, b + 1, a + 1});
        }
    }
    return makeMesh(std::move(vertices), std::move(faces));
}

Scene torusOnLandscape() {
    Scene scene = {"torus_20k_landscape_98k", landscape(221), torusMesh(0.5, 0.2, 125, 80), {}};
    const WideTree wide;
    const BuiltPair built(wide, scene.a, scene.b);
    Random random(82);
    for (int i = 0; i < kPoses; ++i) {
        scene.posesOfB.push_back(
            lightContact(random, built, inwards(-Vec3::UnitZ(), 2), uniform(random, 0, 0.01)));
    }
    return scene;
}

/// The cube of pipes and a copy of it fifteen times smaller that has come to touch it; both meshes stored in
/// a turned frame where `storage` says so.
Scene pipes(const std::string& name, const Matrix3& storage) {
    const scenes::SceneMesh generated = scenes::pipesMesh();
    std::vector<Vec3> vertices;
    for (const btVector3& v : generated.vertices) vertices.push_back(storage * Vec3(v.x(), v.y(), v.z()));
    std::vector<Face> faces;
    for (const auto& f : generated.faces) faces.push_back({Index(f[0]), Index(f[1]), Index(f[2])});
    const SharedMesh cube = makeMesh(vertices, faces);
    for (Vec3& v : vertices) v /= 15;
    // The octree takes seconds where pipes lie aslant in its boxes.
    Scene scene = {name, cube, makeMesh(vertices, faces), {}, storage.isIdentity() ? 10 : 1};
    const WideTree wide;
    const BuiltPair built(wide, scene.a, scene.b);
    Random random(84);
    for (int i = 0; i < kPoses; ++i) {
        std::uniform_int_distribution<int> place(-scenes::kPipesPerSide / 2, scenes::kPipesPerSide / 2 - 1);
        const btVector3 middle = scenes::voidBetweenPipes(place(random), place(random), place(random));
        const Vec3 from = storage * Vec3(middle.x(), middle.y(), middle.z());
        const Way way = {from, randomPoint(random).normalized(), scenes::kPipesCubeSide};
        scene.posesOfB.push_back(lightContact(random, built, way, uniform(random, 0, 0.01)));
    }
    return scene;
}

/// A mesh of the labelled data twice, one diagonal long, entering itself by a part of the diagonal.
Scene meshTwice(const std::string& name, const SharedMesh& mesh, Real depth) {
    const Real scale = 1 / mesh->box().size().norm();
    const Pose shrunk = {scale * Matrix3::Identity(), -scale * mesh->box().centre()};
    const SharedMesh unit = placed(*mesh, shrunk);
    Scene scene = {name, unit, unit, {}};
    const WideTree wide;
    const BuiltPair built(wide, unit, unit);
    Random random(83);
    for (int i = 0; i < kPoses; ++i) {
        const Vec3 direction = randomPoint(random).normalized();
        scene.posesOfB.push_back(lightContact(random, built, inwards(direction, 1.05), depth));
    }
    return scene;
}

/// None without the labelled data.
std::optional<Scene> labelledMeshTwice(const char* pair, const std::string& name, Real depth) {
    const auto file = labelledData("meshpairs/" + std::string(pair) + ".txt");
    if (!file) return std::nullopt;
    return meshTwice(name, test::readMeshPair(*file).a, depth);
}

struct Row {
    const char* name;
    std::function<std::optional<Scene>()> make;
};

std::vector<Row> scenes() {
    const Vec3 axis = Vec3(1, 2, 3).normalized();
    const Matrix3 turned = Eigen::AngleAxis<Real>(1, axis).toRotationMatrix();
    std::vector<Row> rows = {
        {"spheres_168", [] { return spheres(12, 8); }},
        {"spheres_528", [] { return spheres(24, 12); }},
        {"spheres_960", [] { return spheres(32, 16); }},
        {"spheres_3968", [] { return spheres(64, 32); }},
        {"torus_20k_landscape_98k", [] { return torusOnLandscape(); }},
        {"pipes", [] { return pipes("pipes", Matrix3::Identity()); }},
        {"pipes_turned", [turned] { return pipes("pipes_turned", turned); }},
    };
    struct Twice {
        const char* name;
        const char* pair;  ///< the labelled pair whose first mesh it is
        Real depth;        ///< of the mesh's diagonal
    };
    static constexpr Twice kTwice[] = {
        {"spot_apart", "spot_spot", -0.005},  {"spot_0.002", "spot_spot", 0.002},
        {"spot_0.02", "spot_spot", 0.02},     {"spot_0.2", "spot_spot", 0.2},
        {"bolt_apart", "bolt_nut", -0.005},   {"bolt_0.002", "bolt_nut", 0.002},
        {"bolt_0.02", "bolt_nut", 0.02},      {"bolt_0.2", "bolt_nut", 0.2},
        {"tray_0.02", "tray_tray", 0.02},     {"abb_0.02", "abb_banana", 0.02},
        {"selfx_0.02", "selfx_spider", 0.02},
    };
    for (const Twice& t : kTwice) {
        rows.push_back({t.name, [t] { return labelledMeshTwice(t.pair, t.name, t.depth); }});
    }
    return rows;
}

/// Median of all poses and passes; `count` gets the pairs of one pass.
double time(const Scene& scene, int passes, const std::function<std::size_t(const Pose&)>& query,
            std::size_t& count) {
    Stopwatch watch;
    for (int pass = 0; pass < passes; ++pass) {
        count = 0;
        for (const Pose& pose : scene.posesOfB) {
            watch.time([&] { count += query(pose); });
        }
    }
    return watch.median();
}

/// Times one of our own narrow phases.
struct Measured {
    double microseconds;
    double buildPerTriangle;
    double bytesPerTriangle;
    std::size_t pairs;
};

Measured measure(const NarrowPhase& narrowPhase, const Scene& scene, int passes) {
    const auto triangles = double(scene.a->faceCount() + scene.b->faceCount());
    std::unique_ptr<BuiltPair> built;
    Measured result;
    result.buildPerTriangle =
        microsecondsOf([&] { built = std::make_unique<BuiltPair>(narrowPhase, scene.a, scene.b); }) /
        triangles;
    result.bytesPerTriangle = double(built->a->bytes() + built->b->bytes()) / triangles;
    PairMemory memory;
    FacePairs pairs;
    const auto query = [&](const Pose& pose) {
        narrowPhase.findFacePairs({built->a.get(), {}}, {built->b.get(), pose}, 0, memory, pairs);
        return pairs.size();
    };
    result.microseconds = time(scene, passes, query, result.pairs);
    return result;
}

Measured measureFcl(const Scene& scene) {
    std::unique_ptr<FclObbTrees> fcl;
    Measured result = {};
    result.buildPerTriangle =
        microsecondsOf([&] { fcl = std::make_unique<FclObbTrees>(*scene.a, *scene.b); }) /
        double(scene.a->faceCount() + scene.b->faceCount());
    const auto query = [&](const Pose& pose) { return fcl->countPairs({}, pose); };
    result.microseconds = time(scene, kPasses, query, result.pairs);
    return result;
}

void run(const Scene& scene) {
    const Measured wide = measure(WideTree(), scene, kPasses);
    Scene few = scene;
    few.posesOfB.resize(static_cast<std::size_t>(scene.octreePoses));
    const Measured wideOnFew = measure(WideTree(), few, 1);
    const Measured octree = measure(FaceOctree(), few, 1);
    const Measured fcl = measureFcl(scene);
    if (wideOnFew.pairs != octree.pairs) {
        std::printf("%s: wide tree %zu pairs, face octree %zu\n", scene.name.c_str(), wideOnFew.pairs,
                    octree.pairs);
        std::exit(1);
    }
    std::printf("%s,%zu,%zu,%.2f,%.2f,%.2f,%.1f,%.1f,%.2f,%.2f,%.1f\n", scene.name.c_str(), wide.pairs,
                fcl.pairs, wide.microseconds, fcl.microseconds, octree.microseconds,
                fcl.microseconds / wide.microseconds, octree.microseconds / wideOnFew.microseconds,
                wide.buildPerTriangle, fcl.buildPerTriangle, wide.bytesPerTriangle);
    std::fflush(stdout);
}

}  // namespace
}  // namespace ricochet::bench

int main(int argc, char** argv) {
    const std::vector<std::string> wanted(argv + 1, argv + argc);
    std::printf(
        "scene,pairs,fcl_pairs,wide_us,fcl_us,octree_us,fcl_over_wide,octree_over_wide,"
        "wide_build_us_per_triangle,fcl_build_us_per_triangle,wide_bytes_per_triangle\n");
    for (const auto& [name, make] : ricochet::bench::scenes()) {
        if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), name) == wanted.end()) continue;
        if (const auto scene = make()) ricochet::bench::run(*scene);
    }
}
