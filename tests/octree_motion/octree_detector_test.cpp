#include "algorithms/octree_motion/octree_detector.h"

#include "algorithms/brute_force/brute_force.h"
#include "algorithms/octree_motion/octree_detection.h"
#include "tests/support/against_brute_force.h"
#include "tests/support/build_kind.h"
#include "tests/support/meshes.h"
#include "tests/support/placements.h"
#include "tests/support/surfaces.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ricochet::octree_motion {
namespace {

using test::gridBoxMesh;
using test::knotMesh;
using test::sphereMesh;

constexpr Real kVoxel = 0.125;
const Grid kWorld = {Vec3::Constant(-4), 8, 6};  // voxels of kVoxel

Optimisations switched(unsigned bits) {
    return {(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0};
}

SourceOctree sourceOf(const Optimisations& o) {
    return o.faceOctrees ? SourceOctree::faces : SourceOctree::solid;
}

/// Bodies of several shapes; one model of each shape and kind of octree.
struct Shapes {
    std::vector<SharedMesh> meshes = {sphereMesh(12, 8), torusMesh(0.8, 0.3, 16, 8), knotMesh(40, 6),
                                      boxMesh({-0.5, -0.4, -0.6}, {0.5, 0.4, 0.6})};
    std::vector<std::shared_ptr<const DetectorModel>> solid, faces;

    Shapes() {
        for (const SharedMesh& mesh : meshes) {
            solid.push_back(buildDetectorModel(mesh, kVoxel, SourceOctree::solid).value());
            faces.push_back(buildDetectorModel(mesh, kVoxel, SourceOctree::faces).value());
        }
    }
    const DetectorModel& of(std::size_t shape, SourceOctree octree) const {
        return *(octree == SourceOctree::solid ? solid : faces)[shape];
    }
};

struct DetectedBody {
    std::size_t shape;
    Pose pose;
};

std::vector<MeshInstance> placedAs(const Shapes& shapes, std::span<const DetectedBody> bodies,
                                   SourceOctree octree) {
    std::vector<MeshInstance> placed;
    for (const DetectedBody& body : bodies) placed.push_back({&shapes.of(body.shape, octree), body.pose});
    return placed;
}

std::vector<CollidingFaces> byBruteForce(std::span<const MeshInstance> bodies, Real queryDistance) {
    const BruteForce oracle;
    std::vector<CollidingFaces> all;
    for (Index i = 0; i < bodies.size(); ++i) {
        for (Index j = i + 1; j < bodies.size(); ++j) {
            for (const auto& [a, b] : test::sortedPairs(oracle, bodies[i], bodies[j], queryDistance)) {
                all.push_back({i, j, a, b});
            }
        }
    }
    return all;
}

TEST(DetectorModel, EveryPointOfAFaceIsInANodeThatListsIt) {
    Random random(1);
    const Shapes shapes;
    for (const auto* models : {&shapes.solid, &shapes.faces}) {
        for (const auto& model : *models) {
            for (Index face = 0; face < model->mesh().faceCount(); ++face) {
                const Triangle t = model->mesh().triangle(face);
                const Real u = uniform(random, 0, 1), v = uniform(random, 0, 1 - u);
                const Vec3 point = t[0] + u * (t[1] - t[0]) + v * (t[2] - t[0]);
                bool isKnown = false;
                for (Index node = 0; node < model->nodeCount(); ++node) {
                    const auto known = model->facesOf(node);
                    isKnown =
                        isKnown || (grown(boxOf(model->grid, model->nodes[node]), 1e-12).contains(point) &&
                                    std::find(known.begin(), known.end(), face) != known.end());
                }
                EXPECT_TRUE(isKnown) << "face " << face;
            }
        }
    }
}

/// The bodies of one trial: two to four.
std::vector<DetectedBody> randomBodies(Random& random, const Shapes& shapes, int trial) {
    std::vector<DetectedBody> bodies;
    for (int i = 0; i < 2 + trial % 3; ++i) {
        bodies.push_back({random() % shapes.meshes.size(), randomPose(random, 2)});
    }
    return bodies;
}

TEST(OctreeDetector, FindsThePairsOfBruteForceWithAnySwitches) {
    Random random(2);
    const Shapes shapes;
    HitRate hits;
    std::vector<CollidingFaces> found;
    for (int trial = 0; trial < (test::kIsSlowBuild ? 6 : 16); ++trial) {
        const auto bodies = randomBodies(random, shapes, trial);
        const Real queryDistance = trial % 4 == 3 ? 0.05 : 0;
        const auto truth = byBruteForce(placedAs(shapes, bodies, SourceOctree::faces), queryDistance);
        for (unsigned bits = 0; bits < 32; ++bits) {
            const Optimisations optimisations = switched(bits);
            const Octrees octrees = bits & 16 ? Octrees::moved : Octrees::rebuilt;
            const bool hasWorld = (trial + bits) % 2 == 0;
            OctreeDetector detector({hasWorld ? std::optional(kWorld) : std::nullopt, optimisations, octrees},
                                    makeThreadExecutor(1 + bits % 2));
            detector.run(placedAs(shapes, bodies, sourceOf(optimisations)), queryDistance, found);
            EXPECT_EQ(found, truth) << "trial " << trial << ", switches " << bits << ", world " << hasWorld;
        }
        hits.count(!truth.empty());
    }
    EXPECT_TRUE(hits.isBetween(0.3, 0.9)) << hits.value();
}

TEST(OctreeDetector, FindsTheSameByAnyTestOfMovedCubesAndFromCompactedOnes) {
    Random random(12);
    const Shapes shapes;
    std::vector<std::shared_ptr<const DetectorModel>> compacted;
    for (const SharedMesh& mesh : shapes.meshes) {
        compacted.push_back(
            buildDetectorModel(mesh, kVoxel, SourceOctree::solid, SourceCubes::compacted).value());
        EXPECT_LT(compacted.back()->nodeCount(), shapes.solid[compacted.size() - 1]->nodeCount());
    }
    HitRate hits;
    std::vector<CollidingFaces> found;
    for (int trial = 0; trial < (test::kIsSlowBuild ? 6 : 16); ++trial) {
        const auto bodies = randomBodies(random, shapes, trial);
        const Real queryDistance = trial % 4 == 3 ? 0.05 : 0;
        const auto truth = byBruteForce(placedAs(shapes, bodies, SourceOctree::faces), queryDistance);
        std::vector<MeshInstance> placed;
        for (const DetectedBody& body : bodies) placed.push_back({compacted[body.shape].get(), body.pose});
        for (const CubeTest test : {CubeTest::axesOfOctants, CubeTest::axes, CubeTest::sixSteps}) {
            DetectorSettings settings;
            settings.test = test;
            OctreeDetector detector(settings);
            detector.run(placedAs(shapes, bodies, SourceOctree::faces), queryDistance, found);
            EXPECT_EQ(found, truth) << "trial " << trial << ", test " << static_cast<int>(test);
            detector.run(placed, queryDistance, found);
            EXPECT_EQ(found, truth) << "trial " << trial << ", test " << static_cast<int>(test)
                                    << ", compacted";
        }
        hits.count(!truth.empty());
    }
    EXPECT_TRUE(hits.isBetween(0.3, 0.9)) << hits.value();
}

TEST(OctreeDetector, FarFromTheOriginMovesWithoutALoss) {
    Random random(13);
    const Shapes shapes;
    HitRate hits;
    std::vector<CollidingFaces> found;
    for (int trial = 0; trial < 40; ++trial) {
        auto bodies = randomBodies(random, shapes, 0);
        for (DetectedBody& body : bodies) body.pose.translation += Vec3(1e6, -2e6, 3e6);
        const auto placed = placedAs(shapes, bodies, SourceOctree::faces);
        const auto truth = byBruteForce(placed, 0);
        for (const Octrees octrees : {Octrees::rebuilt, Octrees::moved}) {
            OctreeDetector detector({std::nullopt, {}, octrees});
            detector.run(placed, 0, found);
            EXPECT_EQ(found, truth) << "trial " << trial;
        }
        hits.count(!truth.empty());
    }
    EXPECT_TRUE(hits.isBetween(0.3, 0.9)) << hits.value();
}

TEST(OctreeDetector, ASmallMeshStoredFarFromItsOriginHasAnOctree) {
    const std::vector<Real> sizes =
        test::kIsSlowBuild ? std::vector{1e-4, 0.0} : std::vector{1e-2, 1e-4, 1e-6, 0.0};
    for (const Real size : sizes) {
        const auto mesh = boxMesh(Vec3(1e6, -3e6, 2e6), Vec3(1e6 + size, -3e6 + size, 2e6 + size));
        const OctreeDetection narrowPhase;
        const test::AgainstBruteForce pair(narrowPhase, mesh, mesh);
        const Pose moved{Matrix3::Identity(), Vec3(0.5 * size, 0.25 * size, 0)};
        EXPECT_EQ(pair.pairs({}, moved), pair.truth({}, moved)) << size;
        EXPECT_FALSE(pair.truth({}, moved).empty()) << size;
    }
}

TEST(OctreeDetector, EachOptimisationReducesWork) {
    const Shapes shapes;
    const std::vector<DetectedBody> bodies = {{0, {}}, {0, {Matrix3::Identity(), {1.7, 0.1, 0.2}}}};
    std::vector<CollidingFaces> found;
    const auto workOf = [&](unsigned bits) {
        OctreeDetector detector({kWorld, switched(bits)});
        detector.run(placedAs(shapes, bodies, sourceOf(switched(bits))), 0, found);
        EXPECT_FALSE(found.empty());
        return detector.counters();
    };
    const DetectorCounters none = workOf(0), regions = workOf(2), progressive = workOf(4), known = workOf(8);
    EXPECT_LT(regions.movedNodes, none.movedNodes / 2);
    EXPECT_LT(progressive.nodeTests, none.nodeTests);
    EXPECT_LT(known.faceTests, none.faceTests / 4);
    EXPECT_EQ(none.pairTests, known.pairTests);
    const DetectorCounters faces = workOf(1), all = workOf(15);
    EXPECT_LE(faces.interferingVoxels, none.interferingVoxels);
    EXPECT_LT(all.faceTests, known.faceTests);
}

TEST(OctreeDetector, AWorldThatIsTooSmallGrows) {
    const Shapes shapes;
    const std::vector<DetectedBody> bodies = {{1, {Matrix3::Identity(), {9, 0, 0}}},
                                              {1, {Matrix3::Identity(), {9.5, 0.2, 0.1}}}};
    const auto placed = placedAs(shapes, bodies, SourceOctree::faces);
    std::vector<CollidingFaces> found;
    OctreeDetector detector({.world = kWorld});
    detector.run(placed, 0, found);
    EXPECT_FALSE(found.empty());
    EXPECT_EQ(found, byBruteForce(placed, 0));
}

/// There all faces are as large as the rounding of their coordinates.
TEST(OctreeDetector, EndsWhereVoxelsAreFinerThanTheRoundingOfCoordinates) {
    const OctreeDetection octree;
    const test::BuiltPair built(octree, torusMesh(0.8, 0.3, 8, 4), boxMesh({-6, -6, -6}, {6, 6, 6}));
    const Pose far{Matrix3::Identity(), Vec3(1e38, 3e37, -2e38)};
    const MeshInstance a{built.a.get(), far}, b{built.b.get(), far};
    FacePairs found;
    PairMemory memory;
    octree.findFacePairs(a, b, 0.2, memory, found);
    EXPECT_EQ(found.size(), std::size_t{a.mesh().faceCount()} * b.mesh().faceCount());
    EXPECT_LT(memory.counters.boxTests, 100'000u);
}

TEST(OctreeDetector, EndsOnceThereAreMorePairsThanAreWanted) {
    const OctreeDetection octree;
    const test::BuiltPair built(octree, torusMesh(0.8, 0.3, 32, 16), torusMesh(0.8, 0.3, 24, 16));
    const MeshInstance a{built.a.get(), {}}, b{built.b.get(), {}};
    const auto pairsUpTo = [&](std::size_t maximum, bool isAll) {
        FacePairs found;
        PairMemory memory;
        EXPECT_EQ(octree.findFacePairsUpTo(maximum, a, b, 0.5, memory, found), isAll);
        EXPECT_EQ(found.empty(), !isAll);
        return std::pair(found.size(), memory.counters.triangleTests);
    };
    const auto [all, tests] = pairsUpTo(std::numeric_limits<std::size_t>::max(), true);
    EXPECT_EQ(pairsUpTo(all, true), std::pair(all, tests));
    pairsUpTo(all - 1, false);
    EXPECT_LT(pairsUpTo(10, false).second, tests / 4);
}

TEST(OctreeDetector, FindsAFirstPairIfThereIsAny) {
    Random random(13);
    const Shapes shapes;
    HitRate hits;
    for (int trial = 0; trial < 60; ++trial) {
        const auto bodies = placedAs(shapes, randomBodies(random, shapes, trial), SourceOctree::faces);
        const auto truth = byBruteForce(bodies, 0);
        for (const Octrees octrees : {Octrees::moved, Octrees::rebuilt}) {
            OctreeDetector detector({std::nullopt, switched(trial % 16u | 1u), octrees});
            const auto first = detector.findFirst(bodies);
            EXPECT_EQ(first.has_value(), !truth.empty()) << "trial " << trial;
            if (first) {
                EXPECT_TRUE(std::ranges::binary_search(truth, *first)) << "trial " << trial;
            }
        }
        hits.count(!truth.empty());
    }
    EXPECT_TRUE(hits.isBetween(0.3, 0.9)) << hits.value();
}

/// Of two parallel plates of small faces, in the same voxels, one is tilted until a corner dips in.
TEST(OctreeDetector, FindsAFirstPairInAnyOfItsVoxels) {
    const OctreeDetection octree;
    const Vec3 size(2, 2, 0.1);
    const test::BuiltPair built(octree, gridBoxMesh(size, 24), gridBoxMesh(size, 24));
    for (int trial = 0; trial < 40; ++trial) {
        const Real tilt = 0.01 + 0.001 * trial;
        const Vec3 axis(trial & 1 ? 1 : -1, trial & 2 ? 1 : -1, 0);
        const Matrix3 rotation = Eigen::AngleAxis<Real>(tilt, axis.normalized()).toRotationMatrix();
        for (const bool isIn : {true, false}) {
            const Vec3 above(0, 0, size.z() + (isIn ? 0.9 : 1.1) * std::sqrt(2.0) * std::sin(tilt));
            PairMemory memory;
            const auto first =
                octree.findFirstPair({built.a.get(), {}}, {built.b.get(), {rotation, above}}, memory);
            EXPECT_EQ(first.has_value(), isIn) << "trial " << trial;
        }
    }
}

TEST(OctreeDetector, EndsSoonAfterTheFirstPair) {
    const OctreeDetection octree;
    const test::BuiltPair built(octree, torusMesh(0.8, 0.3, 32, 16), torusMesh(0.8, 0.3, 24, 16));
    const MeshInstance a{built.a.get(), {}}, b{built.b.get(), {}};
    FacePairs all;
    PairMemory ofAll, ofFirst;
    octree.findFacePairs(a, b, 0, ofAll, all);
    EXPECT_TRUE(octree.findFirstPair(a, b, ofFirst));
    EXPECT_LT(ofFirst.counters.boxTests, ofAll.counters.boxTests / 4);
    EXPECT_LT(ofFirst.counters.triangleTests, ofAll.counters.triangleTests / 20);
}

TEST(OctreeDetector, OfMovingBodiesFindsAllThatMeetsAtTheEnd) {
    Random random(3);
    const Shapes shapes;
    HitRate hits;
    for (int trial = 0; trial < 60; ++trial) {
        std::vector<MovingBody> moving;
        std::vector<MeshInstance> end;
        for (int i = 0; i < 2; ++i) {
            const Pose begin = randomPose(random, 1.2);
            const Eigen::AngleAxis<Real> turn(0.3, randomPoint(random).normalized());
            const Pose last = {turn.toRotationMatrix() * begin.rotation,
                               begin.translation + randomPoint(random, 0.2)};
            moving.push_back(
                movingBody(*shapes.faces[random() % 4], motionBetween(begin, last, begin.translation)));
            end.push_back(moving.back().at1);
        }
        std::vector<CollidingFaces> found;
        OctreeDetector detector({.world = kWorld});
        detector.run(moving, found);
        const auto truth = byBruteForce(end, 0);
        EXPECT_TRUE(std::includes(found.begin(), found.end(), truth.begin(), truth.end()));
        hits.count(!truth.empty());
    }
    EXPECT_TRUE(hits.isBetween(0.3, 0.9)) << hits.value();
}

TEST(OctreeUpdate, AcceptsApproximateRotations) {
    Random random(4);
    const BruteForce oracle;
    const OctreeDetection octree, rebuilt({.octrees = Octrees::rebuilt});
    const test::BuiltPair built(octree, torusMesh(0.8, 0.3, 16, 8), sphereMesh(10, 6));
    HitRate hits;
    for (int trial = 0; trial < (test::kIsSlowBuild ? 20 : 60); ++trial) {
        MeshInstance a = {built.a.get(), randomPose(random, 1.1)},
                     b = {built.b.get(), randomPose(random, 1.1)};
        for (MeshInstance* placed : {&a, &b}) {
            for (Real& entry : placed->pose.rotation.reshaped()) entry += uniform(random, -1e-6, 1e-6);
        }
        const FacePairs truth = test::sortedPairs(oracle, a, b);
        EXPECT_EQ(test::sortedPairs(octree, a, b), truth) << "trial " << trial;
        EXPECT_EQ(test::sortedPairs(rebuilt, a, b), truth) << "trial " << trial;
        hits.count(!truth.empty());
    }
    EXPECT_TRUE(hits.isBetween(0.3, 0.9)) << hits.value();
}

TEST(OctreeDetection, AnOpenMeshHasAFaceOctreeEvenWithoutThatOptimisation) {
    const OctreeDetection original({.optimisations = {false, false, false, false}});
    const BruteForce oracle;
    const SharedMesh open = makeMesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0.2}}, {{0, 1, 2}, {1, 3, 2}});
    const test::BuiltPair built(original, open, sphereMesh(10, 6));
    const MeshInstance a = {built.a.get(), {}}, b = {built.b.get(), {Matrix3::Identity(), {0.5, 0.5, 0.9}}};
    EXPECT_FALSE(test::sortedPairs(original, a, b).empty());
    EXPECT_EQ(test::sortedPairs(original, a, b), test::sortedPairs(oracle, a, b));
}

}  // namespace
}  // namespace ricochet::octree_motion
