#include "algorithms/brute_force/brute_force.h"
#include "algorithms/stencil/buffer_contact.h"
#include "algorithms/stencil/buffer_narrow_phase.h"
#include "tests/stencil/scenes.h"
#include "tests/support/against_brute_force.h"
#include "tests/support/build_kind.h"

#include <gmock/gmock.h>

#include <stdexcept>

namespace ricochet::stencil {
namespace {

using namespace ricochet::test;

/// What a back end consists of, drawn by OpenGL.
struct DrawnBackend {
    std::shared_ptr<gl::Thread> thread;
    std::shared_ptr<const DrawnSolidTest> test;
    std::shared_ptr<const LayerSource> layers;
    std::shared_ptr<const StencilHybrid> exact;

    DrawnBackend() {
        auto started = gl::Thread::start({4, 5});
        EXPECT_TRUE(started) << started.error().message();
        thread = std::move(*started);
        test = std::make_shared<DrawnSolidTest>(*Detector::create({}, thread));
        layers = std::move(*DrawnLayers::create(thread));
        exact = std::move(*StencilHybrid::create({.mostPixels = 64, .drawFrom = 0}, thread));
    }
    std::shared_ptr<const BufferDecider> decider(const BufferSettings& settings) const {
        return std::make_shared<BufferDecider>(test, layers, settings);
    }
    std::shared_ptr<const BufferNarrowPhase> narrowPhase(const BufferSettings& settings) const {
        return std::make_shared<BufferNarrowPhase>(exact, test, decider(settings));
    }
};

struct CpuTwin {
    std::shared_ptr<const LayerSource> layers = std::make_shared<CpuLayers>();

