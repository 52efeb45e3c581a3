#include "demos/window/painter.h"

#include "demos/view/closed_mesh.h"
#include "demos/window/cross_section.h"
#include "demos/window/flat_mesh.h"

#include <algorithm>
#include <chrono>
#include <string>

namespace ricochet::window {
namespace {

constexpr float kHiddenOpacity = 0.3f;  // of lines behind bodies
constexpr float kPointSize = 6;         // pixels
constexpr float kUnseen = 0.5f;         // pixels: error of a coarser mesh
constexpr int kLasting = 10;            // frames: a mesh that is drawn so often gets coarser ones

// Faces under a hemisphere of light and one lamp, without shadows. Light is found once for each face of a
// mesh; over faces that replace more it varies.
constexpr const char* kFlat = "#version 330 core\n#define VARYING flat\n";
constexpr const char* kSmooth = "#version 330 core\n#define VARYING noperspective\n";

constexpr const char* kPlainVertex = R"(
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normalIn;
uniform mat4 model;
uniform mat4 viewProjection;
uniform vec4 cut;
uniform vec3 toLight;
uniform float shade;
VARYING out vec2 light;  // on both sides
void main() {
    vec4 world = model * vec4(position, 1.0);
    vec3 normal = mat3(model) * normalIn;
    float above = 0.16 * normal.y, lamp = 0.36 * dot(normal, toLight);
    light = shade * (0.62 + vec2(above + max(lamp, 0.0), max(-lamp, 0.0) - above));
    gl_ClipDistance[0] = -dot(cut, world);
    gl_Position = viewProjection * world;
})";

constexpr const char* kPlainFragment = R"(
VARYING in vec2 light;
uniform vec3 baseColour;  // sRGB
out vec4 colour;
void main() { colour = vec4(baseColour * (gl_FrontFacing ? light.x : light.y), 1.0); })";

constexpr const char* kSectionVertex = R"(#version 330 core
layout(location = 0) in vec3 position;
uniform mat4 toClip;
void main() { gl_Position = toClip * vec4(position, 1.0); })";

constexpr const char* kSectionFragment = R"(#version 330 core
uniform vec3 baseColour;
out vec4 colour;
void main() { colour = vec4(0.5 * baseColour, 1.0); })";

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

/// Of the mesh whose vertex array is bound.
GLuint uploadNormals(std::span<const view::Point> normals) {
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(normals.size_bytes()), normals.data(),
                 GL_STATIC_DRAW);
    glEnableVertexAttribArray(1);
    glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, 0, nullptr);
    return buffer;
}

}  // namespace

tl::expected<Painter, std::string> Painter::create() {
    const auto make = [](const std::string& vertex, const std::string& fragment) {
        return gl::Program::create({{GL_VERTEX_SHADER, vertex}, {GL_FRAGMENT_SHADER, fragment}});
    };
    const std::string flatly = kFlat, smoothly = kSmooth;
    auto flat = make(flatly + kPlainVertex, flatly + kPlainFragment);
    auto smooth = make(smoothly + kPlainVertex, smoothly + kPlainFragment);
    auto section = make(kSectionVertex, kSectionFragment);
    auto line = make(kLineVertex, kLineFragment);
    for (const auto* program : {&flat, &smooth, &section, &line}) {
        if (!*program) return tl::unexpected(program->error());
    }
    return Painter({std::move(*flat), std::move(*smooth), std::move(*section), std::move(*line)});
}

Painter::Painter(Programs programs) : programs_(std::move(programs)) {
    glGenVertexArrays(1, &section_);
    glGenBuffers(1, &sectionBuffer_);
    glBindVertexArray(section_);
    glBindBuffer(GL_ARRAY_BUFFER, sectionBuffer_);
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, nullptr);
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
    Parts& parts = parts_[place];
    parts.mesh = mesh;
    parts.chunks = sortIntoChunks(parts.mesh);
    parts.wholeFaces = static_cast<std::uint32_t>(mesh.faces.size());
    parts.isClosed = view::isClosed(mesh);
    const FlatMesh flat = flatMesh(parts.mesh);
    meshes_[place] = view::upload(flat.mesh);
    meshes_[place].hidesInnerSides = view::hidesInnerSides(mesh);
    parts.normals = uploadNormals(flat.normals);
    return place;
}

