#include "algorithms/stencil/detector.h"

#include "algorithms/stencil/interval_test.h"
#include "algorithms/stencil/pixel_lists.h"
#include "tests/stencil/scenes.h"
#include "tests/support/build_kind.h"

#include <epoxy/gl.h>
#include <gmock/gmock.h>

#include <stdexcept>
#include <thread>

namespace ricochet::stencil {
namespace {

using namespace ricochet::test;
using testing::HasSubstr;

constexpr Real kRadius = 1.8;  // metres: no mesh of the scenes is larger

struct Setting {
    const char* name;
    DetectorSettings settings;
    std::size_t scenes;  ///< how many of the first: the basic algorithm is for convex objects
};

void PrintTo(const Setting& setting, std::ostream* out) { *out << setting.name; }

/// Pixels of a map against the oracle.
struct Agreement {
    std::uint64_t pixels = 0, differing = 0;
    int wrongAnswers = 0, listed = 0;
    HitRate hits;
    std::array<std::uint64_t, kPixelCases> seen{};
};

/// Whether a pixel's case is right. Only counters distinguish cases, and only those of figure 1.
bool agrees(PixelCase found, PixelCase truth, bool hasCases) {
    if (found == truth) return true;
    const bool isSingle = truth <= PixelCase::before;
    if (hasCases && isSingle) return false;
    if (found == PixelCase::malformed || truth == PixelCase::malformed) return false;
    return isCollision(found) == isCollision(truth);
}

bool collides(const CollisionMap& map) {
    return std::any_of(map.cases.begin(), map.cases.end(), isCollision);
}

class EverySetting : public testing::TestWithParam<Setting> {
protected:
    void SetUp() override {
        auto made = Detector::create(GetParam().settings);
        ASSERT_TRUE(made) << made.error();
        detector_ = *made;
    }

    void compare(const Case& c, const DrawnMesh& a, const DrawnMesh& b, Random& random, Agreement& sum) {
        const auto [poseA, poseB] = randomPoses(random, c.spread);
        const Real growth = GetParam().settings.growth;
        const View view =
            withDepthRange(randomView(random, poseA, poseB, kRadius, 128), *c.a, poseA, *c.b, poseB, growth);
        const CollisionMap truth = intervalMap(*c.a, poseA, *c.b, poseB, view, growth);
        const auto answer = detector_->detect(a, poseA, b, poseB, view);
        ASSERT_TRUE(answer) << answer.error();
        sum.wrongAnswers += answer->collides != collides(truth);
        sum.hits.count(answer->collides);
        sum.listed += answer->usedLists || answer->usedBlending;
        const bool hasCases = GetParam().settings.method != Method::simplified;
        for (std::size_t i = 0; i < answer->map.cases.size(); ++i) {
            sum.differing += !agrees(answer->map.cases[i], truth.cases[i], hasCases);
            ++sum.seen[static_cast<std::size_t>(answer->map.cases[i])];
        }
        sum.pixels += answer->map.cases.size();
    }