    std::shared_ptr<const BufferDecider> decider(const BufferSettings& settings) const {
        return std::make_shared<BufferDecider>(std::make_shared<CpuSolidTest>(), layers, settings);
    }
};

constexpr int kPixels = kIsSlowBuild ? 16 : 64;

struct Choice {
    const char* name;
    BufferSettings settings;
};

void PrintTo(const Choice& choice, std::ostream* out) { *out << choice.name; }

// clang-format off
const Choice kChoices[] = {
    {"Basic",         {.method = Method::basic}},
    {"Extensions",    {}},
    {"Simplified",    {.method = Method::simplified}},
    {"Blending",      {.undecided = Undecided::blending}},
    {"AsGiven",       {.roles = RoleChoice::asGiven}},
    {"Swapped",       {.roles = RoleChoice::swapped}},
    {"NeverSwaps",    {.swapsRoles = false}},
    {"OneExamination", {.examinesOnce = true}},
    {"Compute",       {.examiner = Examiner::compute}},
    {"Occlusion",     {.examiner = Examiner::occlusion}},
    {"ItemBuffer",    {.projection = Projection::itemBuffer}},
};
// clang-format on

/// Whether the first vertex of one solid is inside the other: a ray from it crosses that an odd number of
/// times.
bool beginsInside(const NarrowPhase& narrowPhase, const MeshInstance& one, const MeshInstance& other) {
    const Vec3 from = transformPoint(one.pose, one.mesh().vertices().front());
    std::vector<Index> faces;
    narrowPhase.castRay(other, {from, from + Vec3(31, 17, 23)}, faces);
    return faces.size() % 2 == 1;
}

class EveryChoice : public testing::TestWithParam<Choice> {};
INSTANTIATE_TEST_SUITE_P(StencilBuffer, EveryChoice, testing::ValuesIn(kChoices),
                         [](const auto& each) { return std::string(each.param.name); });

/// SolidBodies that move a little in each step, so that roles and directions of earlier steps count.
TEST_P(EveryChoice, DecidesLikeItsTwinOnTheCpuAndNeverWhereTheExactTestFindsNothing) {
    const DrawnBackend drawn;
    const CpuTwin twin;
    BufferSettings settings = GetParam().settings;
    settings.pixels = kPixels;
    const auto byBuffer = drawn.decider(settings), byCpu = twin.decider(settings);
    const BruteForce brute;
    int decisions = 0, differing = 0, missed = 0, tooMany = 0;
    HitRate hits;
    for (const Case& c : stencilScenes()) {
        const auto a = drawn.test->build(c.a), b = drawn.test->build(c.b);
        const auto plainA = brute.build(c.a), plainB = brute.build(c.b);
        Random random(82);
        for (int start = 0; start < stencilPoses(kIsSlowBuild ? 1 : 4); ++start) {
            auto [poseA, poseB] = randomPoses(random, 1.7 * c.spread);
            const Vec3 towards = 0.02 * (poseA.translation - poseB.translation);
            DecisionMemory memory, twinsMemory;
            for (int step = 0; step < 6; ++step) {
                poseB.translation += towards;
                poseB.rotation = Matrix3(Eigen::AngleAxis<Real>(0.1, Vec3::UnitX())) * poseB.rotation;
                const auto found = byBuffer->decide({a.get(), poseA}, {b.get(), poseB}, 0, memory);
                const auto twins =
                    byCpu->decide({plainA.get(), poseA}, {plainB.get(), poseB}, 0, twinsMemory);
                ASSERT_TRUE(found) << found.error();
                ASSERT_TRUE(twins) << twins.error();
                ++decisions;
                // Roles are swapped by counts, which occlusion queries and one bit do not give.
                const bool counts =
                    settings.examiner != Examiner::occlusion && settings.method != Method::simplified;
                differing += found->collides != twins->collides;
                differing += counts && found->roles != twins->roles;
                hits.count(found->collides);
                PairMemory pair;
                FacePairs truth;
                brute.findFacePairs({plainA.get(), poseA}, {plainB.get(), poseB}, 0, pair, truth);
                missed += !truth.empty() && !found->collides;
                const MeshInstance placedA{plainA.get(), poseA}, placedB{plainB.get(), poseB};
                tooMany += truth.empty() && found->collides && !beginsInside(brute, placedA, placedB) &&
                           !beginsInside(brute, placedB, placedA);
            }
        }
    }
    std::printf("%s: %d decisions, %.2f collide, %d unlike the twin's, %d exact ones missed\n",
                GetParam().name, decisions, hits.value(), differing, missed);
    EXPECT_EQ(differing, 0);
    EXPECT_EQ(tooMany, 0);
    EXPECT_LE(missed * 20, decisions);
    EXPECT_TRUE(kIsSlowBuild || hits.isBetween(0.3, 0.9)) << hits.value();
}

TEST_P(EveryChoice, ItsNarrowPhaseFindsThePairsOfBruteForce) {
    const DrawnBackend drawn;
    BufferSettings settings = GetParam().settings;
    settings.pixels = kPixels;
    const auto narrowPhase = drawn.narrowPhase(settings);
    std::size_t found = 0;
    for (const Case& c : stencilScenes()) {
        const AgainstBruteForce pair(*narrowPhase, c.a, c.b);
        Random random(83);
        for (int trial = 0; trial < (kIsSlowBuild ? 1 : 3); ++trial) {
            const auto [a, b] = randomPoses(random, c.spread);
            const FacePairs truth = pair.truth(a, b);
            EXPECT_EQ(pair.pairs(a, b), truth) << c.name;
            found += truth.size();
        }
    }
    EXPECT_GT(found, 10u);
}

TEST(StencilBuffer, AnyRegionGivesThePairsOfBruteForce) {
    const DrawnBackend drawn;
    const BruteForce brute;
    std::size_t found = 0;
    for (const Case& c : stencilScenes()) {
        const auto a = brute.build(c.a), b = brute.build(c.b);
        Random random(84);
        for (int trial = 0; trial < (kIsSlowBuild ? 2 : 12); ++trial) {
            const auto [poseA, poseB] = randomPoses(random, c.spread);
            const Vec3 one = poseA.translation + randomPoint(random, 1.5),
                       other = poseB.translation + randomPoint(random, 1.5);
            const Aabb region{one.cwiseMin(other), one.cwiseMax(other)};
            PairMemory memory;
            for (const Real distance : {0.0, 0.02}) {
                FacePairs truth, pairs;
                brute.findFacePairs({a.get(), poseA}, {b.get(), poseB}, distance, memory, truth);
                drawn.exact->findFacePairsAround({a.get(), poseA}, {b.get(), poseB}, distance, region,
                                                 memory.counters, pairs);
                std::sort(truth.begin(), truth.end());
                std::sort(pairs.begin(), pairs.end());
                EXPECT_TRUE(distance > 0 || pairs == truth) << c.name;
                EXPECT_TRUE(std::includes(pairs.begin(), pairs.end(), truth.begin(), truth.end())) << c.name;
                found += truth.size();
            }
        }
    }
    EXPECT_GT(found, 100u);
}

TEST(StencilBuffer, GrowthFindsBodiesAtADistanceAlongTheView) {
    const DrawnBackend drawn;
    const auto cube = drawn.test->build(boxMesh({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}));
    const auto decider = drawn.decider({.pixels = kPixels});
    for (const auto& [gap, growth, expected] :
         {std::tuple(0.02, 0.03, true), std::tuple(0.02, 0.019, false), std::tuple(-0.01, 0.0, true)}) {
        DecisionMemory memory;
        const auto decision = decider->decide({cube.get(), {Matrix3::Identity(), {0.2, 0.1, 1 + gap}}},
                                              {cube.get(), {}}, growth, memory);
        ASSERT_TRUE(decision) << decision.error();
        EXPECT_EQ(decision->collides, expected) << gap;
    }
}

TEST(StencilBuffer, ConvexSolidsSwapTheirRolesAfterTheSecondPassAndTheItemBufferTurnsTheView) {
    const DrawnBackend drawn;
    const auto sphere = drawn.test->build(sphereMesh(24, 12));
    const auto decider = drawn.decider({.projection = Projection::itemBuffer, .pixels = kPixels});
    DecisionMemory memory;
    const MeshInstance a{sphere.get(), {Matrix3::Identity(), {0.6, 0.5, 0.4}}}, b{sphere.get(), {}};
    const auto first = decider->decide(a, b, 0, memory), second = decider->decide(a, b, 0, memory);
    ASSERT_TRUE(first && second);
    ASSERT_TRUE(memory.directionInB);
    const Vec3 between = Vec3(0.6, 0.5, 0.4).normalized();
    EXPECT_GT(std::abs(memory.directionInB->dot(between)), 0.95);
    EXPECT_GT(std::abs(Vec3(second->view->axes.row(2)).dot(between)),
              std::abs(Vec3(first->view->axes.row(2)).dot(between)));
    // With the farther one as A, most pixels need the second pass.
    EXPECT_EQ(second->roles, first->roles);
    memory.roles.next = otherThan(first->roles);
    EXPECT_EQ(decider->decide(a, b, 0, memory)->roles, otherThan(first->roles));
    EXPECT_EQ(decider->decide(a, b, 0, memory)->roles, first->roles);
}

/// Two bodies as the plugin passes them to a contact method.
struct SolidBodies {
    std::shared_ptr<const CollisionModel> modelA, modelB;
    std::shared_ptr<const ContactSurface> surfaceA, surfaceB;
    PairInput input;
    PairMemory pairMemory;
    PersistentContacts memory;

