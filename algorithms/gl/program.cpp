#include "algorithms/gl/program.h"

#include <array>

namespace ricochet::gl {
namespace {

using Failure = tl::unexpected<std::string>;

tl::expected<GLuint, std::string> compile(const Stage& stage) {
    const GLuint shader = glCreateShader(stage.kind);
    const char* source = stage.source.c_str();
    glShaderSource(shader, 1, &source, nullptr);
    glCompileShader(shader);
    GLint isCompiled = GL_FALSE;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &isCompiled);
    if (isCompiled) return shader;
    std::array<char, 1024> log{};
    glGetShaderInfoLog(shader, log.size(), nullptr, log.data());
    glDeleteShader(shader);
    return Failure(std::string("OpenGL's driver refuses a shader: ") + log.data());
}

}  // namespace

tl::expected<Program, std::string> Program::create(std::initializer_list<Stage> stages) {
    Object program(ObjectKind::program, glCreateProgram());
    for (const Stage& stage : stages) {
        const auto shader = compile(stage);
        if (!shader) return Failure(shader.error());
        glAttachShader(program, *shader);
        glDeleteShader(*shader);  // deleted with the program
    }
    glLinkProgram(program);
    GLint isLinked = GL_FALSE;
    glGetProgramiv(program, GL_LINK_STATUS, &isLinked);
    if (!isLinked) return Failure("OpenGL's driver cannot link a shader.");
    return Program(std::move(program));
}

}  // namespace ricochet::gl
