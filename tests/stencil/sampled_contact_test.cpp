#include "algorithms/stencil/sampled_contact.h"

#include "algorithms/stencil/detector.h"
#include "algorithms/stencil/sampled_candidates.h"
#include "tests/stencil/scenes.h"
#include "tests/support/build_kind.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace ricochet::stencil {
namespace {

using namespace ricochet::test;
using testing::HasSubstr;

Pose at(Real x, Real y, Real z) { return {Matrix3::Identity(), {x, y, z}}; }

std::shared_ptr<gl::Thread> startedThread() {
    auto started = gl::Thread::start({4, 5});
    EXPECT_TRUE(started) << started.error().message();
    return std::move(*started);
}

std::unique_ptr<const LayerSource> drawnLayers() {
    auto made = DrawnLayers::create(startedThread());
    EXPECT_TRUE(made) << made.error();
    return std::move(*made);
}

/// In slow builds pictures have a sixteenth of the pixels.
const SampledSettings kSampled{.pixels = kIsSlowBuild ? 64 : 256};

/// The pieces of two meshes in the projections that a first step chooses.
std::vector<ProjectedPieces> sample(const LayerSource& source, const PlacedMesh& a, const PlacedMesh& b,
                                    Real queryDistance, const SampledSettings& settings = kSampled) {
    const IntersectionBoxes boxes = intersectionBoxes(a, b, queryDistance);
    if (boxes.isEmpty()) return {};
    auto shown = sampleContact(source, a, b, boxes, queryDistance, settings);
    EXPECT_TRUE(shown) << shown.error();
    return std::move(*shown);
}

bool isNearlySame(const Layer& a, const Layer& b) {
    return a.pixel == b.pixel && std::abs(a.depth - b.depth) < 1e-4;
}

TEST(LayerSources, OpenGlDrawsTheLayersOfTheCpu) {
    const auto drawn = drawnLayers();
    const CpuLayers cpu;
    for (const Case& c : stencilScenes()) {
        Random random(71);
        for (int pose = 0; pose < (kIsSlowBuild ? 1 : 5); ++pose) {
            const auto [poseA, poseB] = randomPoses(random, c.spread);
            const PlacedMesh a{c.a.get(), poseA}, b{c.b.get(), poseB};
            std::vector<View> views;
            for (const int pixels : {32, 64}) {
                views.push_back(
                    withDepthRange(randomView(random, poseA, poseB, 0.7, pixels), *c.a, poseA, *c.b, poseB));
            }
            auto found = drawn->layers(a, b, views), truth = cpu.layers(a, b, views);
            ASSERT_TRUE(found && truth);
            for (std::size_t i = 0; i < views.size(); ++i) {
                for (auto whose : {&PairLayers::a, &PairLayers::b}) {
                    auto &one = (*found)[i].*whose, &other = (*truth)[i].*whose;
                    const auto byDepth = [](const Layer& x, const Layer& y) {
                        return std::pair(x.pixel, x.depth) < std::pair(y.pixel, y.depth);
                    };
                    std::sort(one.begin(), one.end(), byDepth);
                    std::sort(other.begin(), other.end(), byDepth);
                    EXPECT_FALSE(other.empty());
                    EXPECT_TRUE(std::equal(one.begin(), one.end(), other.begin(), other.end(), isNearlySame))
                        << c.name;
                }
            }
        }
    }
}

TEST(LayerSources, TheBufferGrows) {
    const auto made = DrawnLayers::create(startedThread(), 1);
    ASSERT_TRUE(made) << made.error();
    const SharedMesh sphere = sphereMesh(16, 8);
    const PlacedMesh a{sphere.get(), at(0, 0, 0)}, b{sphere.get(), at(0, 0, 1)};
    View view;
    view.min = Vec3(-1, -1, -2);
    view.size = Vec3(2, 2, 4);
    view.pixels = 32;
    const auto layers = (*made)->layers(a, b, std::span(&view, 1));
    ASSERT_TRUE(layers) << layers.error();
    EXPECT_GT(layers->front().a.size(), 1000u);
}

TEST(Pieces, IntervalsSeparateInTheShorterDirection) {
    View view;
    view.size = Vec3(1, 1, 10);
    const auto one = [&](Real beginA, Real endA, Real beginB, Real endB) {
        PairLayers layers;
        layers.a = {{0, 0, beginA / 10}, {0, 1, endA / 10}};
        layers.b = {{0, 2, beginB / 10}, {0, 3, endB / 10}};
        const std::vector<Piece> pieces = piecesOf(layers, view, 1);
        return pieces.empty() ? std::nullopt : std::optional(pieces.front());
    };
    const auto behind = one(1, 3, 2.5, 6);
    ASSERT_TRUE(behind);
    EXPECT_TRUE(behind->isBBehind);
    EXPECT_NEAR(behind->distance, -0.5, 1e-12);
    EXPECT_EQ(behind->faceA, 1u);
    EXPECT_EQ(behind->faceB, 2u);
    const auto before = one(1, 3, 0, 1.25);
    ASSERT_TRUE(before);
    EXPECT_FALSE(before->isBBehind);
    EXPECT_NEAR(before->distance, -0.25, 1e-12);
    const auto inside = one(0, 9, 7, 8);  // out behind: 2 m; out in front: 8 m
    ASSERT_TRUE(inside);
    EXPECT_TRUE(inside->isBBehind);
    EXPECT_NEAR(inside->distance, -2, 1e-12);
    EXPECT_NEAR(inside->sharedHigh - inside->sharedLow, 1, 1e-12);
    const auto apart = one(1, 3, 3.5, 4);
    ASSERT_TRUE(apart);
    EXPECT_NEAR(apart->distance, 0.5, 1e-12);
    EXPECT_FALSE(one(1, 3, 4.5, 5)) << "beyond the query distance";
}

TEST(Pieces, OnlyIntervalsWithNothingInBetweenFaceEachOther) {
    View view;
    PairLayers layers;
    layers.a = {{0, 0, 0.1}, {0, 1, 0.2}, {0, 2, 0.3}, {0, 3, 0.4}};
    layers.b = {{0, 4, 0.45}, {0, 5, 0.5}};
    const std::vector<Piece> pieces = piecesOf(layers, view, 1);
    ASSERT_EQ(pieces.size(), 1u);
    EXPECT_EQ(pieces[0].faceA, 3u);
}

TEST(Pieces, DoNotDependOnTheOrderOfFragments) {
    const CpuLayers cpu;
    const Case c = stencilScenes()[2];
    Random random(72);
    std::size_t seen = 0;
    for (int pose = 0; pose < 5; ++pose) {
        const auto [poseA, poseB] = randomPoses(random, 2);
        const View view = withDepthRange(randomView(random, poseA, poseB, 1.8, 64), *c.a, poseA, *c.b, poseB);
        auto layers =
            std::move(cpu.layers({c.a.get(), poseA}, {c.b.get(), poseB}, std::span(&view, 1))->front());
        const std::vector<Piece> first = piecesOf(layers, view, 0.5);
        std::shuffle(layers.a.begin(), layers.a.end(), random);
        std::shuffle(layers.b.begin(), layers.b.end(), random);
        const std::vector<Piece> second = piecesOf(layers, view, 0.5);
        ASSERT_EQ(first.size(), second.size());
        seen += first.size();
        for (std::size_t i = 0; i < first.size(); ++i) {
            EXPECT_EQ(first[i].pixel, second[i].pixel);
            EXPECT_EQ(first[i].faceA, second[i].faceA);
            EXPECT_EQ(first[i].faceB, second[i].faceB);
            EXPECT_EQ(first[i].distance, second[i].distance);
        }
    }
    EXPECT_GT(seen, 500u);
}

class EverySource : public testing::TestWithParam<bool> {
protected:
    void SetUp() override {
        if (GetParam()) source_ = drawnLayers();
        if (!GetParam()) source_ = std::make_unique<CpuLayers>();
    }
    std::unique_ptr<const LayerSource> source_;
};
INSTANTIATE_TEST_SUITE_P(Sampled, EverySource, testing::Values(true, false),
                         [](const auto& each) { return each.param ? "OpenGl" : "Cpu"; });

/// A unit sphere that a slab's face cuts by `depth`, turned at random: the depth that the samples give.
TEST_P(EverySource, TheDepthOfASphereInASlabIsWithinFivePercentAt64Pixels) {
    const SampledSettings settings{.pixels = 64, .searchPixels = 64};
    const SharedMesh sphere = sphereMesh(240, 120);
    const SharedMesh slab = boxMesh({-3, -3, -2}, {3, 3, 0});
    Random random(73);
    Real worst = 0;
    for (int trial = 0; trial < (kIsSlowBuild ? 1 : 8); ++trial) {
        const Matrix3 turn = randomRotation(random);
        const Pose slabPose{turn, {0, 0, 0}};
        const Matrix3 spin = randomRotation(random);
        Real lowest = 1e9;
        for (const Vec3& v : sphere->vertices()) lowest = std::min(lowest, Vec3(turn.col(2)).dot(spin * v));
        for (const Real depth : {0.001, 0.05}) {
            const Pose spherePose{spin, -(lowest + depth) * turn.col(2)};
            const auto shown =
                sample(*source_, {sphere.get(), spherePose}, {slab.get(), slabPose}, 0.01, settings);
            const Real found = deepestOf(shown);
            worst = std::max(worst, std::abs(found / depth - 1));
        }
    }
    std::printf("64 pixels: depth of a sphere in a slab off by at most %.2f %%\n", 100 * worst);
    EXPECT_LE(worst, 0.05);
}

TEST_P(EverySource, CubesSideBySideSeparateAlongTheShortAxis) {
    const SharedMesh cube = boxMesh({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5});
    for (const Real angle : {0.0, 0.3, 0.785}) {  // also about no axis of the projections
        const Matrix3 turn(Eigen::AngleAxis<Real>(angle, Vec3(1, 2, 3).normalized()));
        const Pose a{turn, turn * Vec3(0.99, 0.2, 0.1)}, b{turn, Vec3::Zero()};
        const auto shown = sample(*source_, {cube.get(), a}, {cube.get(), b}, 0);
        EXPECT_NEAR(deepestOf(shown), 0.01, 1e-4) << angle;
        for (const ProjectedPieces& each : shown) {
            for (const SampledPiece& piece : each.pieces) {
                EXPECT_GT(piece.normal.dot(turn.col(0)), 0.9) << angle;
            }
        }
    }
}

TEST_P(EverySource, ABoxInACornerTouchesFloorAndWall) {
    // An L of a floor and a wall; the box is a centimetre in both.
    const SharedMesh corner =
        makeMesh({{-1, -1, -1},
                  {2, -1, -1},
                  {2, -1, 0},
                  {0, -1, 0},
                  {0, -1, 2},
                  {-1, -1, 2},
                  {-1, 1, -1},
                  {2, 1, -1},
                  {2, 1, 0},
                  {0, 1, 0},
                  {0, 1, 2},
                  {-1, 1, 2}},
                 {{0, 1, 2},   {0, 2, 3},  {0, 3, 4},  {0, 4, 5},   {6, 8, 7}, {6, 9, 8}, {6, 10, 9},
                  {6, 11, 10}, {0, 7, 1},  {0, 6, 7},  {1, 8, 2},   {1, 7, 8}, {2, 9, 3}, {2, 8, 9},
                  {3, 10, 4},  {3, 9, 10}, {4, 11, 5}, {4, 10, 11}, {5, 6, 0}, {5, 11, 6}});
    const SharedMesh box = boxMesh({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5});
    const auto shown = sample(*source_, {box.get(), at(0.49, 0, 0.49)}, {corner.get(), at(0, 0, 0)}, 0);
    EXPECT_NEAR(deepestOf(shown), 0.01, 2e-3);
    bool touchesFloor = false, touchesWall = false;
    for (const ProjectedPieces& each : shown) {
        for (const SampledPiece& piece : each.pieces) {
            touchesFloor |= piece.normal.z() > 0.99;
            touchesWall |= piece.normal.x() > 0.99;
        }
    }
    EXPECT_TRUE(touchesFloor);
    EXPECT_TRUE(touchesWall);
}

/// Two bodies as the plugin passes them to a contact method.
struct Bodies {
    CollisionModel modelA, modelB;
    std::shared_ptr<const ContactSurface> surfaceA, surfaceB;
    PairInput input;
    PairMemory pairMemory;
    PersistentContacts memory;

