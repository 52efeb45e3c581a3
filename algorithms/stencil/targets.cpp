#include "algorithms/stencil/targets.h"

namespace ricochet::stencil {

GLuint makeImage(GLenum format, int pixels) {
    GLuint texture = 0;
    glCreateTextures(GL_TEXTURE_2D, 1, &texture);
    glTextureStorage2D(texture, 1, format, pixels, pixels);
    glTextureParameteri(texture, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTextureParameteri(texture, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    return texture;
}

DepthStencil::DepthStencil(int pixels) : texture(makeImage(GL_DEPTH32F_STENCIL8, pixels)) {
    glTextureParameteri(texture, GL_DEPTH_STENCIL_TEXTURE_MODE, GL_STENCIL_INDEX);
    glCreateFramebuffers(1, &framebuffer);
    glNamedFramebufferTexture(framebuffer, GL_DEPTH_STENCIL_ATTACHMENT, texture, 0);
    glNamedFramebufferDrawBuffer(framebuffer, GL_NONE);
    glNamedFramebufferReadBuffer(framebuffer, GL_NONE);
}

DepthStencil::~DepthStencil() {
    if (isLost) return;
    glDeleteFramebuffers(1, &framebuffer);
    glDeleteTextures(1, &texture);
}

void readDepthAndStencil(const DepthStencil& image, int pixels, std::span<DepthAndStencil> read) {
    glBindFramebuffer(GL_READ_FRAMEBUFFER, image.framebuffer);
    glReadPixels(0, 0, pixels, pixels, GL_DEPTH_STENCIL, GL_FLOAT_32_UNSIGNED_INT_24_8_REV, read.data());
    for (DepthAndStencil& each : read) each.stencil &= 0xffu;
}

Targets::Targets(int size)
    : pixels(size),
      farEnd(size),
      nearEnd(size),
      earlier(makeImage(GL_R8, size)),
      cases(makeImage(GL_R8UI, size)),
      heads(makeImage(GL_R32UI, size)),
      lengths(makeImage(GL_R32UI, size)) {
    glCreateFramebuffers(1, &both);
    glNamedFramebufferTexture(both, GL_DEPTH_STENCIL_ATTACHMENT, farEnd.texture, 0);
    glNamedFramebufferTexture(both, GL_COLOR_ATTACHMENT0, earlier, 0);
    glCreateFramebuffers(1, &queryFramebuffer);
    glNamedFramebufferParameteri(queryFramebuffer, GL_FRAMEBUFFER_DEFAULT_WIDTH, size);
    glNamedFramebufferParameteri(queryFramebuffer, GL_FRAMEBUFFER_DEFAULT_HEIGHT, size);
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
