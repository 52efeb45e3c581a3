#include "algorithms/stencil/targets.h"

namespace ricochet::stencil {
namespace {

void sampleNearest(GLuint texture) {
    glTextureParameteri(texture, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTextureParameteri(texture, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
}

}  // namespace

gl::Object makeImage(GLenum format, int pixels) {
    gl::Object texture = gl::makeTexture(GL_TEXTURE_2D);
    glTextureStorage2D(texture, 1, format, pixels, pixels);
    sampleNearest(texture);
    return texture;
}

gl::Object makeSlices(GLenum format, int pixels, int slices) {
    gl::Object texture = gl::makeTexture(GL_TEXTURE_2D_ARRAY);
    glTextureStorage3D(texture, 1, format, pixels, pixels, slices);
    sampleNearest(texture);
    return texture;
}

DepthStencil::DepthStencil(int side, int slices)
    : pixels(side),
      texture(makeSlices(GL_DEPTH32F_STENCIL8, side, slices)),
      framebuffer(gl::makeFramebuffer()) {
    glTextureParameteri(texture, GL_DEPTH_STENCIL_TEXTURE_MODE, GL_STENCIL_INDEX);
    GLuint view = 0;
    glGenTextures(1, &view);  // a view gets its kind from its texture
    depths = gl::Object(gl::ObjectKind::texture, view);
    glTextureView(depths, GL_TEXTURE_2D_ARRAY, texture, GL_DEPTH32F_STENCIL8, 0, 1, 0,
                  static_cast<GLuint>(slices));
    sampleNearest(depths);
    glTextureParameteri(depths, GL_DEPTH_STENCIL_TEXTURE_MODE, GL_DEPTH_COMPONENT);
    glNamedFramebufferTexture(framebuffer, GL_DEPTH_STENCIL_ATTACHMENT, texture, 0);
    glNamedFramebufferDrawBuffer(framebuffer, GL_NONE);
    glNamedFramebufferReadBuffer(framebuffer, GL_NONE);
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
      both(gl::makeFramebuffer()),
      cases(makeSlices(GL_R8UI, size, count)),
      heads(makeSlices(GL_R32UI, size, count)),
      lengths(makeSlices(GL_R32UI, size, count)),
      queryFramebuffer(gl::makeFramebuffer()) {
    glNamedFramebufferTexture(both, GL_DEPTH_STENCIL_ATTACHMENT, farEnd.texture, 0);
    glNamedFramebufferTexture(both, GL_COLOR_ATTACHMENT0, earlier, 0);
    // An examination after the first pass reads these images, too.
    const float none = 0;
    glClearTexImage(earlier, 0, GL_RED, GL_FLOAT, &none);
    glStencilMask(0xff);
    glDepthMask(GL_TRUE);
    glClearNamedFramebufferfi(nearEnd.framebuffer, GL_DEPTH_STENCIL, 0, 1, 0);
    glNamedFramebufferParameteri(queryFramebuffer, GL_FRAMEBUFFER_DEFAULT_WIDTH, size);
    glNamedFramebufferParameteri(queryFramebuffer, GL_FRAMEBUFFER_DEFAULT_HEIGHT, size);
    glNamedFramebufferParameteri(queryFramebuffer, GL_FRAMEBUFFER_DEFAULT_LAYERS, count);
}

}  // namespace ricochet::stencil
