#include "demos/view/render_passes.h"

#include "demos/view/shaders.h"

#include <cmath>

namespace ricochet::view {
namespace {

Eigen::Vector3f toLinear(const Colour& colour) {
    return toVector(colour).unaryExpr(
        [](float c) { return c <= 0.04045f ? c / 12.92f : std::pow((c + 0.055f) / 1.055f, 2.4f); });
}

}  // namespace

tl::expected<RenderPasses, std::string> RenderPasses::create(int width, int height) {
    using namespace shaders;
    const auto make = [](const char* vertex, const char* fragment) {
        return gl::Program::create({{GL_VERTEX_SHADER, vertex}, {GL_FRAGMENT_SHADER, fragment}});
    };
    auto shadow = make(kShadowVertex, kShadowFragment);
    auto body = make(kBodyVertex, kBodyFragment);
    auto sky = make(kPictureVertex, kSkyFragment);
    auto occlusion = make(kPictureVertex, kOcclusionFragment);
    auto compose = make(kPictureVertex, kComposeFragment);
    for (const auto* program : {&shadow, &body, &sky, &occlusion, &compose}) {
        if (!*program) return tl::unexpected(program->error());
    }
    return RenderPasses(
        {std::move(*shadow), std::move(*body), std::move(*sky), std::move(*occlusion), std::move(*compose)},
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
    drawSky();
    drawBodies(stage);
    resolveSamples();
    drawOcclusion(stage);
    compose(stage.viewing);
}

void RenderPasses::drawMeshes(const gl::Program& program, const Stage& stage) {
    glEnable(GL_CLIP_DISTANCE0);
    for (const DrawnBody& body : stage.bodies) {
        const UploadedMesh& mesh = stage.meshes[body.mesh];
        program.set("model", modelMatrix(body));
        program.set("baseColour", toLinear(body.colour));
        program.set("isCut", int{body.isCut && stage.cut != kCutNothing});
        program.set("cut", body.isCut ? stage.cut : kCutNothing);
        glBindVertexArray(mesh.vertexArray);
        glDrawElements(GL_TRIANGLES, mesh.indexCount, GL_UNSIGNED_INT, nullptr);
    }
}

void RenderPasses::drawShadows(const Stage& stage) const {
    glBindFramebuffer(GL_FRAMEBUFFER, targets_.shadows);
    glViewport(0, 0, kShadowMapSize, kShadowMapSize);
    glEnable(GL_DEPTH_TEST);
    glClear(GL_DEPTH_BUFFER_BIT);
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(1.5f, 4.0f);  // so that a face does not shade itself
    programs_.shadow.use();
    programs_.shadow.set("lightProjection", stage.light.projection);
    drawMeshes(programs_.shadow, stage);
    glDisable(GL_POLYGON_OFFSET_FILL);
}

void RenderPasses::drawSky() const {
    glBindFramebuffer(GL_FRAMEBUFFER, targets_.multisampled);
    glViewport(0, 0, targets_.width, targets_.height);
    glClear(GL_DEPTH_BUFFER_BIT);
    programs_.sky.use();
    drawWholePicture();
}

void RenderPasses::drawBodies(const Stage& stage) const {
    bindTexture(0, targets_.shadowMap);
    const gl::Program& body = programs_.body;
    body.use();
    body.set("shadowMap", 0);
    body.set("viewProjection", stage.viewing.viewProjection);
    body.set("eye", stage.viewing.eye);
    body.set("up", stage.viewing.up);
    body.set("toLight", stage.light.towards);
    body.set("lightProjection", stage.light.projection);
    body.set("shadowTexel", stage.light.width / kShadowMapSize);
    body.set("cutNormal", Eigen::Vector3f(stage.cut.head<3>()));
    glEnable(GL_DEPTH_TEST);
    drawMeshes(body, stage);
}

void RenderPasses::resolveSamples() const {
    const auto resolve = [this](GLenum from, GLuint to, GLbitfield what) {
        const int w = targets_.width, h = targets_.height;
        glBindFramebuffer(GL_READ_FRAMEBUFFER, targets_.multisampled);
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, to);
        glReadBuffer(from);
        glBlitFramebuffer(0, 0, w, h, 0, 0, w, h, what, GL_NEAREST);
    };
    resolve(GL_COLOR_ATTACHMENT0, targets_.resolved, GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    resolve(GL_COLOR_ATTACHMENT1, targets_.resolvedNormal, GL_COLOR_BUFFER_BIT);
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
    const gl::Program& picture = programs_.compose;
    picture.use();
    picture.set("colourMap", 0);
    picture.set("depthMap", 1);
    picture.set("openMap", 2);
    picture.set("planes", viewing.planes);
    drawWholePicture();
}

void RenderPasses::drawWholePicture() const {
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_CLIP_DISTANCE0);
    glBindVertexArray(noVertices_);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

std::vector<std::uint8_t> RenderPasses::pixels() const {
    std::vector<std::uint8_t> result(std::size_t{3} * targets_.width * targets_.height);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, targets_.picture);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, targets_.width, targets_.height, GL_RGB, GL_UNSIGNED_BYTE, result.data());
    return result;
}

}  // namespace ricochet::view
