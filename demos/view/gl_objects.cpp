#include "demos/view/gl_objects.h"

#include <cassert>
#include <vector>

namespace ricochet::view {
namespace {

/// Draws into every colour attachment; a framebuffer without any takes depth only.
void selectDrawBuffers(std::initializer_list<Attachment> attachments) {
    std::vector<GLenum> colours;
    for (const auto& [attachment, name] : attachments) {
        if (attachment != GL_DEPTH_ATTACHMENT) colours.push_back(attachment);
    }
    if (colours.empty()) colours.push_back(GL_NONE);
    glDrawBuffers(static_cast<GLsizei>(colours.size()), colours.data());
    assert(glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE);
}

GLuint bindNewFramebuffer() {
    GLuint framebuffer = 0;
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    return framebuffer;
}

}  // namespace

GLuint makeTexture(GLenum format, int width, int height, GLint filter) {
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    const bool isDepth = format == GL_DEPTH_COMPONENT32F;
    glTexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(format), width, height, 0,
                 isDepth ? GL_DEPTH_COMPONENT : GL_RGBA, GL_FLOAT, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    return texture;
}

GLuint makeShadowMap(int size) {
    const GLuint texture = makeTexture(GL_DEPTH_COMPONENT32F, size, size, GL_LINEAR);
    const float farthest[] = {1, 1, 1, 1};
    glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, farthest);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_BORDER);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
    return texture;
}

GLuint makeMultisampled(GLenum format, int width, int height, int samples) {
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D_MULTISAMPLE, texture);
    glTexImage2DMultisample(GL_TEXTURE_2D_MULTISAMPLE, samples, format, width, height, GL_TRUE);
    return texture;
}

GLuint makeTextureFramebuffer(std::initializer_list<Attachment> textures) {
    const GLuint framebuffer = bindNewFramebuffer();
    for (const auto& [attachment, texture] : textures)
        glFramebufferTexture(GL_FRAMEBUFFER, attachment, texture, 0);
    selectDrawBuffers(textures);
    return framebuffer;
}

void bindTexture(int unit, GLuint texture, GLenum target) {
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
    glBindTexture(target, texture);
}

GLuint makeBufferTexture(GLenum format, GLuint buffer) {
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_BUFFER, texture);
    glTexBuffer(GL_TEXTURE_BUFFER, format, buffer);
    return texture;
}

}  // namespace ricochet::view
