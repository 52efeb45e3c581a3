#include "demos/view/render_targets.h"

namespace ricochet::view {
namespace {

constexpr GLenum kLinearLight = GL_RGBA16F;
constexpr GLenum kNormalAndDepth = GL_RGBA32F;
constexpr GLenum kDepth = GL_DEPTH_COMPONENT32F;

GLuint colourAndDepth(GLuint colour, GLuint depth) {
    return makeTextureFramebuffer({{GL_COLOR_ATTACHMENT0, colour}, {GL_DEPTH_ATTACHMENT, depth}});
}

GLuint colourOnly(GLuint colour) { return makeTextureFramebuffer({{GL_COLOR_ATTACHMENT0, colour}}); }

}  // namespace

RenderTargets::RenderTargets(int w, int h)
    : width(w),
      height(h),
      surface(makeMultisampled(kLinearLight, w, h, kSamples)),
      geometry(makeMultisampled(kNormalAndDepth, w, h, kSamples)),
      shadowMap(makeShadowMap(kShadowMapSize)),
      colour(makeTexture(kLinearLight, w, h, GL_NEAREST)),
      normal(makeTexture(kLinearLight, w, h, GL_NEAREST)),
      depth(makeTexture(kDepth, w, h, GL_NEAREST)),
      open(makeTexture(GL_R8, w, h, GL_NEAREST)),
      leftOut(makeTexture(kDepth, w, h, GL_NEAREST)),
      shadows(makeTextureFramebuffer({{GL_DEPTH_ATTACHMENT, shadowMap}})),
      multisampled(makeTextureFramebuffer({{GL_COLOR_ATTACHMENT0, surface},
                                           {GL_COLOR_ATTACHMENT1, geometry},
                                           {GL_DEPTH_ATTACHMENT, makeMultisampled(kDepth, w, h, kSamples)}})),
      shaded(makeTextureFramebuffer(
          {{GL_COLOR_ATTACHMENT0, colour}, {GL_COLOR_ATTACHMENT1, normal}, {GL_DEPTH_ATTACHMENT, depth}})),
      occlusion(colourOnly(open)),
      picture(colourOnly(makeTexture(GL_RGBA8, w, h, GL_NEAREST))),
      outlined(makeTextureFramebuffer({{GL_DEPTH_ATTACHMENT, leftOut}})),
      numbered(colourAndDepth(makeTexture(GL_RGBA8, kCountedWidth, kCountedHeight, GL_NEAREST),
                              makeTexture(kDepth, kCountedWidth, kCountedHeight, GL_NEAREST))) {}

}  // namespace ricochet::view