    Bodies(const SharedMesh& a, const SharedMesh& b)
        : modelA(a), modelB(b), surfaceA(buildContactSurface(*a)), surfaceB(buildContactSurface(*b)) {
        input.a.model = &modelA;
        input.b.model = &modelB;
        input.a.surface = surfaceA.get();
        input.b.surface = surfaceB.get();
        input.step.timeStep = 1.0 / 60;
        input.a.motion.gravity = Vec3(0, 0, -9.81);
    }
};

/// Finds nothing, and counts the queries.
class NoNarrowPhase final : public NarrowPhase {
public:
    std::shared_ptr<const CollisionModel> build(std::shared_ptr<const Mesh> mesh) const override {
        return std::make_shared<CollisionModel>(std::move(mesh));
    }
    void findFacePairs(const MeshInstance&, const MeshInstance&, Real, PairMemory&,
                       FacePairs& out) const override {
        out.clear();
        ++queries;
    }
    mutable int queries = 0;
};

TEST_P(EverySource, ACubeOnASlabRestsOnItsFourCorners) {
    const SampledContact method(std::move(source_), kSampled);
    Bodies bodies(boxMesh({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}), boxMesh({-3, -3, -1}, {3, 3, 0}));
    const NoNarrowPhase narrowPhase;
    for (const Real height : {-0.002, 0.0005}) {
        bodies.input.a.pose = {Matrix3(Eigen::AngleAxis<Real>(0.4, Vec3::UnitZ())), {0.3, 0.2, 0.5 + height}};
        for (int step = 0; step < 2; ++step) {
            method.findContacts(narrowPhase, bodies.input, {}, bodies.pairMemory, bodies.memory);
            ASSERT_EQ(bodies.memory.patches.size(), 1u) << height;
            ASSERT_EQ(bodies.memory.points.size(), 4u);
            Aabb spread;
            for (const ContactPoint& point : bodies.memory.points) {
                EXPECT_NEAR(point.distance, height, 1e-4);
                EXPECT_GT(point.normal.z(), 0.9999);
                EXPECT_NEAR(((point.onA - point.onB) - point.distance * point.normal).norm(), 0, 1e-9);
                EXPECT_EQ(point.previous == kNone, step == 0) << "the second step continues the first";
                spread.include(point.localOnA);
            }
            EXPECT_GT(spread.size().head<2>().minCoeff(), 0.95) << "corners, but for a pixel";
        }
        bodies.memory = {};
    }
    EXPECT_EQ(narrowPhase.queries, 0);
}

TEST_P(EverySource, FarBodiesHaveNoContact) {
    const SampledContact method(std::move(source_), kSampled);
    Bodies bodies(sphereMesh(16, 8), sphereMesh(16, 8));
    const NoNarrowPhase narrowPhase;
    for (const Vec3& at : {Vec3(0, 0, 5), Vec3(1.5, 1.5, 0)}) {  // the second pair's boxes overlap
        bodies.input.a.pose.translation = at;
        method.findContacts(narrowPhase, bodies.input, {}, bodies.pairMemory, bodies.memory);
        EXPECT_TRUE(bodies.memory.points.empty()) << at.transpose();
    }
}

TEST_P(EverySource, AnOpenMeshGoesToTheNarrowPhase) {
    const SampledContact method(std::move(source_), kSampled);
    Bodies bodies(sphereMesh(16, 8), makeMesh({{-9, -9, 0}, {9, -9, 0}, {0, 9, 0}}, {{0, 1, 2}}));
    bodies.input.a.pose.translation = Vec3(0, 0, 0.99);
    const NoNarrowPhase narrowPhase;
    method.findContacts(narrowPhase, bodies.input, {}, bodies.pairMemory, bodies.memory);
    EXPECT_GT(narrowPhase.queries, 0);
}

TEST(SampledContactSource, ThatEndsIsReportedOnceAndReplacedByTheNarrowPhase) {
    const std::shared_ptr<gl::Thread> thread = startedThread();
    auto layers = DrawnLayers::create(thread);
    ASSERT_TRUE(layers);
    std::vector<std::string> heard;
    const SampledContact method(std::move(*layers), {},
                                [&](const std::string& text) { heard.push_back(text); });
    ASSERT_FALSE(thread->run([] { throw std::runtime_error("the driver was lost"); }));
    Bodies bodies(sphereMesh(16, 8), sphereMesh(16, 8));
    bodies.input.a.pose.translation = Vec3(0, 0, 1.9);
    const NoNarrowPhase narrowPhase;
    for (int step = 0; step < 3; ++step) {
        method.findContacts(narrowPhase, bodies.input, {}, bodies.pairMemory, bodies.memory);
    }
    EXPECT_GE(narrowPhase.queries, 3);
    ASSERT_EQ(heard.size(), 1u);
    EXPECT_THAT(heard[0], HasSubstr("the driver was lost"));
    EXPECT_THAT(heard[0], HasSubstr("found by faces from now on"));
}

}  // namespace
}  // namespace ricochet::stencil
