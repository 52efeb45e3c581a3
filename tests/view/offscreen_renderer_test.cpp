#include "demos/view/offscreen_renderer.h"

#include <gmock/gmock.h>
#include <png.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <numbers>

namespace ricochet::view {
namespace {

constexpr int kWidth = 320;
constexpr int kHeight = 180;

/// A picture read back; rows from the top.
struct Pixels {
    std::vector<std::uint8_t> rgb;

    int red(int x, int y) const { return rgb[3 * (y * kWidth + x)]; }
    int blue(int x, int y) const { return rgb[3 * (y * kWidth + x) + 2]; }
    int brightness(int x, int y) const { return red(x, y) + rgb[3 * (y * kWidth + x) + 1] + blue(x, y); }
};

Pixels readPng(const std::string& path) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    EXPECT_TRUE(png_image_begin_read_from_file(&image, path.c_str())) << image.message;
    image.format = PNG_FORMAT_RGB;
    EXPECT_EQ(image.width, static_cast<unsigned>(kWidth));
    EXPECT_EQ(image.height, static_cast<unsigned>(kHeight));
    Pixels pixels{std::vector<std::uint8_t>(PNG_IMAGE_SIZE(image))};
    EXPECT_TRUE(png_image_finish_read(&image, nullptr, pixels.rgb.data(), 0, nullptr)) << image.message;
    return pixels;
}

DrawnMesh sphere(float radius) {
    constexpr std::uint32_t kRings = 24, kSides = 48;
    constexpr float kPi = std::numbers::pi_v<float>;
    DrawnMesh mesh;
    for (std::uint32_t ring = 0; ring <= kRings; ++ring) {
        const float down = kPi * ring / kRings;
        for (std::uint32_t side = 0; side < kSides; ++side) {
            const float round = 2 * kPi * side / kSides;
            mesh.vertices.push_back({radius * std::sin(down) * std::cos(round), radius * std::cos(down),
                                     -radius * std::sin(down) * std::sin(round)});
            const std::uint32_t here = ring * kSides + side, next = ring * kSides + (side + 1) % kSides;
            if (ring == kRings) continue;
            mesh.faces.push_back({here, here + kSides, next});
            mesh.faces.push_back({next, here + kSides, next + kSides});
        }
    }
    return mesh;
}

DrawnMesh square(float half) {
    return {{{-half, 0, -half}, {half, 0, -half}, {half, 0, half}, {-half, 0, half}}, {{0, 2, 1}, {0, 3, 2}}};
}

/// Closed; its faces are counter-clockwise from outside.
DrawnMesh box() {
    return {
        {{-1, -1, -1}, {1, -1, -1}, {-1, 1, -1}, {1, 1, -1}, {-1, -1, 1}, {1, -1, 1}, {-1, 1, 1}, {1, 1, 1}},
        {{0, 2, 3},
         {0, 3, 1},
         {4, 5, 7},
         {4, 7, 6},
         {0, 1, 5},
         {0, 5, 4},
         {2, 6, 7},
         {2, 7, 3},
         {0, 4, 6},
         {0, 6, 2},
         {1, 3, 7},
         {1, 7, 5}}};
}

class Renderer : public testing::Test {
protected:
    void SetUp() override {
        auto created = OffscreenRenderer::create(kWidth, kHeight);
        ASSERT_TRUE(created) << created.error();
        renderer_ = std::move(*created);
        std::string folder = (std::filesystem::temp_directory_path() / "picture-XXXXXX").string();
        ASSERT_NE(mkdtemp(folder.data()), nullptr);
        folder_ = folder;
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    Pixels draw(std::span<const DrawnBody> bodies, const Camera& camera) {
        const std::string path = (folder_ / "picture.png").string();
        const auto drawn = renderer_->draw(bodies, camera, path);
        EXPECT_TRUE(drawn) << drawn.error();
        return readPng(path);
    }

    std::unique_ptr<OffscreenRenderer> renderer_;
    std::filesystem::path folder_;
};

class SphereOverGround : public Renderer {
protected:
    void SetUp() override {
        ASSERT_NO_FATAL_FAILURE(Renderer::SetUp());
        ground_.mesh = renderer_->addMesh(square(6));
        ground_.colour = {0.6f, 0.6f, 0.6f};
        sphere_.mesh = renderer_->addMesh(sphere(1));
        sphere_.colour = {0.9f, 0.15f, 0.1f};
        sphere_.translation = {0, 1.5f, 0};
        camera_.eye = {0, 1.5f, 9};
        camera_.target = {0, 1.5f, 0};
    }