    SolidBodies(std::shared_ptr<const CollisionModel> a, std::shared_ptr<const CollisionModel> b)
        : modelA(std::move(a)),
          modelB(std::move(b)),
          surfaceA(buildContactSurface(modelA->mesh())),
          surfaceB(buildContactSurface(modelB->mesh())) {
        input.a.model = modelA.get();
        input.b.model = modelB.get();
        input.a.surface = surfaceA.get();
        input.b.surface = surfaceB.get();
        input.step.timeStep = 1.0 / 60;
        input.a.motion.gravity = Vec3(0, 0, -9.81);
    }
};

TEST(StencilBuffer, ACubeOnASlabRestsOnItsFourCornersByPixelsAndByFaces) {
    const DrawnBackend drawn;
    for (const BufferContacts kind : {BufferContacts::sampled, BufferContacts::hybrid}) {
        const BufferSettings settings{.pixels = kPixels, .contacts = kind};
        const BufferContact method(drawn.decider(settings), drawn.layers);
        const auto narrowPhase = drawn.narrowPhase(settings);
        SolidBodies bodies(drawn.test->build(boxMesh({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5})),
                           drawn.test->build(boxMesh({-3, -3, -1}, {3, 3, 0})));
        for (const Real height : {-0.002, 0.0005}) {
            bodies.input.a.pose = {Matrix3(Eigen::AngleAxis<Real>(0.4, Vec3::UnitZ())),
                                   {0.3, 0.2, 0.5 + height}};
            method.findContacts(*narrowPhase, bodies.input, {}, bodies.pairMemory, bodies.memory);
            ASSERT_EQ(bodies.memory.patches.size(), 1u) << height;
            ASSERT_EQ(bodies.memory.points.size(), 4u);
            for (const ContactPoint& point : bodies.memory.points) {
                EXPECT_NEAR(point.distance, height, 2e-3);
                EXPECT_GT(point.normal.z(), 0.999);
            }
        }
        bodies.input.a.pose = {Matrix3::Identity(), {0.3, 0.2, 5}};
        method.findContacts(*narrowPhase, bodies.input, {}, bodies.pairMemory, bodies.memory);
        EXPECT_TRUE(bodies.memory.points.empty());
    }
}

/// A rod that is oblique in its own box.
SharedMesh obliqueRod(Real halfWidth) {
    const SharedMesh box = boxMesh({-halfWidth, -halfWidth, -0.5}, {halfWidth, halfWidth, 0.5});
    const Matrix3 turn(Eigen::AngleAxis<Real>(0.5, Vec3(2, 1, 0).normalized()));
    std::vector<Vec3> vertices;
    for (const Vec3& v : box->vertices()) vertices.push_back(turn * v);
    return makeMesh(std::move(vertices), box->faces());
}

/// A rod thinner than a pixel through a slab: it passes between the rays.
TEST(StencilBuffer, AnOverlapThinnerThanAPixelIsMissedByPixelsAndFoundByTheHybrid) {
    const DrawnBackend drawn;
    const auto rod = drawn.test->build(obliqueRod(1e-6));
    const auto slab = drawn.test->build(boxMesh({-1, -1, -0.1}, {1, 1, 0.1}));
    for (const BufferContacts kind : {BufferContacts::sampled, BufferContacts::hybrid}) {
        const BufferSettings settings{.pixels = kPixels, .contacts = kind};
        const BufferContact method(drawn.decider(settings), drawn.layers);
        const auto narrowPhase = drawn.narrowPhase(settings);
        SolidBodies bodies(rod, slab);
        bodies.input.a.pose = {Matrix3::Identity(), {0.123, 0.211, 0.3}};
        DecisionMemory memory;
        const auto decision =
            drawn.decider(settings)->decide(bodies.input.a.instance(), bodies.input.b.instance(), 0, memory);
        ASSERT_TRUE(decision);
        EXPECT_FALSE(decision->collides);
        method.findContacts(*narrowPhase, bodies.input, {}, bodies.pairMemory, bodies.memory);
        EXPECT_EQ(bodies.memory.points.empty(), kind == BufferContacts::sampled);
    }
}

TEST(StencilBuffer, OpenGlThatEndsIsReportedOnceAndReplacedByTheNarrowPhase) {
    const DrawnBackend drawn;
    std::vector<std::string> heard;
    const BufferContact method(drawn.decider({}), drawn.layers,
                               [&](const std::string& text) { heard.push_back(text); });
    SolidBodies bodies(drawn.test->build(sphereMesh(16, 8)), drawn.test->build(sphereMesh(16, 8)));
    bodies.input.a.pose.translation = Vec3(0, 0, 1.9);
    ASSERT_FALSE(drawn.thread->run([] { throw std::runtime_error("the driver was lost"); }));
    const auto narrowPhase = drawn.narrowPhase({});
    for (int step = 0; step < 3; ++step) {
        method.findContacts(*narrowPhase, bodies.input, {}, bodies.pairMemory, bodies.memory);
        EXPECT_FALSE(bodies.memory.points.empty());
    }
    ASSERT_EQ(heard.size(), 1u);
    EXPECT_THAT(heard[0], testing::HasSubstr("found by faces from now on"));
}

}  // namespace
}  // namespace ricochet::stencil
