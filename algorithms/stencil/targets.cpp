#include "algorithms/stencil/targets.h"

namespace ricochet::stencil {
namespace {

void sampleNearest(GLuint texture) {
    glTextureParameteri(texture, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTextureParameteri(texture, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
}

}  // namespace

GLuint makeImage(GLenum format, int pixels) {
    GLuint texture = 0;
    glCreateTextures(GL_TEXTURE_2D, 1, &texture);
    glTextureStorage2D(texture, 1, format, pixels, pixels);
    sampleNearest(texture);
    return texture;
}

GLuint makeSlices(GLenum format, int pixels, int slices) {
    GLuint texture = 0;
    glCreateTextures(GL_TEXTURE_2D_ARRAY, 1, &texture);
    glTextureStorage3D(texture, 1, format, pixels, pixels, slices);
    sampleNearest(texture);
    return texture;
}

DepthStencil::DepthStencil(int side, int slices)
    : pixels(side), texture(makeSlices(GL_DEPTH32F_STENCIL8, side, slices)) {
    glTextureParameteri(texture, GL_DEPTH_STENCIL_TEXTURE_MODE, GL_STENCIL_INDEX);
    glGenTextures(1, &depths);
    glTextureView(depths, GL_TEXTURE_2D_ARRAY, texture, GL_DEPTH32F_STENCIL8, 0, 1, 0,
                  static_cast<GLuint>(slices));
    sampleNearest(depths);
    glTextureParameteri(depths, GL_DEPTH_STENCIL_TEXTURE_MODE, GL_DEPTH_COMPONENT);
    glCreateFramebuffers(1, &framebuffer);
    glNamedFramebufferTexture(framebuffer, GL_DEPTH_STENCIL_ATTACHMENT, texture, 0);
    glNamedFramebufferDrawBuffer(framebuffer, GL_NONE);
    glNamedFramebufferReadBuffer(framebuffer, GL_NONE);
}

DepthStencil::~DepthStencil() {
    if (isLost) return;
    glDeleteFramebuffers(1, &framebuffer);
    glDeleteTextures(1, &depths);
    glDeleteTextures(1, &texture);
}

void readDepthAndStencil(const DepthStencil& image, std::span<DepthAndStencil> read) {
    glBindFramebuffer(GL_READ_FRAMEBUFFER, image.framebuffer);
    glReadPixels(0, 0, image.pixels, image.pixels, GL_DEPTH_STENCIL, GL_FLOAT_32_UNSIGNED_INT_24_8_REV,
                 read.data());
    for (DepthAndStencil& each : read) each.stencil &= 0xffu;
}

Targets::Targets(int size, int count)
    : pixels(size),
      slices(count),
      farEnd(size, count),
      nearEnd(size, count),
      earlier(makeSlices(GL_R8, size, count)),
      cases(makeSlices(GL_R8UI, size, count)),
      heads(makeSlices(GL_R32UI, size, count)),
      lengths(makeSlices(GL_R32UI, size, count)) {
    glCreateFramebuffers(1, &both);
    glNamedFramebufferTexture(both, GL_DEPTH_STENCIL_ATTACHMENT, farEnd.texture, 0);
    glNamedFramebufferTexture(both, GL_COLOR_ATTACHMENT0, earlier, 0);
    // An examination after the first pass reads these images, too.
    const float none = 0;
    glClearTexImage(earlier, 0, GL_RED, GL_FLOAT, &none);
    glStencilMask(0xff);
    glDepthMask(GL_TRUE);
    glClearNamedFramebufferfi(nearEnd.framebuffer, GL_DEPTH_STENCIL, 0, 1, 0);
    glCreateFramebuffers(1, &queryFramebuffer);
    glNamedFramebufferParameteri(queryFramebuffer, GL_FRAMEBUFFER_DEFAULT_WIDTH, size);
    glNamedFramebufferParameteri(queryFramebuffer, GL_FRAMEBUFFER_DEFAULT_HEIGHT, size);
    glNamedFramebufferParameteri(queryFramebuffer, GL_FRAMEBUFFER_DEFAULT_LAYERS, count);
}

Targets::~Targets() {
    if (isLost) return;
    glDeleteFramebuffers(1, &both);
    glDeleteTextures(1, &earlier);
    glDeleteTextures(1, &cases);
    glDeleteTextures(1, &heads);
    glDeleteTextures(1, &lengths);
    glDeleteFramebuffers(1, &queryFramebuffer);
}

}  // namespace ricochet::stencil