    DrawnBody ground_, sphere_;
    Camera camera_;
};

TEST_F(SphereOverGround, IsInTheMiddleInFrontOfTheSky) {
    const Pixels pixels = draw(std::array{ground_, sphere_}, camera_);
    EXPECT_GT(pixels.red(kWidth / 2, kHeight / 2), 2 * pixels.blue(kWidth / 2, kHeight / 2));
    for (int x : {4, kWidth - 5}) {
        EXPECT_GT(pixels.blue(x, 4), pixels.red(x, 4)) << "the sky is bluish";
        EXPECT_GT(pixels.brightness(x, 4), 300);
    }
}

TEST_F(SphereOverGround, IsLitFromAbove) {
    const Pixels pixels = draw(std::array{ground_, sphere_}, camera_);
    const int radius = kHeight / 2 / (9 * std::tan(17.5 / 180 * std::numbers::pi));
    const int top = pixels.brightness(kWidth / 2, kHeight / 2 - radius * 3 / 4);
    const int bottom = pixels.brightness(kWidth / 2, kHeight / 2 + radius * 3 / 4);
    EXPECT_GT(top, 3 * bottom / 2);
}

TEST_F(SphereOverGround, CastsAShadow) {
    camera_.eye = {0, 9, 0.01f};
    camera_.target = {0, 0, 0};
    const Pixels with = draw(std::array{ground_, sphere_}, camera_);
    const Pixels without = draw(std::array{ground_}, camera_);
    int darker = 0;
    for (int y = 0; y < kHeight; ++y) {
        for (int x = 0; x < kWidth; ++x) {
            const bool isGround = with.red(x, y) < with.blue(x, y) + 25;
            darker += isGround && 4 * with.brightness(x, y) < 3 * without.brightness(x, y);
        }
    }
    // the shadow is about as large as the sphere's disc, part of which hides it
    EXPECT_GT(darker, kWidth * kHeight / 100);
    EXPECT_LT(darker, kWidth * kHeight / 5);
}

TEST_F(SphereOverGround, FramingShowsTheWholeSphere) {
    const Camera camera = renderer_->framing(std::array{sphere_}, {0.3f, 0.4f, 1});
    const Pixels pixels = draw(std::array{sphere_}, camera);
    int red = 0, redAtTheEdge = 0;
    for (int y = 0; y < kHeight; ++y) {
        for (int x = 0; x < kWidth; ++x) {
            const bool isRed = pixels.red(x, y) > pixels.blue(x, y) + 25;
            const bool isEdgePixel = x == 0 || y == 0 || x == kWidth - 1 || y == kHeight - 1;
            red += isRed;
            redAtTheEdge += isRed && isEdgePixel;
        }
    }
    EXPECT_GT(red, kHeight * kHeight / 5);
    EXPECT_EQ(redAtTheEdge, 0);
}

TEST_F(SphereOverGround, CutawayShowsTheInside) {
    DrawnBody kernel{renderer_->addMesh(sphere(0.5f))};
    kernel.colour = {0.1f, 0.2f, 0.9f};
    kernel.translation = sphere_.translation;
    const auto isKernelSeen = [&](const Camera& camera) {
        const Pixels pixels = draw(std::array{ground_, sphere_, kernel}, camera);
        return pixels.blue(kWidth / 2, kHeight / 2) > 2 * pixels.red(kWidth / 2, kHeight / 2);
    };
    EXPECT_FALSE(isKernelSeen(camera_));
    camera_.cutaway = Cutaway{sphere_.translation, {0, 0, 1}};
    EXPECT_FALSE(isKernelSeen(camera_)) << "only bodies that are marked are cut";
    sphere_.isCut = true;
    EXPECT_TRUE(isKernelSeen(camera_));
}

TEST_F(SphereOverGround, MovedVerticesAreDrawnAtTheirNewPositions) {
    const Pixels before = draw(std::array{ground_, sphere_}, camera_);
    DrawnMesh flat = sphere(1);
    for (Point& vertex : flat.vertices) vertex[1] *= 0.1f;
    renderer_->moveVertices(sphere_.mesh, flat.vertices);
    const Pixels after = draw(std::array{ground_, sphere_}, camera_);
    const int y = kHeight / 2 - kHeight / 6;  // above the flat one, on the round one
    EXPECT_GT(before.red(kWidth / 2, y), 2 * before.blue(kWidth / 2, y));
    EXPECT_LT(after.red(kWidth / 2, y), after.blue(kWidth / 2, y) + 25);
}

TEST_F(SphereOverGround, GivesTheSamePictureTwiceAndBesideAnotherRenderer) {
    const Pixels first = draw(std::array{ground_, sphere_}, camera_);
    auto other = OffscreenRenderer::create(64, 64);
    ASSERT_TRUE(other) << other.error();
    (*other)->addMesh(square(1));
    EXPECT_EQ(draw(std::array{ground_, sphere_}, camera_).rgb, first.rgb);
    other->reset();
    EXPECT_EQ(draw(std::array{ground_, sphere_}, camera_).rgb, first.rgb);
}

/// A square of two triangles, seen from above with its diagonal across the picture; `height` of one corner
/// beside the diagonal bends it there.
class Diagonal : public Renderer {
protected:
    /// Of the darkest pixel in the middle of the diagonal over that of a pixel aside.
    float brightness(float height) {
        DrawnMesh mesh = square(1);
        mesh.vertices[1][1] = height;
        const DrawnBody body{renderer_->addMesh(mesh)};
        Camera camera;
        camera.eye = {0, 4, 0};
        camera.up = {0, 0, -1};
        camera.guides = Guides{100, ""};
        const Pixels pixels = draw(std::array{body}, camera);
        int darkest = pixels.brightness(kWidth / 2, kHeight / 2);
        for (int i = -3; i <= 3; ++i)
            darkest = std::min(darkest, pixels.brightness(kWidth / 2 + i, kHeight / 2));
        const int aside = pixels.brightness(kWidth / 2 - kHeight / 6, kHeight / 2);
        return static_cast<float>(darkest) / static_cast<float>(aside);
    }
};

TEST_F(Diagonal, IsNotDrawnWhereItsTrianglesAreCoplanar) { EXPECT_GT(brightness(0), 0.97f); }

TEST_F(Diagonal, IsDrawnWhereTheyBend) { EXPECT_LT(brightness(0.3f), 0.9f); }

/// From above, with light from the left: two sides meet on a line in the middles of pixels, half of whose
/// samples each side has. The left one is light, the right one dark.
class BetweenTwoSides : public Renderer {
protected:
    static constexpr float kAway = 4;
    static float pixel() { return 2 * kAway * std::tan(17.5f / 180 * std::numbers::pi_v<float>) / kHeight; }

