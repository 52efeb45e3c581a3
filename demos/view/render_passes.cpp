#include "demos/view/render_passes.h"

#include "demos/view/mesh_shaders.h"
#include "demos/view/picture_shaders.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace ricochet::view {
namespace {

constexpr float kCavity = 0.11f;  // of half of the picture's height: cavities up to this size are darkened
constexpr int kMarkUnit = 1;      // of textures

Eigen::Vector3f toLinear(const Colour& colour) {
    return toVector(colour).unaryExpr(
        [](float c) { return c <= 0.04045f ? c / 12.92f : std::pow((c + 0.055f) / 1.055f, 2.4f); });
}

}  // namespace

Stage makeStage(std::span<const DrawnBody> bodies, std::span<const UploadedMesh> meshes, const Camera& camera,
                float aspect) {
    const Box box = boxOf(bodies, meshes);
    const Viewing viewing = makeViewing(camera, box, aspect);
    return {.bodies = bodies,
            .meshes = meshes,
            .viewing = viewing,
            .light = makeLight(camera, viewing, box),
            .cut = cutPlane(camera),
            .opening = camera.opening,
            .spacing = camera.guides ? camera.guides->length : 0,
            .cavity = kCavity * viewing.pictureHalf};
}

tl::expected<RenderPasses, std::string> RenderPasses::create(int width, int height) {
    using namespace shaders;
    const auto ofMeshes = [](const std::string& opening, const char* fragment) {
        return gl::Program::create(
            {{GL_VERTEX_SHADER, kPlainVertex}, {GL_FRAGMENT_SHADER, opening + fragment}});
    };
    const auto ofBodies = [](const std::string& opening) {
        return gl::Program::create({{GL_VERTEX_SHADER, kBodyVertex},
                                    {GL_GEOMETRY_SHADER, kBodyGeometry},
                                    {GL_FRAGMENT_SHADER, opening + kBodyFragment}});
    };
    const auto ofPicture = [](const char* fragment) {
        return gl::Program::create({{GL_VERTEX_SHADER, kPictureVertex}, {GL_FRAGMENT_SHADER, fragment}});
    };
    auto shadow = ofMeshes(kClosed, kShadowFragment), openedShadow = ofMeshes(kOpened, kShadowFragment);
    auto number = ofMeshes(kClosed, kNumberFragment), openedNumber = ofMeshes(kOpened, kNumberFragment);
    auto body = ofBodies(kClosed), openedBody = ofBodies(kOpened);
    auto leftOut = ofMeshes(kOpened, kLeftOutFragment);
    auto sky = ofPicture(kSkyFragment), shading = ofPicture(kShadingFragment);
    auto occlusion = ofPicture(kOcclusionFragment), compose = ofPicture(kComposeFragment);
    for (const auto* program : {&shadow, &openedShadow, &number, &openedNumber, &body, &openedBody, &leftOut,
                                &sky, &shading, &occlusion, &compose}) {
        if (!*program) return tl::unexpected(program->error());
    }
    return RenderPasses({.shadow = {std::move(*shadow), std::move(*openedShadow)},
                         .number = {std::move(*number), std::move(*openedNumber)},
                         .body = {std::move(*body), std::move(*openedBody)},
                         .leftOut = std::move(*leftOut),
                         .sky = std::move(*sky),
                         .shading = std::move(*shading),
                         .occlusion = std::move(*occlusion),
                         .compose = std::move(*compose)},
                        RenderTargets(width, height));
}

RenderPasses::RenderPasses(Programs programs, const RenderTargets& targets)
    : programs_(std::move(programs)), targets_(targets) {
    glGenVertexArrays(1, &noVertices_);
}

float RenderPasses::aspect() const {
    return static_cast<float>(targets_.width) / static_cast<float>(targets_.height);
}

void RenderPasses::draw(const Stage& stage) const {
    drawShadows(stage);
    drawLeftOut(stage);
    drawSky();
    drawBodies(stage);
    shade(stage);
    drawOcclusion(stage);
    compose(stage.viewing);
}

