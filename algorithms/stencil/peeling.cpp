#include "algorithms/stencil/peeling.h"

namespace ricochet::stencil {
namespace {

const char* const kPeelGlsl = R"(#version 450 core
layout(binding = 0) uniform sampler2DArray before;
void main() {
    if (gl_FragCoord.z <= texelFetch(before, ivec3(gl_FragCoord.xy, 0), 0).r) discard;
}
)";

void clear(const DepthStencil& image, float depth) {
    glDepthMask(GL_TRUE);
    glStencilMask(0xff);
    glClearNamedFramebufferfi(image.framebuffer, GL_DEPTH_STENCIL, 0, depth, 0);
}

std::vector<std::uint8_t> stencilOf(const DepthStencil& image, int pixels) {
    std::vector<std::uint8_t> values(static_cast<std::size_t>(pixels) * static_cast<std::size_t>(pixels));
    glBindFramebuffer(GL_READ_FRAMEBUFFER, image.framebuffer);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, pixels, pixels, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, values.data());
    return values;
}

}  // namespace

Result<Peeling> Peeling::create() {
    auto peel =
        gl::Program::create({{GL_VERTEX_SHADER, snappedVertexShader()}, {GL_FRAGMENT_SHADER, kPeelGlsl}});
    if (!peel) return tl::unexpected(peel.error());
    Peeling made(std::move(*peel));
    made.query_ = gl::makeQuery(GL_ANY_SAMPLES_PASSED);
    return made;
}

bool Peeling::drawNextLayer(const DepthStencil& before, const DepthStencil& next, const Drawn& a,
                            int pixels) const {
    clear(next, 1);
    glBindFramebuffer(GL_FRAMEBUFFER, next.framebuffer);
    glBindTextureUnit(0, before.depths);
    glDepthFunc(GL_LESS);
    glStencilFunc(GL_ALWAYS, kBitA, 0xff);
    glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
    setWindow(peel_, a.toWindow, pixels);
    glBeginQuery(GL_ANY_SAMPLES_PASSED, query_);
    a.mesh->draw();
    glEndQuery(GL_ANY_SAMPLES_PASSED);
    GLuint any = 0;
    glGetQueryObjectuiv(query_, GL_QUERY_RESULT, &any);
    return any != 0;
}

std::vector<bool> Peeling::collidingPixels(Passes& passes, int pixels, const Drawn& a, const Drawn& b) const {
    const DepthStencil begin(pixels), end(pixels);
    std::vector<bool> collides(static_cast<std::size_t>(pixels) * static_cast<std::size_t>(pixels));
    clear(end, 0);
    while (drawNextLayer(end, begin, a, pixels)) {
        drawNextLayer(begin, end, a, pixels);
        passes.countWhereA(begin, GL_LESS, {&b, 1});
        passes.countWhereA(end, GL_LEQUAL, {&b, 1});
        const auto before = stencilOf(begin, pixels), upTo = stencilOf(end, pixels);
        for (std::size_t i = 0; i < collides.size(); ++i) {
            if (before[i] & upTo[i] & kBitA && (before[i] & 1 || before[i] != upTo[i])) collides[i] = true;
        }
    }
    return collides;
}

}  // namespace ricochet::stencil
