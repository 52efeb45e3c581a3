#pragma once

#include <Eigen/Core>
#include <epoxy/gl.h>
#include <tl/expected.hpp>

#include <initializer_list>
#include <string>
#include <utility>

namespace ricochet::view {

// None of these is deleted one by one: all die with their context.

/// A linked pair of shaders. Setting a uniform needs the program in use.
class Program {
public:
    static tl::expected<Program, std::string> create(const char* vertex, const char* fragment);

    void use() const { glUseProgram(name_); }
    void set(const char* uniform, int value) const { glUniform1i(at(uniform), value); }
    void set(const char* uniform, float value) const { glUniform1f(at(uniform), value); }
    void set(const char* uniform, const Eigen::Vector2f& v) const { glUniform2fv(at(uniform), 1, v.data()); }
    void set(const char* uniform, const Eigen::Vector3f& v) const { glUniform3fv(at(uniform), 1, v.data()); }
    void set(const char* uniform, const Eigen::Vector4f& v) const { glUniform4fv(at(uniform), 1, v.data()); }
    void set(const char* uniform, const Eigen::Matrix3f& m) const {
        glUniformMatrix3fv(at(uniform), 1, GL_FALSE, m.data());
    }
    void set(const char* uniform, const Eigen::Matrix4f& m) const {
        glUniformMatrix4fv(at(uniform), 1, GL_FALSE, m.data());
    }

private:
    explicit Program(GLuint name) : name_(name) {}
    GLint at(const char* uniform) const { return glGetUniformLocation(name_, uniform); }
    GLuint name_;
};

/// Of one level, clamped to its edge.
GLuint makeTexture(GLenum format, int width, int height, GLint filter);

/// For lookups that compare with a depth and blend the four nearest answers; outside it nothing is hidden.
GLuint makeShadowMap(int size);

GLuint makeMultisampled(GLenum format, int width, int height, int samples);

using Attachment = std::pair<GLenum, GLuint>;
GLuint makeTextureFramebuffer(std::initializer_list<Attachment> textures);
GLuint makeMultisampledFramebuffer(std::initializer_list<Attachment> renderbuffers);

void bindTexture(int unit, GLuint texture);

}  // namespace ricochet::view