    std::shared_ptr<Detector> detector_;
};

TEST_P(EverySetting, MapsAgreeWithTheIntervalTest) {
    const int poses = stencilPoses(kIsSlowBuild ? 4 : 40);
    Agreement all;
    const std::vector<Case> scenes = stencilScenes();
    for (std::size_t scene = 0; scene < GetParam().scenes; ++scene) {
        const Case& c = scenes[scene];
        const auto a = detector_->upload(c.a), b = detector_->upload(c.b);
        ASSERT_TRUE(a && b);
        Random random(61);
        Agreement sum;
        for (int pose = 0; pose < poses; ++pose) compare(c, **a, **b, random, sum);
        std::printf("%s, %s: %d poses, %.2f hit, %llu of %llu pixels differ, %d wrong, %d sorted\n",
                    GetParam().name, c.name, poses, sum.hits.value(),
                    static_cast<unsigned long long>(sum.differing),
                    static_cast<unsigned long long>(sum.pixels), sum.wrongAnswers, sum.listed);
        EXPECT_EQ(sum.wrongAnswers, 0) << c.name;
        EXPECT_TRUE(kIsSlowBuild || sum.hits.isBetween(0.25, 0.75)) << c.name << ": " << sum.hits.value();
        all.differing += sum.differing;
        all.pixels += sum.pixels;
        all.listed += sum.listed;
    }
    EXPECT_EQ(all.pixels > 0, GetParam().settings.wholeMap);
    EXPECT_LE(all.differing * 100'000, all.pixels);
    if (!GetParam().settings.wholeMap) return;  // they seldom need a list
    EXPECT_EQ(all.listed > 0, GetParam().settings.method != Method::basic);
}

// clang-format off
const Setting kSettings[] = {
    {"Basic",            {.method = Method::basic}, 1},
    {"ReadBack",         {.method = Method::extended, .examiner = Examiner::readBack}, 4},
    {"Compute",          {.method = Method::extended, .examiner = Examiner::compute}, 4},
    {"Simplified",       {.method = Method::simplified}, 4},
    {"FewLayersAtFirst", {.firstCapacity = 1}, 4},
    {"Blending",         {.undecided = Undecided::blending}, 4},
    {"Grown",            {.growth = 0.03}, 4},
    {"GrownSimplified",  {.method = Method::simplified, .growth = 0.03}, 4},
    {"GrownBlending",    {.undecided = Undecided::blending, .growth = 0.03}, 4},
    {"TwoDrawings",      {.drawsBothAtOnce = false}, 4},
    {"AllFaces",         {.hiddenFaces = HiddenFaces::drawn}, 4},
    {"SkippedFaces",     {.hiddenFaces = HiddenFaces::skipped}, 4},
    {"CulledFaces",      {.hiddenFaces = HiddenFaces::culled, .fewestCulled = 0}, 4},
    {"CulledInTwo",      {.drawsBothAtOnce = false, .hiddenFaces = HiddenFaces::culled, .fewestCulled = 0}, 4},
    {"CulledSimplified", {.method = Method::simplified, .hiddenFaces = HiddenFaces::culled, .fewestCulled = 0}, 4},
    {"CulledAndGrown",   {.growth = 0.03, .hiddenFaces = HiddenFaces::culled, .fewestCulled = 0}, 4},
    {"CulledYesOrNo",    {.wholeMap = false, .hiddenFaces = HiddenFaces::culled, .fewestCulled = 0}, 4},
    {"OneLook",          {.wholeMap = false, .examinesOnce = true}, 4},
    {"YesOrNoReadBack",  {.examiner = Examiner::readBack, .wholeMap = false}, 4},
    {"YesOrNoCompute",   {.examiner = Examiner::compute, .wholeMap = false}, 4},
    {"YesOrNoOcclusion", {.examiner = Examiner::occlusion, .wholeMap = false}, 4},
};
// clang-format on

INSTANTIATE_TEST_SUITE_P(Detector, EverySetting, testing::ValuesIn(kSettings),
                         [](const auto& each) { return std::string(each.param.name); });

/// Boxes of a metre, seen along z; B is moved by `offset`.
class TwoBoxes : public testing::Test {
protected:
    void SetUp() override {
        auto made = Detector::create();
        ASSERT_TRUE(made) << made.error();
        detector_ = *made;
    }

    Result<Answer> see(const Vec3& halfA, const Vec3& halfB, const Vec3& offset, int pixels = 32) {
        const auto a = detector_->upload(boxMesh(-halfA, halfA)),
                   b = detector_->upload(boxMesh(-halfB, halfB));
        View view;
        view.min = Vec3(-0.25, -0.25, -4);
        view.size = Vec3(0.5, 0.5, 8);
        view.pixels = pixels;
        return detector_->detect(**a, {}, **b, {Matrix3::Identity(), offset}, view);
    }
    PixelCase middle(const Vec3& halfA, const Vec3& halfB, Real z) {
        return see(halfA, halfB, {0, 0, z})->map.at(16, 16);
    }

    std::shared_ptr<Detector> detector_;
};

TEST_F(TwoBoxes, CasesOfFigureOneAreDistinguished) {
    const Vec3 one(0.5, 0.5, 0.5), small(0.5, 0.5, 0.125), large(0.5, 0.5, 2);
    EXPECT_EQ(middle(one, one, 1.5), PixelCase::clear);
    EXPECT_EQ(middle(one, one, 0.5), PixelCase::farEnd);
    EXPECT_EQ(middle(one, large, 0), PixelCase::insideB);
    EXPECT_EQ(middle(one, small, 0), PixelCase::insideA);
    EXPECT_EQ(middle(one, one, -0.5), PixelCase::nearEnd);
    EXPECT_EQ(middle(one, one, -1.5), PixelCase::before);
}

TEST_F(TwoBoxes, TouchingIsACollisionAndAGapIsNot) {
    const Vec3 one(0.5, 0.5, 0.5);
    for (const Real side : {1.0, -1.0}) {
        EXPECT_TRUE(see(one, one, {0, 0, side})->collides);
        EXPECT_FALSE(see(one, one, {0, 0, side * (1 + 1e-5)})->collides);
    }
}

TEST_F(TwoBoxes, BesideTheViewIsOutside) {
    const auto answer = see({0.5, 0.5, 0.5}, {0.5, 0.5, 0.5}, {3, 0, 0});
    EXPECT_FALSE(answer->collides);
    EXPECT_EQ(answer->map.histogram()[static_cast<std::size_t>(PixelCase::clear)], 32u * 32u);
}

TEST_F(TwoBoxes, SizesOtherThanPowersOfTwoAreRefused) {
    for (const int pixels : {0, 1, 100, 8192}) {
        const auto answer = see({1, 1, 1}, {1, 1, 1}, {0, 0, 0}, pixels);
        ASSERT_FALSE(answer) << pixels;
        EXPECT_THAT(answer.error(), HasSubstr("pixels per side"));
    }
}

TEST_F(TwoBoxes, AnOpenMeshIsRefusedByName) {
    const auto open = detector_->upload(makeMesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}));
    ASSERT_FALSE(open);
    EXPECT_THAT(open.error(), HasSubstr("3 of its edges have one face"));
}

TEST_F(TwoBoxes, ADestroyedMeshIsNotMistakenForANewOne) {
    // Each call uploads a new mesh, often to the address of the last one.
    for (int i = 0; i < 10; ++i) {
        const Real half = i % 2 == 0 ? 0.5 : 0.1;
        EXPECT_EQ(see({0.5, 0.5, half}, {0.5, 0.5, 0.5}, {0, 0, 0.8})->collides, i % 2 == 0) << i;
    }
}

/// Flat tetrahedra, one above the other between z = -1 and 1: each pixel near the axis has two layers of
/// each.
SharedMesh stackMesh(int count) {
    std::vector<Vec3> vertices;
    std::vector<Face> faces;
    const Real pitch = 2.0 / count;
    for (int i = 0; i < count; ++i) {
        const Real z = -1 + i * pitch;
        const auto first = static_cast<Index>(vertices.size());
        for (const Vec3& corner :
             {Vec3(-4, -2, z), Vec3(4, -2, z), Vec3(0, 4, z), Vec3(0, 0, z + 0.5 * pitch)}) {
            vertices.push_back(corner);
        }
        for (const Face& f : {Face{0, 2, 1}, Face{0, 1, 3}, Face{1, 2, 3}, Face{2, 0, 3}}) {
            faces.push_back({f[0] + first, f[1] + first, f[2] + first});
        }
    }
    return makeMesh(std::move(vertices), std::move(faces));
}

/// One mesh of thousands of layers, and a plate that lies among them.
class ThousandsOfLayers : public testing::Test {
protected:
    static constexpr int kSolids = 1500;  // two layers each

