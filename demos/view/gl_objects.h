#pragma once

#include <epoxy/gl.h>

#include <initializer_list>
#include <utility>

namespace ricochet::view {

// None of these is deleted individually: all are destroyed with their context.

/// A texture of one level, clamped to its edge.
GLuint makeTexture(GLenum format, int width, int height, GLint filter);

/// For look-ups that compare with a depth and blend the four nearest results; outside it nothing is in
/// shadow.
GLuint makeShadowMap(int size);

/// A texture of several samples per pixel.
GLuint makeMultisampled(GLenum format, int width, int height, int samples);

using Attachment = std::pair<GLenum, GLuint>;
GLuint makeTextureFramebuffer(std::initializer_list<Attachment> textures);

/// For look-ups by number in a buffer.
GLuint makeBufferTexture(GLenum format, GLuint buffer);

void bindTexture(int unit, GLuint texture, GLenum target = GL_TEXTURE_2D);

}  // namespace ricochet::view