void Painter::dropMesh(std::size_t mesh) {
    view::destroy(meshes_[mesh]);
    glDeleteBuffers(1, &parts_[mesh].normals);
    if (!parts_[mesh].coarser.empty()) {
        view::destroy(parts_[mesh].uploadedCoarser);
        glDeleteBuffers(1, &parts_[mesh].normalsCoarser);
    }
    parts_[mesh] = {};
    dropped_.push_back(mesh);
}

/// In another thread, so that no frame waits for them.
void Painter::prepareCoarser(Parts& parts) {
    if (++parts.draws == kLasting)
        parts.coming = std::async(std::launch::async, coarserMesh, parts.mesh, parts.chunks);
    if (!parts.coming.valid() || parts.coming.wait_for(std::chrono::seconds(0)) != std::future_status::ready)
        return;
    CoarserMesh coarser = parts.coming.get();
    if (coarser.mesh.faces.empty()) return;
    parts.uploadedCoarser = view::upload(coarser.mesh);
    parts.normalsCoarser = uploadNormals(coarser.normals);
    parts.coarser = std::move(coarser.ofChunk);
    for (std::array<std::uint32_t, 3> face : coarser.mesh.faces) {
        for (std::uint32_t& vertex : face) vertex = coarser.vertexOfWhole[vertex];
        parts.mesh.faces.push_back(face);
    }
}

