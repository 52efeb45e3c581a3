#include "algorithms/stencil/passes.h"

#include <algorithm>
#include <functional>

namespace ricochet::stencil {
namespace {

constexpr std::size_t kMostInstances = 1 << 14;  // a megabyte

const char* const kNothingGlsl = "#version 450 core\nvoid main() {}\n";

// Test (3): one more layer before the begin of A.
const char* const kEarlierGlsl = R"(#version 450 core
layout(binding = 0) uniform sampler2DArray nearEnd;
layout(location = 0) out float more;
void main() {
    more = gl_FragCoord.z < texelFetch(nearEnd, ivec3(gl_FragCoord.xy, gl_Layer), 0).r ? 1.0 / 255.0 : 0.0;
}
)";

// A framebuffer is cleared while it is bound for drawing: a driver binds any other one for the time of each
// clear, which takes longer than a small pass.

void clearBits(GLuint mask, GLint value) {
    glStencilMask(mask);
    glClearBufferiv(GL_STENCIL, 0, &value);
}

/// Binds the image for drawing and clears these bits of its stencil.
void bindCleared(const DepthStencil& image, GLuint mask, GLint value) {
    glBindFramebuffer(GL_FRAMEBUFFER, image.framebuffer);
    clearBits(mask, value);
}

/// The same for its depths and all bits.
void bindClearedAll(const DepthStencil& image, float depth, GLint stencil) {
    glBindFramebuffer(GL_FRAMEBUFFER, image.framebuffer);
    glDepthMask(GL_TRUE);
    glStencilMask(0xff);
    glClearBufferfi(GL_DEPTH_STENCIL, 0, depth, stencil);
}

/// Binds the framebuffer of one drawing for both passes and clears SC2 by blending.
void bindClearedEarlier(const Targets& targets) {
    const std::array<float, 4> none{};
    glBindFramebuffer(GL_FRAMEBUFFER, targets.both);
    glColorMask(GL_TRUE, GL_FALSE, GL_FALSE, GL_FALSE);
    glClearBufferfv(GL_COLOR, 0, none.data());
}

/// Restricts drawing to the pixels of A and leaves its depths unchanged.
void onlyWhereA(GLenum depthTest, GLuint reference, GLuint writable) {
    glDepthMask(GL_FALSE);
    glDepthFunc(depthTest);
    glStencilFunc(GL_EQUAL, static_cast<GLint>(reference), kBitA);
    glStencilMask(writable);
}

}  // namespace

const char* const kWholePictureVertexGlsl = R"(#version 450 core
#extension GL_ARB_shader_viewport_layer_array : require
void main() {
    gl_Position = vec4(4.0 * (gl_VertexID & 1) - 1.0, 4.0 * (gl_VertexID >> 1) - 1.0, 0.0, 1.0);
    gl_Layer = gl_InstanceID;
}
)";

void setWindow(const gl::Program& program, const WindowMatrix& toWindow, int pixels) {
    program.use();
    program.set("toWindow0", Eigen::Vector4f(toWindow.row(0)));
    program.set("toWindow1", Eigen::Vector4f(toWindow.row(1)));
    program.set("toWindow2", Eigen::Vector4f(toWindow.row(2)));
    program.set("pixels", static_cast<float>(pixels));
}

Result<Passes> Passes::create() {
    auto program =
        gl::Program::create({{GL_VERTEX_SHADER, slicedVertexShader()}, {GL_FRAGMENT_SHADER, kNothingGlsl}});
    if (!program) return tl::unexpected(program.error());
    auto earlier =
        gl::Program::create({{GL_VERTEX_SHADER, slicedVertexShader()}, {GL_FRAGMENT_SHADER, kEarlierGlsl}});
    if (!earlier) return tl::unexpected(earlier.error());
    auto fill = gl::Program::create(
        {{GL_VERTEX_SHADER, kWholePictureVertexGlsl}, {GL_FRAGMENT_SHADER, kNothingGlsl}});
    if (!fill) return tl::unexpected(fill.error());
    Passes passes(std::move(*program), std::move(*earlier), std::move(*fill));
    passes.noVertices_ = gl::makeVertexArray();
    passes.instances_ = gl::MappedBuffer(gl::MappedBuffer::Use::write, kMostInstances * sizeof(Instance));
    return passes;
}

void Passes::begin(int pixels) {
    glViewport(0, 0, pixels, pixels);
    glClipControl(GL_LOWER_LEFT, GL_ZERO_TO_ONE);
    glDepthRangef(0, 1);
    glEnable(GL_DEPTH_CLAMP);
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_STENCIL_TEST);
    glDisable(GL_CULL_FACE);
    glDisable(GL_SCISSOR_TEST);
    glStencilMask(0xff);
}

/// Returns the byte from which they lie in the buffer.
std::size_t Passes::store(std::span<const Drawn* const> drawn) {
    const std::size_t bytes = drawn.size() * sizeof(Instance);
    if (storedBytes_ + bytes > instances_.bytes()) {
        gl::waitForAll();
        storedBytes_ = 0;
    }
    const std::size_t from = std::exchange(storedBytes_, storedBytes_ + bytes);
    const std::span<Instance> into = instances_.entries<Instance>(from, drawn.size());
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        for (Eigen::Index row = 0; row < 3; ++row) {
            Eigen::Map<Eigen::RowVector4f>(into[i].toWindow[static_cast<std::size_t>(row)].data()) =
                drawn[i]->toWindow.row(row);
        }
        into[i].slice = drawn[i]->slice;
    }
    return from;
}