void RenderPasses::drawMeshes(const gl::Program& program, const Stage& stage, const DepthBias& bias) {
    glEnable(GL_CLIP_DISTANCE0);
    glEnable(GL_POLYGON_OFFSET_FILL);
    const Opening opening = stage.opening.value_or(Opening{});
    program.set("openCorner", toVector(opening.corner));
    program.set("openFloor", opening.floor);
    int number = 0;
    for (const DrawnBody& body : stage.bodies) {
        ++number;
        if (body.mesh == kNoMesh) continue;
        program.set(
            "number",
            Eigen::Vector3f(Eigen::Vector3i(number & 255, number >> 8 & 255, number >> 16).cast<float>() /
                            255.0f));
        const bool isOpen = body.isCut && (stage.opening || stage.cut != kCutNothing);
        const UploadedMesh& mesh = stage.meshes[body.mesh];
        (mesh.hidesInnerSides && !isOpen ? glEnable : glDisable)(GL_CULL_FACE);
        const float behind = body.isCut ? 1 : 0;  // what touches it is seen
        glPolygonOffset(bias.slopes + behind, bias.steps + behind);
        program.set("model", modelMatrix(body));
        program.set("baseColour", toLinear(body.colour));
        program.set("openSide", toVector(body.isCut ? opening.side : Point{}));
        program.set("isMarked", int{body.isMarked});
        program.set("isGround", int{body.isCut});
        program.set("isCut", int{body.isCut && stage.cut != kCutNothing});
        program.set("cut", body.isCut ? stage.cut : kCutNothing);
        bindTexture(kMarkUnit, mesh.marks, GL_TEXTURE_BUFFER);
        glBindVertexArray(mesh.vertexArray);
        glDrawElements(GL_TRIANGLES, mesh.indexCount, GL_UNSIGNED_INT, nullptr);
    }
    glDisable(GL_POLYGON_OFFSET_FILL);
    glDisable(GL_CULL_FACE);
}

void RenderPasses::drawShadows(const Stage& stage) const {
    glBindFramebuffer(GL_FRAMEBUFFER, targets_.shadows);
    glViewport(0, 0, kShadowMapSize, kShadowMapSize);
    glEnable(GL_DEPTH_TEST);
    glClear(GL_DEPTH_BUFFER_BIT);
    const gl::Program& shadow = programs_.shadow.at(stage);
    shadow.use();
    shadow.set("viewProjection", stage.light.projection);
    drawMeshes(shadow, stage, {1.5f, 4.0f});  // so that a face does not shade itself
}

void RenderPasses::drawLeftOut(const Stage& stage) const {
    glBindFramebuffer(GL_FRAMEBUFFER, targets_.outlined);
    glViewport(0, 0, targets_.width, targets_.height);
    glClear(GL_DEPTH_BUFFER_BIT);
    if (!stage.opening) return;
    programs_.leftOut.use();
    programs_.leftOut.set("viewProjection", stage.viewing.viewProjection);
    drawMeshes(programs_.leftOut, stage, {});
}

std::vector<VisiblePart> RenderPasses::visibleParts(const Stage& stage) const {
    glBindFramebuffer(GL_FRAMEBUFFER, targets_.numbered);
    glViewport(0, 0, kCountedWidth, kCountedHeight);
    glEnable(GL_DEPTH_TEST);
    glClearColor(0, 0, 0, 0);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    const gl::Program& numbers = programs_.number.at(stage);
    numbers.use();
    numbers.set("viewProjection", stage.viewing.viewProjection);
    drawMeshes(numbers, stage, {});
    std::vector<std::uint8_t> bytes(std::size_t{4} * kCountedWidth * kCountedHeight);
    glReadPixels(0, 0, kCountedWidth, kCountedHeight, GL_RGBA, GL_UNSIGNED_BYTE, bytes.data());
    std::vector<Eigen::Array3f> sums(stage.bodies.size() + 1, Eigen::Array3f::Zero());
    for (int row = 0, i = 0; row < kCountedHeight; ++row) {
        for (int column = 0; column < kCountedWidth; ++column, i += 4) {
            const std::uint8_t* const pixel = &bytes[std::size_t(i)];
            sums[std::size_t(pixel[0] | pixel[1] << 8 | pixel[2] << 16)] +=
                Eigen::Array3f(1, float(column) + 0.5f, float(row) + 0.5f);
        }
    }
    std::vector<VisiblePart> parts;
    for (auto sum = std::next(sums.begin()); sum != sums.end(); ++sum) {  // the first: of the background
        const float pixels = std::max(sum->x(), 1.0f);
        parts.push_back({.share = sum->x() / float(kCountedWidth * kCountedHeight),
                         .middle = {2 * sum->y() / (pixels * float(kCountedWidth)) - 1,
                                    2 * sum->z() / (pixels * float(kCountedHeight)) - 1}});
    }
    return parts;
}