    /// Where in the range from the dark side to the light one the brightness of the pixels between is.
    float part(const std::vector<DrawnBody>& bodies) {
        Camera camera;
        camera.eye = {0, kAway, 0};
        camera.up = {0, 0, -1};
        camera.toLight = {-1, 0, 0.3f};
        const Pixels pixels = draw(bodies, camera);
        const auto brightness = [&](int x) { return float(pixels.brightness(x, kHeight / 2)); };
        const float lit = brightness(kWidth / 2 - 2), unlit = brightness(kWidth / 2 + 2);
        EXPECT_GT(lit, 1.2f * unlit);
        return (brightness(kWidth / 2) - unlit) / (lit - unlit);
    }
};

TEST_F(BetweenTwoSides, OfACreaseIsTheirMean) {
    const float ridge = 0.5f * pixel(), height = -2;
    const DrawnMesh roof{
        {{ridge, 0, -1}, {ridge, 0, 1}, {-1, height, -1}, {-1, height, 1}, {1, height, -1}, {1, height, 1}},
        {{0, 2, 3}, {0, 3, 1}, {0, 1, 5}, {0, 5, 4}}};
    EXPECT_NEAR(part({{renderer_->addMesh(roof)}}), 0.5f, 0.2f);
}

TEST_F(BetweenTwoSides, OfAPlateAndItsShadowIsTheirMean) {
    constexpr float kHalf = 0.5f, kGap = 0.03f;  // metres: so low that the plate has no outline
    const DrawnBody floor{renderer_->addMesh(square(3))};
    DrawnBody plate{renderer_->addMesh(square(kHalf))};
    plate.translation = {0.5f * pixel() - kHalf, kGap, 0};
    EXPECT_NEAR(part({floor, plate}), 0.5f, 0.2f);
}

TEST_F(Renderer, AGridIsOnWhatMayBeCutOnly) {
    DrawnBody body{renderer_->addMesh(square(1))};
    Camera camera;
    camera.eye = {0, 3, 0.5f};
    camera.guides = Guides{0.2f, ""};
    const auto darkest = [&](bool isCut) {
        body.isCut = isCut;
        const Pixels pixels = draw(std::array{body}, camera);
        int least = pixels.brightness(kWidth / 2, kHeight / 2);
        for (int i = -30; i <= 30; ++i)
            least = std::min(least, pixels.brightness(kWidth / 2 + i, kHeight / 2 + i / 3));
        return static_cast<float>(least) /
               static_cast<float>(pixels.brightness(kWidth / 2 - 8, kHeight / 2 - 8));
    };
    EXPECT_GT(darkest(false), 0.95f);
    EXPECT_LT(darkest(true), 0.93f);
}

/// Boxes that differ in the side on which their faces are counter-clockwise.
class Box : public Renderer {
protected:
    void SetUp() override {
        ASSERT_NO_FATAL_FAILURE(Renderer::SetUp());
        DrawnMesh turned = box();
        for (auto& face : turned.faces) std::swap(face[0], face[1]);
        bodies_ = {{renderer_->addMesh(box())}, {renderer_->addMesh(turned)}};
        camera_ = renderer_->framing(std::array{bodies_[0]}, {0.5f, 0.6f, 1});
    }