void Passes::draw(DrawnMeshes drawn, const gl::Program& program, int pixels) {
    program.use();
    program.set("pixels", static_cast<float>(pixels));
    std::vector<const Drawn*> order;
    for (const Drawn& each : drawn) order.push_back(&each);
    std::stable_sort(order.begin(), order.end(),
                     [](const Drawn* p, const Drawn* q) { return std::less<>()(p->mesh, q->mesh); });
    const std::span<const Drawn* const> all = order;
    for (std::size_t begin = 0, end = 0; begin < all.size(); begin = end) {
        const Drawn& first = *all[begin];
        end = begin + 1;
        while (first.hasAllFaces() && end < all.size() && end - begin < kMostInstances &&
               all[end]->mesh == first.mesh && all[end]->hasAllFaces()) {
            ++end;
        }
        const std::size_t from = store(all.subspan(begin, end - begin));
        if (first.culled) {
            first.mesh->drawInstance(instances_.name(), from, *first.culled);
        } else if (first.only) {
            first.mesh->drawInstance(instances_.name(), from, *first.only);
        } else {
            first.mesh->drawInstances(instances_.name(), from, end - begin);
        }
    }
}

void Passes::drawWholePicture(std::size_t slices) const {
    glBindVertexArray(noVertices_);
    glDrawArraysInstanced(GL_TRIANGLES, 0, 3, static_cast<GLsizei>(slices));
}

void Passes::drawFarEnd(const Targets& targets, DrawnMeshes a) {
    bindClearedAll(targets.farEnd, 0, 0);
    glDepthFunc(GL_GEQUAL);
    glStencilFunc(GL_ALWAYS, kBitA, 0xff);
    glStencilOp(GL_KEEP, GL_REPLACE, GL_REPLACE);
    draw(a, program_, targets.pixels);
}

void Passes::drawNearEnd(const Targets& targets, DrawnMeshes a) {
    bindClearedAll(targets.nearEnd, 1, kBitA);
    // Count A's layers; with the highest bit set, increments stop at 127.
    glDepthFunc(GL_LEQUAL);
    glStencilFunc(GL_ALWAYS, 0, 0xff);
    glStencilMask(0x7f);
    glStencilOp(GL_KEEP, GL_INCR, GL_INCR);
    draw(a, program_, targets.pixels);
    targets.nearEndHas = NearEndHas::layers;
}

void Passes::markConvex(const Targets& targets, std::size_t slices) const {
    glBindFramebuffer(GL_FRAMEBUFFER, targets.nearEnd.framebuffer);
    glDisable(GL_DEPTH_TEST);
    fill_.use();
    // Counts above two become three.
    glStencilMask(0xff);
    glStencilFunc(GL_LESS, kBitA | 3, 0xff);
    glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
    drawWholePicture(slices);
    // Two layers: A is convex there.
    glStencilMask(kBitConvexA);
    glStencilFunc(GL_EQUAL, kBitA | 2, 0xff);
    glStencilOp(GL_KEEP, GL_KEEP, GL_INVERT);
    drawWholePicture(slices);
    // No layers: A is not there.
    glStencilMask(0xff);
    glStencilFunc(GL_EQUAL, kBitA, 0xff);
    glStencilOp(GL_KEEP, GL_KEEP, GL_ZERO);
    drawWholePicture(slices);
    glEnable(GL_DEPTH_TEST);
    targets.nearEndHas = NearEndHas::marks;
}

void Passes::count1(const Targets& targets, DrawnMeshes b) {
    bindCleared(targets.farEnd, kCount1, 0);
    onlyWhereA(GL_LEQUAL, kBitA, kCount1);
    glStencilOp(GL_KEEP, GL_KEEP, GL_INCR);
    draw(b, program_, targets.farEnd.pixels);
}

void Passes::count2(const Targets& targets, DrawnMeshes b) {
    bindClearedEarlier(targets);
    bindCleared(targets.nearEnd, kCount2, 0);
    onlyWhereA(GL_LESS, kBitA, kCount2);
    glStencilOp(GL_KEEP, GL_KEEP, GL_INCR);
    draw(b, program_, targets.pixels);
}

void Passes::countBoth(const Targets& targets, DrawnMeshes b) {
    if (targets.nearEndHas == NearEndHas::marks) bindCleared(targets.nearEnd, kCount2, 0);
    bindClearedEarlier(targets);
    clearBits(kCount1, 0);
    onlyWhereA(GL_LEQUAL, kBitA, kCount1);
    glStencilOp(GL_KEEP, GL_KEEP, GL_INCR);
    glBindTextureUnit(0, targets.nearEnd.depths);
    glEnable(GL_BLEND);
    glBlendEquation(GL_FUNC_ADD);
    glBlendFunc(GL_ONE, GL_ONE);
    draw(b, earlier_, targets.pixels);
    glDisable(GL_BLEND);
}

void Passes::toggle1(const Targets& targets, DrawnMeshes b) {
    bindCleared(targets.farEnd, kCount1, 0);
    onlyWhereA(GL_LEQUAL, kBitA | kBitB, kBitB);
    glStencilOp(GL_KEEP, GL_REPLACE, GL_REPLACE);
    draw(b, program_, targets.pixels);
    glStencilMask(kBitToggle);
    glStencilOp(GL_KEEP, GL_KEEP, GL_INVERT);
    draw(b, program_, targets.pixels);
}

void Passes::toggle2(const Targets& targets, DrawnMeshes b) {
    bindClearedEarlier(targets);
    bindCleared(targets.nearEnd, kCount2, 0);
    onlyWhereA(GL_LESS, kBitA, kBitToggle);
    glStencilOp(GL_KEEP, GL_KEEP, GL_INVERT);
    draw(b, program_, targets.pixels);
}

}  // namespace ricochet::stencil