    ThousandsOfLayers() {
        view_.min = Vec3(-1, -1, -2);
        view_.size = Vec3(2, 2, 4);
        view_.pixels = 8;
        const Real thin = 0.1 / kSolids;
        stack_ = stackMesh(kSolids);
        plate_ = boxMesh({-3, -3, -thin}, {3, 3, thin});
    }
    /// So oblique that it crosses a few solids of the stack in the picture.
    Pose plateAt(int trial) const {
        const Real tilt = 0.003 * (trial + 1);
        return {Matrix3(Eigen::AngleAxis<Real>(tilt, Vec3(1, 2, 0).normalized())),
                {0, 0, 0.3 - 0.07 * trial}};
    }
    int differing(const std::vector<bool>& found, const CollisionMap& truth) {
        int count = 0;
        for (std::size_t i = 0; i < found.size(); ++i) {
            count += found[i] != isCollision(truth.cases[i]);
            hits_.count(isCollision(truth.cases[i]));
        }
        return count;
    }

    View view_;
    SharedMesh stack_, plate_;
    HitRate hits_;
};

TEST_F(ThousandsOfLayers, AreListedInASecondAttemptIfThereWasTooLittleRoom) {
    const auto made = Detector::create({.firstCapacity = 16});
    ASSERT_TRUE(made) << made.error();
    const auto stack = (*made)->upload(stack_), plate = (*made)->upload(plate_);
    for (int trial = 0; trial < 4; ++trial) {
        const Pose pose = plateAt(trial);
        const auto answer = (*made)->detect(**stack, {}, **plate, pose, view_);
        ASSERT_TRUE(answer) << answer.error();
        EXPECT_TRUE(answer->usedLists);
        EXPECT_EQ(answer->listTries, trial == 0 ? 2 : 1);
        std::vector<bool> found;
        for (const PixelCase each : answer->map.cases) found.push_back(isCollision(each));
        EXPECT_EQ(differing(found, intervalMap(*stack_, {}, *plate_, pose, view_)), 0) << trial;
        const auto lists = (*made)->sortedLists();
        ASSERT_FALSE(lists.empty());
        EXPECT_EQ(lists.front().isB.size(), 2 * kSolids + 2u);
    }
    EXPECT_TRUE(hits_.isBetween(0.2, 0.8)) << hits_.value();
}

TEST_F(ThousandsOfLayers, OfBothMeshesAreListed) {
    const auto made = Detector::create();
    ASSERT_TRUE(made) << made.error();
    const auto plates = (*made)->upload(platesMesh(kSolids));
    const Real pitch = 2.0 / kSolids;
    for (const auto& [shift, expected] : {std::pair(0.45, false), std::pair(0.25, true)}) {
        const Pose pose{Matrix3::Identity(), {0, 0, shift * pitch}};
        const auto answer = (*made)->detect(**plates, {}, **plates, pose, view_);
        ASSERT_TRUE(answer) << answer.error();
        EXPECT_EQ(answer->collides, expected);
        EXPECT_TRUE(answer->usedLists);
        EXPECT_EQ((*made)->sortedLists().front().isB.size(), 4u * kSolids);
    }
}

TEST_F(ThousandsOfLayers, BeyondTheLimitGiveAnErrorWithTheirNumber) {
    const auto made = Detector::create({.firstCapacity = 16, .mostLayers = 1000});
    ASSERT_TRUE(made) << made.error();
    const auto stack = (*made)->upload(stack_), plate = (*made)->upload(plate_),
               few = (*made)->upload(stackMesh(3));
    const auto answer = (*made)->detect(**stack, {}, **plate, plateAt(0), view_);
    ASSERT_FALSE(answer);
    EXPECT_THAT(answer.error(), HasSubstr(" layers, and there is room for 1000."));
    const auto next = (*made)->detect(**few, {}, **plate, plateAt(0), view_);
    EXPECT_TRUE(next) << next.error();
}

TEST_F(TwoBoxes, AViewWithoutSizeIsRefused) {
    const auto box = detector_->upload(boxMesh({-1, -1, -1}, {1, 1, 1}));
    for (const Vec3& size : {Vec3(0, 1, 1), Vec3(1, 0, 1), Vec3(1, 1, NAN), Vec3(-1, 1, 1)}) {
        View view;
        view.size = size;
        const auto answer = detector_->detect(**box, {}, **box, {}, view);
        ASSERT_FALSE(answer) << size.transpose();
        EXPECT_THAT(answer.error(), HasSubstr("size is zero or not finite"));
    }
}

TEST_F(TwoBoxes, MeshesFarLargerThanTheViewAreDrawnCorrectly) {
    // A knot a kilometre wide, seen through a window of a metre.
    std::vector<Vec3> vertices = knotMesh(60, 6)->vertices();
    for (Vec3& v : vertices) v *= 400;
    const SharedMesh knot = makeMesh(std::move(vertices), knotMesh(60, 6)->faces());
    const SharedMesh sphere = sphereMesh(24, 12);
    const auto a = detector_->upload(knot), b = detector_->upload(sphere);
    Random random(63);
    int covered = 0;
    for (int pose = 0; pose < 20; ++pose) {
        const Pose near{Matrix3::Identity(), knot->vertices()[random() % knot->vertexCount()]};
        View view;
        view.min = near.translation - Vec3(0.5, 0.5, 2);
        view.size = Vec3(1, 1, 4);
        view.pixels = 32;
        view = withDepthRange(view, *knot, {}, *sphere, near);
        const CollisionMap truth = intervalMap(*knot, {}, *sphere, near, view);
        const auto answer = detector_->detect(**a, {}, **b, near, view);
        ASSERT_TRUE(answer) << answer.error();
        int differing = 0;
        for (std::size_t i = 0; i < truth.cases.size(); ++i) {
            covered += truth.cases[i] != PixelCase::outside;
            differing += isCollision(truth.cases[i]) != isCollision(answer->map.cases[i]);
        }
        // Edges of a kilometre are cut at the window's guard band: pixels on them may fall on either side.
        EXPECT_LE(differing, 32) << pose;
    }
    EXPECT_GT(covered, 5000);
}

/// A host program's context, current on this thread, has objects of the same names as the detector's.
TEST(StencilThreads, ADetectorWhoseThreadHasEndedGivesAReasonAndLeavesTheHostAlone) {
    const auto host = gl::Context::create({3, 3});
    ASSERT_TRUE(host) << host.error().message();
    std::array<GLuint, 16> textures{}, framebuffers{};
    glGenTextures(16, textures.data());
    glGenFramebuffers(16, framebuffers.data());
    for (int i = 0; i < 16; ++i) {
        glBindTexture(GL_TEXTURE_2D, textures[i]);
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffers[i]);
    }
    auto started = gl::Thread::start({4, 5});
    ASSERT_TRUE(started);
    const std::shared_ptr<gl::Thread> thread = std::move(*started);
    {
        const auto made = Detector::create({}, thread);
        ASSERT_TRUE(made) << made.error();
        const auto box = (*made)->upload(boxMesh({-1, -1, -1}, {1, 1, 1}));
        View view;
        view.min = Vec3::Constant(-2);
        view.size = Vec3::Constant(4);
        EXPECT_TRUE((*made)->detect(**box, {}, **box, {}, view)->collides);
        ASSERT_FALSE(thread->run([] { throw std::runtime_error("the context was lost"); }));
        const auto answer = (*made)->detect(**box, {}, **box, {}, view);
        ASSERT_FALSE(answer);
        EXPECT_THAT(answer.error(), HasSubstr("the context was lost"));
        const auto upload = (*made)->upload(sphereMesh(8, 4));
        ASSERT_FALSE(upload);
        EXPECT_THAT(upload.error(), HasSubstr("the context was lost"));
        EXPECT_TRUE((*made)->sortedLists().empty());
    }  // and all of it goes without a context
    const auto late = Detector::create({}, thread);
    ASSERT_FALSE(late);
    EXPECT_THAT(late.error(), HasSubstr("the context was lost"));
    for (int i = 0; i < 16; ++i) {
        EXPECT_TRUE(glIsTexture(textures[i])) << i;
        EXPECT_TRUE(glIsFramebuffer(framebuffers[i])) << i;
    }
}

