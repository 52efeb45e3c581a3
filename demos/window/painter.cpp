#include "demos/window/painter.h"

#include "demos/view/shaders.h"

namespace ricochet::window {
namespace {

constexpr float kHiddenOpacity = 0.3f;  // of lines behind bodies
constexpr float kPointSize = 6;         // pixels

// Flat faces under a hemisphere of light and one lamp, without shadows.
constexpr const char* kPlainFragment = R"(#version 330 core
in vec3 cornerFromEye;
uniform vec3 toLight;
uniform vec3 baseColour;  // sRGB
uniform float shade;
out vec4 colour;
void main() {
    vec3 normal = normalize(cross(dFdx(cornerFromEye), dFdy(cornerFromEye)));
    float light = 0.62 + 0.16 * normal.y + 0.36 * max(dot(normal, toLight), 0.0);
    colour = vec4(baseColour * light * shade, 1.0);
})";

constexpr const char* kLineVertex = R"(#version 330 core
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 colourIn;
uniform mat4 viewProjection;
uniform float pointSize;
out vec3 colourOfLine;
void main() {
    colourOfLine = colourIn;
    gl_PointSize = pointSize;
    gl_Position = viewProjection * vec4(position, 1.0);
})";

constexpr const char* kLineFragment = R"(#version 330 core
in vec3 colourOfLine;
uniform float opacity;
out vec4 colour;
void main() { colour = vec4(colourOfLine, opacity); })";

}  // namespace

tl::expected<Painter, std::string> Painter::create() {
    auto body = gl::Program::create(
        {{GL_VERTEX_SHADER, view::shaders::kBodyVertex}, {GL_FRAGMENT_SHADER, kPlainFragment}});
    auto line = gl::Program::create({{GL_VERTEX_SHADER, kLineVertex}, {GL_FRAGMENT_SHADER, kLineFragment}});
    if (!body) return tl::unexpected(body.error());
    if (!line) return tl::unexpected(line.error());
    return Painter({std::move(*body), std::move(*line)});
}

Painter::Painter(Programs programs) : programs_(std::move(programs)) {
    glGenVertexArrays(1, &lines_);
    glGenBuffers(1, &lineBuffer_);
    glBindVertexArray(lines_);
    glBindBuffer(GL_ARRAY_BUFFER, lineBuffer_);
    for (const GLuint attribute : {0u, 1u}) {
        glEnableVertexAttribArray(attribute);
        const std::size_t offset = attribute == 0 ? offsetof(LineEnd, position) : offsetof(LineEnd, colour);
        glVertexAttribPointer(attribute, 3, GL_FLOAT, GL_FALSE, sizeof(LineEnd),
                              reinterpret_cast<const void*>(offset));
    }
}

std::size_t Painter::addMesh(const view::DrawnMesh& mesh) {
    if (dropped_.empty()) {
        dropped_.push_back(meshes_.size());
        meshes_.emplace_back();
        parts_.emplace_back();
    }
    const std::size_t place = dropped_.back();
    dropped_.pop_back();
    meshes_[place] = view::upload(mesh);
    parts_[place] = {chunksOf(mesh), isClosed(mesh)};
    return place;
}

void Painter::dropMesh(std::size_t mesh) {
    view::destroy(meshes_[mesh]);
    dropped_.push_back(mesh);
}

tl::expected<void, std::string> Painter::draw(const Picture& picture, int width, int height) {
    const float aspect = static_cast<float>(width) / static_cast<float>(height);
    const view::Viewing viewing = view::makeViewing(picture.camera, boxOf(picture.bodies), aspect);
    tl::expected<void, std::string> drawn;
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(0, 0, width, height);
    if (picture.isFine) {
        drawn = drawFine(picture, width, height);
    } else {
        drawPlain(picture, viewing);
    }
    // Of a fine picture the window has no depth: all lines are seen through the bodies.
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glEnable(GL_PROGRAM_POINT_SIZE);
    for (const bool isOnTop : {true, false}) {
        if (picture.isFine && !isOnTop) continue;
        (isOnTop ? glDisable : glEnable)(GL_DEPTH_TEST);
        const float opacity = isOnTop && !picture.isFine ? kHiddenOpacity : 1;
        drawLines(picture.lines, GL_LINES, viewing, opacity);
        drawLines(picture.points, GL_POINTS, viewing, opacity);
    }
    glDisable(GL_BLEND);
    return drawn;
}

