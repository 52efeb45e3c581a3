// The three methods to share work among threads: the same pairs in the same order by all of them.

#include "algorithms/brute_force/brute_force.h"
#include "algorithms/face_octree/face_octree.h"
#include "demos/mesh_files/motion_reader.h"
#include "tests/support/build_kind.h"
#include "tests/support/collision_cases.h"
#include "tests/support/labelled_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>

namespace ricochet::test {
namespace {

constexpr PairDivision kDivisions[] = {PairDivision::dynamic, PairDivision::spmd,
                                       PairDivision::producerConsumer};

/// All tasks on the calling thread, the last one first; claims to have more threads.
class BackwardExecutor final : public Executor {
public:
    Index threadCount() const override { return 4; }
    void run(Index count, const std::function<void(Index)>& task) const override {
        for (Index i = count; i > 0; --i) task(i - 1);
    }
};

struct NamedExecutor {
    const char* name;
    std::shared_ptr<const Executor> executor;
};

std::vector<NamedExecutor> executors() {
    return {{"one thread", makeSerialExecutor()},
            {"backward on one thread", std::make_shared<BackwardExecutor>()},
            {"two threads", makeThreadExecutor(2)},
            {"five threads", makeThreadExecutor(5)}};
}

/// Each division with each executor.
struct Variant {
    std::string name;
    FaceOctree octree;
};

std::vector<std::unique_ptr<Variant>> variantsOf(FaceOctreeSettings settings) {
    std::vector<std::unique_ptr<Variant>> variants;
    for (const PairDivision division : kDivisions) {
        for (const auto& [name, executor] : executors()) {
            settings.division = division;
            const std::string text = "division " + std::to_string(static_cast<int>(division)) + ", " + name;
            variants.emplace_back(new Variant{text, FaceOctree(settings, executor)});
        }
    }
    return variants;
}

std::vector<FaceOctreeSettings> testedSettings() {
    return {{}, {.level = 6}, {.level = 5, .exactInRegions = true, .exactInCells = true}};
}

TEST(PairDivision, FindsTheSamePairsInTheSameOrder) {
    const BruteForce oracle;
    for (const FaceOctreeSettings& settings : testedSettings()) {
        const auto variants = variantsOf(settings);
        for (const Case& c : cases()) {
            Random random(71);
            const BuiltPair built(oracle, c.a, c.b);
            for (int trial = 0; trial < (kIsSlowBuild ? 1 : 4); ++trial) {
                const auto [poseA, poseB] = randomPoses(random, 0.6 * c.spread);
                const MeshInstance a = {built.a.get(), poseA}, b = {built.b.get(), poseB};
                for (const Real queryDistance : {0.0, 0.1}) {
                    FacePairs expected, found;
                    PairMemory first, memory;
                    variants.front()->octree.findFacePairs(a, b, queryDistance, first, expected);
                    for (const auto& variant : variants) {
                        memory.counters = {};
                        variant->octree.findFacePairs(a, b, queryDistance, memory, found);
                        EXPECT_EQ(found, expected) << c.name << ", " << variant->name;
                        EXPECT_EQ(memory.counters.triangleTests, first.counters.triangleTests)
                            << c.name << ", " << variant->name;
                    }
                }
            }
        }
    }
}

/// More than the queue holds, so that the producer has to test some itself; and on an executor that runs
/// tasks one after the other, so that no other thread would.
TEST(PairDivision, MorePairsThanTheQueueHolds) {
    const FaceOctree reference;
    const BuiltPair built(reference, knotMesh(400, 12), knotMesh(400, 12));
    const MeshInstance a = {built.a.get(), {}}, b = {built.b.get(), {Matrix3::Identity(), {1e-3, 2e-3, 0}}};
    FacePairs expected, found;
    PairMemory memory;
    reference.findFacePairs(a, b, 0, memory, expected);
    EXPECT_GT(memory.counters.triangleTests, 20'000u);
    for (const auto& variant : variantsOf({})) {
        variant->octree.findFacePairs(a, b, 0, memory, found);
        EXPECT_EQ(found, expected) << variant->name;
    }
}

/// Steps of bodies near one another, at random.
std::vector<RigidMotion> randomMotions(Random& random, std::size_t count) {
    std::vector<RigidMotion> motions;
    for (std::size_t i = 0; i < count; ++i) {
        const Pose begin = randomPose(random, 1.4);
        const Eigen::AngleAxis<Real> turn(uniform(random, 0, 0.3), randomPoint(random).normalized());
        const Pose end = {turn.toRotationMatrix() * begin.rotation,
                          begin.translation + randomPoint(random, 0.3)};
        motions.push_back(motionBetween(begin, end, begin.translation));
    }
    return motions;
}

/// The faces that touch at some of many instants.
std::set<CollidingFaces> touchingAtInstants(const CollisionModel& model,
                                            const std::vector<RigidMotion>& motions) {
    constexpr int kInstants = 10;
    const FaceOctree octree;
    std::set<CollidingFaces> all;
    std::vector<CollidingFaces> found;
    for (int i = 0; i <= kInstants; ++i) {
        std::vector<MeshInstance> bodies;
        for (const RigidMotion& motion : motions) {
            bodies.push_back({&model, poseAt(motion, i / static_cast<Real>(kInstants))});
        }
        octree.findCollidingFaces(bodies, found);
        all.insert(found.begin(), found.end());
    }
    return all;
}

TEST(SweptSpace, MissesNoCollisionOfTheStepInAnyDivision) {
    Random random(72);
    const FaceOctree octree, withoutDistances({.exactDistance = false});
    const auto shape = octree.build(torusMesh(0.6, 0.2, 16, 8));
    const auto variants = variantsOf({});
    HitRate hits;
    std::size_t touching = 0, listed = 0;
    for (int trial = 0; trial < (kIsSlowBuild ? 12 : 40); ++trial) {
        const auto motions = randomMotions(random, static_cast<std::size_t>(2 + trial % 3));
        std::vector<MovingBody> bodies;
        for (const RigidMotion& motion : motions) bodies.push_back(movingBody(*shape, motion));
        std::vector<CollidingFaces> expected, found;
        variants.front()->octree.findSweptCollidingFaces(bodies, expected);
        for (const auto& variant : variants) {
            variant->octree.findSweptCollidingFaces(bodies, found);
            EXPECT_EQ(found, expected) << variant->name;
        }
        withoutDistances.findSweptCollidingFaces(bodies, found);
        EXPECT_EQ(found, expected) << "hulls are always tested";
        std::sort(found.begin(), found.end());
        EXPECT_EQ(std::adjacent_find(found.begin(), found.end()), found.end()) << "trial " << trial;
        const auto truth = touchingAtInstants(*shape, motions);
        EXPECT_TRUE(std::includes(found.begin(), found.end(), truth.begin(), truth.end()))
            << "trial " << trial;
        touching += truth.size();
        listed += found.size();
        hits.count(!truth.empty());
    }
    EXPECT_TRUE(hits.isBetween(0.3, 0.8)) << hits.value();
    EXPECT_LT(listed, 4 * touching);  // a hull is not much more than what is swept
}

/// The vertex or the first edge of a labelled query, or what it meets, as one face; `at` is a time's corners.
Triangle firstOf(bool isEdges, const std::array<Vec3, 4>& at) {
    return isEdges ? Triangle{at[0], at[1], at[1]} : Triangle{at[0], at[0], at[0]};
}
Triangle secondOf(bool isEdges, const std::array<Vec3, 4>& at) {
    return isEdges ? Triangle{at[2], at[3], at[3]} : Triangle{at[1], at[2], at[3]};
}

SharedMesh meshOf(const std::vector<Triangle>& triangles) {
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
    for (const Triangle& triangle : triangles) {
        const auto first = static_cast<Index>(vertices.size());
        vertices.insert(vertices.end(), triangle.begin(), triangle.end());
        faces.push_back({first, first + 1, first + 2});
    }
    return makeMesh(std::move(vertices), std::move(faces));
}

/// All queries of a file at once: face i of one body against face i of the other.
struct QueriesAsBodies {
    std::vector<LabelledMotion> queries;
    std::vector<std::unique_ptr<CollisionModel>> models;  ///< of both bodies, at the beginning and the end

    explicit QueriesAsBodies(const std::filesystem::path& path)
        : queries(readLabelledMotions(path.string()).value()) {
        const bool isEdges = path.filename().string().find("edge-edge") != std::string::npos;
        std::array<std::vector<Triangle>, 4> faces;
        for (const LabelledMotion& query : queries) {
            faces[0].push_back(firstOf(isEdges, query.at0));
            faces[1].push_back(firstOf(isEdges, query.at1));
            faces[2].push_back(secondOf(isEdges, query.at0));
            faces[3].push_back(secondOf(isEdges, query.at1));
        }
        for (const auto& ofOne : faces) models.push_back(std::make_unique<CollisionModel>(meshOf(ofOne)));
    }
    std::vector<MovingBody> bodies() const {
        return {{{models[0].get(), {}}, {models[1].get(), {}}},
                {{models[2].get(), {}}, {models[3].get(), {}}}};
    }
};

std::set<std::string> filesNamedIn(const std::filesystem::path& times) {
    std::set<std::string> names;
    std::ifstream file(times);
    std::string line;
    for (std::getline(file, line); std::getline(file, line);) names.insert(line.substr(0, line.find(',')));
    return names;
}

TEST(SweptSpace, MissesNoLabelledCollisionInAnyDivision) {
    for (const LabelledFile& times : labelledFiles("ccd/toi.csv")) {
        std::size_t collisions = 0;
        for (const std::string& name : filesNamedIn(times.path)) {
            const QueriesAsBodies all(times.path.parent_path() / name);
            for (const auto& variant : variantsOf({})) {
                std::vector<CollidingFaces> found;
                variant->octree.findSweptCollidingFaces(all.bodies(), found);
                const std::set<CollidingFaces> pairs(found.begin(), found.end());
                for (Index i = 0; i < all.queries.size(); ++i) {
                    if (!all.queries[i].touches) continue;
                    EXPECT_TRUE(pairs.contains({0, 1, i, i}))
                        << name << ", query " << i << ", " << variant->name;
                    ++collisions;
                }
            }
        }
        EXPECT_EQ(collisions, 12 * (times.isTwin ? 105u : 198u));
    }
}

}  // namespace
}  // namespace ricochet::test