TEST(StencilLists, BlendWordsAgreeWithThePaper) {
    const auto word = [](const std::string& order) {
        PixelList list{0, {}};
        for (char each : order) list.isB.push_back(each == 'B');
        return blendWord(list);
    };
    // The paper's AABBABBA and BBBAABBB, the layer drawn last in the highest bit.
    EXPECT_EQ(word("ABBABBAA"), 0b00110110u);
    EXPECT_EQ(word("BBBAABBB"), 0b11100111u);
    EXPECT_EQ(word(std::string(33, 'A')), std::nullopt);
}

TEST(StencilThreads, ConcurrentCallersGetTheSameAnswers) {
    const auto made = Detector::create();
    ASSERT_TRUE(made) << made.error();
    const Case c = stencilScenes()[2];
    const auto a = (*made)->upload(c.a), b = (*made)->upload(c.b);
    const auto query = [&](unsigned seed) {
        Random random(seed);
        const auto [poseA, poseB] = randomPoses(random, c.spread);
        const View view = randomView(random, poseA, poseB, kRadius, 64);
        return (*made)->detect(**a, poseA, **b, poseB, view)->map.cases;
    };
    std::vector<std::vector<PixelCase>> alone, together(12);
    for (unsigned seed = 0; seed < 12; ++seed) alone.push_back(query(seed));
    std::vector<std::thread> callers;
    for (unsigned thread = 0; thread < 3; ++thread) {
        callers.emplace_back([&, thread] {
            for (unsigned seed = thread; seed < 12; seed += 3) together[seed] = query(seed);
        });
    }
    for (std::thread& each : callers) each.join();
    EXPECT_EQ(together, alone);
}

}  // namespace
}  // namespace ricochet::stencil