void Painter::drawPlain(const Picture& picture, const view::Viewing& viewing) const {
    glEnable(GL_DEPTH_TEST);
    glClearColor(0.79f, 0.83f, 0.86f, 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(1, 1);  // so that edges and outlines of faces lie before them
    drawMeshes(picture, viewing, /*areEdges*/ false);
    glDisable(GL_POLYGON_OFFSET_FILL);
    if (picture.hasEdges) drawMeshes(picture, viewing, /*areEdges*/ true);
}

void Painter::drawMeshes(const Picture& picture, const view::Viewing& viewing, bool areEdges) const {
    const gl::Program& program = programs_.body;
    program.use();
    program.set("viewProjection", viewing.viewProjection);
    program.set("eye", viewing.eye);
    program.set("toLight", view::makeLight(picture.camera, viewing, boxOf(picture.bodies)).towards);
    program.set("shade", areEdges ? 0.45f : 1.0f);
    glEnable(GL_CLIP_DISTANCE0);
    const Eigen::Vector4f cut = view::cutPlane(picture.camera);
    glPolygonMode(GL_FRONT_AND_BACK, areEdges ? GL_LINE : GL_FILL);
    for (const view::DrawnBody& body : picture.bodies) {
        const view::UploadedMesh& mesh = meshes_[body.mesh];
        const Parts& parts = parts_[body.mesh];
        const Eigen::Matrix4f model = view::modelMatrix(body);
        const bool isCut = body.isCut && cut != view::kCutNothing;
        program.set("model", model);
        program.set("cut", isCut ? cut : view::kCutNothing);
        program.set("baseColour", view::toVector(body.colour));
        (parts.isClosed && !isCut ? glEnable : glDisable)(GL_CULL_FACE);
        std::vector<GLsizei> counts;
        std::vector<const void*> starts;
        for (const MeshChunk& chunk :
             visibleChunks(parts.chunks, model, viewing.viewProjection, isCut ? cut : view::kCutNothing)) {
            counts.push_back(static_cast<GLsizei>(3 * chunk.faceCount));
            starts.push_back(reinterpret_cast<const void*>(3 * sizeof(std::uint32_t) * chunk.firstFace));
        }
        glBindVertexArray(mesh.vertexArray);
        glMultiDrawElements(GL_TRIANGLES, counts.data(), GL_UNSIGNED_INT, starts.data(),
                            static_cast<GLsizei>(counts.size()));
    }
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    glDisable(GL_CULL_FACE);
    glDisable(GL_CLIP_DISTANCE0);
}

tl::expected<void, std::string> Painter::drawFine(const Picture& picture, int width, int height) {
    if (!fine_) {  // a window that changes its size later shows it stretched or shrunk
        auto passes = view::RenderPasses::create(width, height);
        if (!passes) return tl::unexpected(passes.error());
        fine_.emplace(std::move(*passes));
    }
    const float aspect = static_cast<float>(width) / static_cast<float>(height);
    fine_->draw(view::makeStage(picture.bodies, meshes_, picture.camera, aspect));
    fine_->present(width, height);
    glViewport(0, 0, width, height);
    return {};
}

void Painter::drawLines(std::span<const LineEnd> ends, GLenum kind, const view::Viewing& viewing,
                        float opacity) const {
    if (ends.empty()) return;
    glBindVertexArray(lines_);
    glBindBuffer(GL_ARRAY_BUFFER, lineBuffer_);
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(ends.size_bytes()), ends.data(), GL_STREAM_DRAW);
    programs_.line.use();
    programs_.line.set("viewProjection", viewing.viewProjection);
    programs_.line.set("pointSize", kPointSize);
    programs_.line.set("opacity", opacity);
    glDrawArrays(kind, 0, static_cast<GLsizei>(ends.size()));
}

}  // namespace ricochet::window
