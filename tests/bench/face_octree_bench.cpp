// Face octree against brute force, GImpact and FCL; and figure 3.7 of the paper. See README.md.

#include "algorithms/brute_force/brute_force.h"
#include "algorithms/face_octree/face_octree.h"
#include "tests/bench/measure.h"
#include "tests/bench/rival.h"
#include "tests/support/surfaces.h"

#include <Eigen/Geometry>

#include <cmath>
#include <cstdlib>
#include <string_view>

namespace ricochet::bench {
namespace {

using test::sphereMesh;

/// How often things are done: all of it, or just enough to see that it runs.
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

/// A narrow phase at work on two meshes; A stays at the origin.
class Query {
public:
    Query(const NarrowPhase& narrowPhase, const std::shared_ptr<Mesh>& a, const std::shared_ptr<Mesh>& b)
        : narrowPhase_(narrowPhase), a_(narrowPhase.build(a)), b_(narrowPhase.build(b)) {}

    std::size_t operator()(const Pose& poseOfB) {
        narrowPhase_.findFacePairs({a_.get(), {}}, {b_.get(), poseOfB}, 0, memory_, pairs_);
        return pairs_.size();
    }

private:
    const NarrowPhase& narrowPhase_;
    std::shared_ptr<const Model> a_, b_;
    PairMemory memory_;
    FacePairs pairs_;
};

/// The pose along x at which the meshes have just come to touch, to a millionth of the way.
Pose firstContact(Query& query, Real apart, Real together) {
    for (int halving = 0; halving < 20; ++halving) {
        const Real middle = 0.5 * (apart + together);
        (query(tilted({middle, 0.1, 0.05})) > 0 ? together : apart) = middle;
    }
    return tilted({together, 0.1, 0.05});
}

Entry timeQuery(const std::string& backend, Query query, const Pose& pose, int times) {
    Entry entry = {.backend = backend};
    entry.pairs = query(pose);
    for (int i = 0; i < times; ++i) {
        entry.watch.time([&] { query(pose); });
    }
    return entry;
}

Entry timeRival(const std::string& backend, Rival& rival, const Pose& pose, int times) {
    Entry entry = {.backend = backend};
    for (int i = 0; i < times; ++i) {
        entry.watch.time([&] { rival.collide(pose); });
    }
    entry.pairs = rival.pairCount();
    return entry;
}

/// Two spheres of 3,968 triangles that have just come to touch, and deep in one another.
void twoSpheres(const Effort& effort) {
    const auto a = sphereMesh(64, 32), b = sphereMesh(64, 32);
    const FaceOctree octree;
    const BruteForce bruteForce(BruteForceSettings{.boxPretest = false}), pretested;
    const auto gimpact = makeGImpact(a, b), fcl = makeFcl(a, b);
    Query query(octree, a, b);
    const std::pair<const char*, Pose> poses[] = {{"spheres 3968 first contact", firstContact(query, 2.1, 1)},
                                                  {"spheres 3968 deep", tilted({1, 0.1, 0.05})}};
    for (const auto& [name, pose] : poses) {
        std::vector<Entry> entries;
        entries.push_back(timeQuery("face-octree", {octree, a, b}, pose, effort.queries));
        entries.push_back(
            timeQuery("brute-force without box pretest", {bruteForce, a, b}, pose, effort.bruteForceQueries));
        entries.push_back(timeQuery("brute-force", {pretested, a, b}, pose, effort.queries / 4));
        entries.push_back(timeRival("gimpact with postUpdate", *gimpact, pose, effort.queries / 2));
        entries.push_back(timeRival("fcl aabb refit", *fcl, pose, effort.queries / 2));
        requireEqualPairs(name, entries[0], entries[1]);
        requireEqualPairs(name, entries[0], entries[2]);
        printRows(name, entries);
    }
}

/// Waves run over a surface of about unit size.
std::vector<Vec3> rippled(const std::vector<Vec3>& rest, int step) {
    std::vector<Vec3> vertices = rest;
    const Real phase = 0.2 * step;
    for (Vec3& v : vertices)
        v *= 1 + 0.02 * std::sin(9 * v.x() + phase) * std::cos(7 * v.y() - phase) + 0.01 * v.z();
    return vertices;
}

/// Both meshes are deformed before every query; what each backend needs to take that over is timed with it.
void deforming(const std::string& name, const std::shared_ptr<Mesh>& a, const std::shared_ptr<Mesh>& b,
               Real apart, const Effort& effort) {
    const FaceOctree octree;
    Query query(octree, a, b);
    const auto gimpact = makeGImpact(a, b), fcl = makeFcl(a, b);
    std::vector<Entry> entries = {
        {.backend = "face-octree"}, {.backend = "gimpact with postUpdate"}, {.backend = "fcl aabb refit"}};
    const std::vector<Vec3> restA = a->vertices(), restB = b->vertices();
    const Pose pose = firstContact(query, apart, 0);
    for (int step = 0; step < effort.steps; ++step) {
        const std::vector<Vec3> verticesA = rippled(restA, step), verticesB = rippled(restB, step + 17);
        entries[0].watch.time([&] {
            if (!a->setVertices(verticesA) || !b->setVertices(verticesB)) std::abort();
            query(pose);
        });
        entries[0].pairs += query(pose);
        std::size_t i = 1;
        for (Rival* rival : {gimpact.get(), fcl.get()}) {
            entries[i].watch.time([&] { rival->collide(pose); });
            entries[i++].pairs += rival->pairCount();
        }
    }
    requireEqualPairs(name, entries[0], entries[2]);
    printRows(name, entries);
}

/// Figure 3.7 of the paper: the last stage, two spheres that have just come to touch.
void figure37(const Effort& effort) {
    // Meridians and bands: 2 m (n - 1) triangles, from 8 to 3,968.
    constexpr std::pair<Index, Index> kSpheres[] = {{4, 2},   {5, 2},   {6, 3},   {8, 4},  {9, 4},
                                                    {10, 5},  {12, 6},  {14, 7},  {16, 8}, {20, 10},
                                                    {24, 12}, {28, 14}, {32, 16}, {64, 32}};
    const Aabb world = {Vec3::Constant(-4), Vec3::Constant(4)};
    const FaceOctree automatic, paper(FaceOctreeSettings{.level = 6, .world = world}),
        whole({.level = 6, .world = world, .exactInRegions = true, .exactInCells = true});
    const BruteForce bruteForce(BruteForceSettings{.boxPretest = false});
    for (const auto& [meridians, bands] : kSpheres) {
        const auto a = sphereMesh(meridians, bands), b = sphereMesh(meridians, bands);
        Query query(automatic, a, b);
        const Pose pose = firstContact(query, 2.1, 0);
        const std::string name = "figure 3.7 spheres " + std::to_string(a->faceCount());
        std::vector<Entry> entries;
        entries.push_back(timeQuery("face-octree", {automatic, a, b}, pose, effort.queries));
        entries.push_back(timeQuery("face-octree level 6", {paper, a, b}, pose, effort.queries));
        entries.push_back(timeQuery("face-octree level 6 exact boxes", {whole, a, b}, pose, effort.queries));
        entries.push_back(
            timeQuery("brute-force without box pretest", {bruteForce, a, b}, pose, effort.bruteForceQueries));
        for (const Entry& entry : entries) requireEqualPairs(name, entries[0], entry);
        printRows(name, entries);
    }
}

void run(const Effort& effort) {
    printHeader();
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
    const bool isQuick = argc > 1 && std::string_view(argv[1]) == "--quick";
    ricochet::bench::run(isQuick ? ricochet::bench::kQuick : ricochet::bench::kFull);
}