void RenderPasses::drawSky() const {
    glBindFramebuffer(GL_FRAMEBUFFER, targets_.multisampled);
    glViewport(0, 0, targets_.width, targets_.height);
    glClear(GL_DEPTH_BUFFER_BIT);
    programs_.sky.use();
    drawWholePicture();
}

void RenderPasses::drawBodies(const Stage& stage) const {
    const gl::Program& body = programs_.body.at(stage);
    body.use();
    body.set("faceMarks", kMarkUnit);
    body.set("viewProjection", stage.viewing.viewProjection);
    body.set("eye", stage.viewing.eye);
    body.set("up", stage.viewing.up);
    body.set("spacing", stage.spacing);
    body.set("cutNormal", Eigen::Vector3f(stage.cut.head<3>()));
    glEnable(GL_DEPTH_TEST);
    drawMeshes(body, stage, {});
}

void RenderPasses::shade(const Stage& stage) const {
    const int w = targets_.width, h = targets_.height;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, targets_.multisampled);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, targets_.shaded);
    glBlitFramebuffer(0, 0, w, h, 0, 0, w, h, GL_DEPTH_BUFFER_BIT, GL_NEAREST);
    bindTexture(0, targets_.shadowMap);
    bindTexture(1, targets_.surface, GL_TEXTURE_2D_MULTISAMPLE);
    bindTexture(2, targets_.geometry, GL_TEXTURE_2D_MULTISAMPLE);
    const gl::Program& shading = programs_.shading;
    shading.use();
    shading.set("shadowMap", 0);
    shading.set("surfaceMap", 1);
    shading.set("geometryMap", 2);
    shading.set("samples", kSamples);
    shading.set("toView", Eigen::Matrix3f(stage.viewing.toView.topLeftCorner<3, 3>()));
    shading.set("slope", stage.viewing.slope);
    shading.set("eye", stage.viewing.eye);
    shading.set("up", stage.viewing.up);
    shading.set("toLight", stage.light.towards);
    shading.set("lightProjection", stage.light.projection);
    shading.set("shadowTexel", stage.light.width / kShadowMapSize);
    drawWholePicture();
}

void RenderPasses::drawOcclusion(const Stage& stage) const {
    glBindFramebuffer(GL_FRAMEBUFFER, targets_.occlusion);
    bindTexture(0, targets_.depth);
    bindTexture(1, targets_.normal);
    const gl::Program& occlusion = programs_.occlusion;
    occlusion.use();
    occlusion.set("depthMap", 0);
    occlusion.set("normalMap", 1);
    occlusion.set("toView", Eigen::Matrix3f(stage.viewing.toView.topLeftCorner<3, 3>()));
    occlusion.set("planes", stage.viewing.planes);
    occlusion.set("slope", stage.viewing.slope);
    occlusion.set("radius", stage.cavity);
    drawWholePicture();
}

void RenderPasses::compose(const Viewing& viewing) const {
    glBindFramebuffer(GL_FRAMEBUFFER, targets_.picture);
    bindTexture(0, targets_.colour);
    bindTexture(1, targets_.depth);
    bindTexture(2, targets_.open);
    bindTexture(3, targets_.leftOut);
    const gl::Program& picture = programs_.compose;
    picture.use();
    picture.set("colourMap", 0);
    picture.set("depthMap", 1);
    picture.set("openMap", 2);
    picture.set("leftOutMap", 3);
    picture.set("slope", viewing.slope);
    picture.set("planes", viewing.planes);
    drawWholePicture();
}

void RenderPasses::drawWholePicture() const {
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_CLIP_DISTANCE0);
    glBindVertexArray(noVertices_);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

void RenderPasses::present(int width, int height) const {
    glBindFramebuffer(GL_READ_FRAMEBUFFER, targets_.picture);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    glBlitFramebuffer(0, 0, targets_.width, targets_.height, 0, 0, width, height, GL_COLOR_BUFFER_BIT,
                      GL_LINEAR);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

std::vector<std::uint8_t> RenderPasses::pixels() const {
    std::vector<std::uint8_t> result(std::size_t{3} * targets_.width * targets_.height);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, targets_.picture);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, targets_.width, targets_.height, GL_RGB, GL_UNSIGNED_BYTE, result.data());
    return result;
}

}  // namespace ricochet::view
