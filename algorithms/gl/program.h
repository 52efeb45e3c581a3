#pragma once

#include "algorithms/gl/object.h"

#include <Eigen/Core>
#include <epoxy/gl.h>
#include <tl/expected.hpp>

#include <initializer_list>
#include <string>

namespace ricochet::gl {

/// One stage of a program: GL_VERTEX_SHADER, GL_FRAGMENT_SHADER, GL_COMPUTE_SHADER, … and its GLSL.
struct Stage {
    GLenum kind;
    std::string source;
};

/// Linked shaders. Setting a uniform needs the program in use. Deleted as `Object`s are.
class Program {
public:
    static tl::expected<Program, std::string> create(std::initializer_list<Stage> stages);

    void use() const { glUseProgram(name_); }
    void set(const char* uniform, int value) const { glUniform1i(at(uniform), value); }
    void set(const char* uniform, unsigned value) const { glUniform1ui(at(uniform), value); }
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
    explicit Program(Object name) : name_(std::move(name)) {}
    GLint at(const char* uniform) const { return glGetUniformLocation(name_, uniform); }
    Object name_;
};

}  // namespace ricochet::gl