tl::expected<void, std::string> Painter::draw(const Picture& picture, int width, int height) {
    const float aspect = static_cast<float>(width) / static_cast<float>(height);
    const view::Viewing viewing = view::makeViewing(picture.camera, boxOf(picture.bodies), aspect);
    tl::expected<void, std::string> drawn;
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(0, 0, width, height);
    const int covered = std::clamp(picture.covered, 0, width - 1);
    glScissor(covered, 0, width - covered, height);
    if (picture.isFine) {
        drawn = drawFine(picture, width, height);
    } else {
        for (const view::DrawnBody& body : picture.bodies) prepareCoarser(parts_[body.mesh]);
        drawPlain(picture, {.viewing = viewing,
                            .seen = withoutLeft(viewing.viewProjection,
                                                static_cast<float>(covered) / static_cast<float>(width)),
                            .height = height});
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
    glDisable(GL_SCISSOR_TEST);
    return drawn;
}

void Painter::drawPlain(const Picture& picture, const View& from) const {
    glEnable(GL_DEPTH_TEST);
    glClearColor(0.79f, 0.83f, 0.86f, 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    glEnable(GL_SCISSOR_TEST);  // after it: to clear a part, Mesa draws a rectangle
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(1, 1);  // so that edges and outlines of faces lie before them
    drawMeshes(picture, from, /*areEdges*/ false);
    glDisable(GL_POLYGON_OFFSET_FILL);
    if (picture.hasEdges) drawMeshes(picture, from, /*areEdges*/ true);
}

void Painter::Ranges::add(std::uint32_t firstFace, std::uint32_t faceCount) {
    counts.push_back(static_cast<GLsizei>(3 * faceCount));
    starts.push_back(reinterpret_cast<const void*>(3 * sizeof(std::uint32_t) * firstFace));
}

void Painter::drawMeshes(const Picture& picture, const View& from, bool areEdges) const {
    const view::Viewing& viewing = from.viewing;
    for (const gl::Program* program : {&programs_.flat, &programs_.smooth}) {
        program->use();
        program->set("viewProjection", viewing.viewProjection);
        program->set("toLight", view::makeLight(picture.camera, viewing, boxOf(picture.bodies)).towards);
        program->set("shade", areEdges ? 0.45f : 1.0f);
    }
    const Eigen::Vector4f cut = view::cutPlane(picture.camera);
    const float pixel = 2 * viewing.slope.y() / static_cast<float>(from.height);  // metres, at a depth of 1
    std::vector<std::vector<MeshChunk>> shown;  // of the bodies: all chunks, in the forms that are drawn
    glPolygonMode(GL_FRONT_AND_BACK, areEdges ? GL_LINE : GL_FILL);
    for (const view::DrawnBody& body : picture.bodies) {
        const Parts& parts = parts_[body.mesh];
        const Eigen::Vector4f ownCut = body.isCut ? cut : view::kCutNothing;
        Ranges whole, coarser;
        std::vector<MeshChunk>& chunks = shown.emplace_back(parts.chunks);
        for (const VisibleChunk& visible :
             visibleChunks(parts.chunks, view::modelMatrix(body), from.seen, ownCut)) {
            MeshChunk& chunk = chunks[visible.number];
            // edges are those of all faces
            if (!picture.hasEdges) chunk = coarsest(parts, visible.number, kUnseen * pixel * visible.depth);
            if (chunk.firstFace < parts.wholeFaces) {
                whole.add(chunk.firstFace, chunk.faceCount);
            } else {
                coarser.add(chunk.firstFace - parts.wholeFaces, chunk.faceCount);
            }
        }
        (parts.isClosed ? glEnable : glDisable)(GL_CULL_FACE);
        drawChunks(programs_.flat, meshes_[body.mesh], body, ownCut, whole);
        drawChunks(programs_.smooth, parts.uploadedCoarser, body, ownCut, coarser);
    }
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    glDisable(GL_CULL_FACE);
    glDisable(GL_CLIP_DISTANCE0);
    for (std::size_t i = 0; i < picture.bodies.size(); ++i) {
        const view::DrawnBody& body = picture.bodies[i];
        const Parts& parts = parts_[body.mesh];
        if (!areEdges && body.isCut && parts.isClosed && cut != view::kCutNothing)
            drawSection(parts, body, from, shown[i], cut);
    }
}

MeshChunk Painter::coarsest(const Parts& parts, std::size_t number, float error) {
    MeshChunk chunk = parts.chunks[number];
    if (parts.coarser.empty()) return chunk;
    for (const CoarserChunk& each : parts.coarser[number]) {
        if (each.error >= error) break;
        chunk.firstFace = parts.wholeFaces + each.firstFace;
        chunk.faceCount = each.faceCount;
    }
    return chunk;
}

void Painter::drawChunks(const gl::Program& program, const view::UploadedMesh& mesh,
                         const view::DrawnBody& body, const Eigen::Vector4f& cut, const Ranges& faces) const {
    if (faces.counts.empty()) return;
    program.use();
    program.set("model", view::modelMatrix(body));
    program.set("cut", cut);
    program.set("baseColour", view::toVector(body.colour));
    (cut != view::kCutNothing ? glEnable : glDisable)(GL_CLIP_DISTANCE0);
    glBindVertexArray(mesh.vertexArray);
    glMultiDrawElements(GL_TRIANGLES, faces.counts.data(), GL_UNSIGNED_INT, faces.starts.data(),
                        static_cast<GLsizei>(faces.counts.size()));
}

/// A closed body that is cut looks solid.
void Painter::drawSection(const Parts& parts, const view::DrawnBody& body, const View& from,
                          const std::vector<MeshChunk>& chunks, const Eigen::Vector4f& cut) const {
    const Eigen::Matrix4f model = view::modelMatrix(body), toClip = from.viewing.viewProjection * model;
    const std::vector<view::Point> triangles =
        crossSection(parts.mesh, chunks, model.transpose() * cut, from.seen * model);
    glBindVertexArray(section_);
    glBindBuffer(GL_ARRAY_BUFFER, sectionBuffer_);
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(std::span(triangles).size_bytes()),
                 triangles.data(), GL_STREAM_DRAW);
    programs_.section.use();
    programs_.section.set("toClip", toClip);
    programs_.section.set("baseColour", view::toVector(body.colour));
    glEnable(GL_STENCIL_TEST);
    // first each triangle inverts the stencil; then what is set is drawn, once
    for (const bool isCounting : {true, false}) {
        glColorMask(!isCounting, !isCounting, !isCounting, GL_TRUE);
        (isCounting ? glDisable : glEnable)(GL_DEPTH_TEST);
        glStencilFunc(isCounting ? GL_ALWAYS : GL_NOTEQUAL, 0, 1);
        glStencilOp(isCounting ? GL_KEEP : GL_ZERO, isCounting ? GL_KEEP : GL_ZERO,
                    isCounting ? GL_INVERT : GL_ZERO);
        glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(triangles.size()));
    }
    glDisable(GL_STENCIL_TEST);
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