    std::vector<DrawnBody> bodies_;
    Camera camera_;
};

TEST_F(Box, LooksTheSameWithClockwiseFaces) {
    const Pixels outwards = draw(std::array{bodies_[0]}, camera_);
    const Pixels inwards = draw(std::array{bodies_[1]}, camera_);
    int different = 0;
    for (std::size_t i = 0; i < outwards.rgb.size(); ++i)
        different += std::abs(outwards.rgb[i] - inwards.rgb[i]) > 8;
    EXPECT_LT(different, kWidth * kHeight / 1000) << "but where inner sides show in pixels of the outline";
}

TEST_F(Box, ThatIsCutOrOpenedShowsItsInside) {
    DrawnBody& body = bodies_[0];
    body.isCut = true;
    body.colour = {0.9f, 0.15f, 0.1f};
    const auto isRed = [&](const Camera& camera) {
        const Pixels pixels = draw(std::array{body}, camera);
        return pixels.red(kWidth / 2, kHeight / 2) > 2 * pixels.blue(kWidth / 2, kHeight / 2);
    };
    Camera cut = camera_;
    cut.cutaway = Cutaway{{}, {0.5f, 0.6f, 1}};
    EXPECT_TRUE(isRed(cut));
    Camera opened = camera_;
    opened.opening = Opening{{}, {1, 1, 1}, -2};
    EXPECT_TRUE(isRed(opened));
}

TEST_F(Renderer, AnEmptySceneIsTheSky) { EXPECT_GT(draw({}, {}).brightness(kWidth / 2, kHeight / 2), 300); }

TEST_F(Renderer, FileThatCannotBeWrittenIsNamed) {
    const std::string path = (folder_ / "no" / "such.png").string();
    const auto drawn = renderer_->draw({}, {}, path);
    ASSERT_FALSE(drawn);
    EXPECT_THAT(drawn.error(), testing::HasSubstr(path));
}

/// Ends the process with 0 if there is no renderer, and says why; for a child process with a changed
/// environment.
[[noreturn]] void createWith(const char* variable, const char* value) {
    setenv(variable, value, 1);
    const auto created = OffscreenRenderer::create();
    std::fputs(created ? "created" : created.error().c_str(), stderr);
    std::exit(created ? EXIT_FAILURE : EXIT_SUCCESS);
}

TEST(RendererDeathTest, WithoutDriverOrOpenGlGivesOneSentence) {
    const testing::ExitedWithCode isRefused(EXIT_SUCCESS);
    const char* message = "(EGL|OpenGL)[^\n]*[.]\n?$";
    EXPECT_EXIT(createWith("__EGL_VENDOR_LIBRARY_FILENAMES", "/nonexistent"), isRefused, message);
    EXPECT_EXIT(createWith("LIBGL_DRIVERS_PATH", "/nonexistent"), isRefused, message);
    EXPECT_EXIT(createWith("MESA_GL_VERSION_OVERRIDE", "2.1"), isRefused, message);
}

}  // namespace
}  // namespace ricochet::view
