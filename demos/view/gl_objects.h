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

GLuint makeMultisampled(GLenum format, int width, int height, int samples);

using Attachment = std::pair<GLenum, GLuint>;
GLuint makeTextureFramebuffer(std::initializer_list<Attachment> textures);
GLuint makeMultisampledFramebuffer(std::initializer_list<Attachment> renderbuffers);

void bindTexture(int unit, GLuint texture);

/// For look-ups by number in a buffer.
GLuint makeBufferTexture(GLenum format, GLuint buffer);
void bindBufferTexture(int unit, GLuint texture);

}  // namespace ricochet::view
