#include "algorithms/gl/program.h"

#include "algorithms/gl/mapped_buffer.h"
#include "tests/gl/current_context.h"

#include <gmock/gmock.h>

#include <cstdint>

namespace ricochet::gl {
namespace {

using testing::HasSubstr;

class GlPrograms : public CurrentContext {};

constexpr const char* kTransform = R"(#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) readonly buffer In { uint from[]; };
layout(std430, binding = 1) writeonly buffer Out { uint to[]; };
uniform uint factor;
uniform float offset;
uniform vec2 two;
uniform mat3 matrix;
void main() {
    vec3 column = matrix * vec3(0, 1, 0);
    to[gl_WorkGroupID.x] =
        factor * from[gl_WorkGroupID.x] + uint(offset) + 100u * uint(two.y) + 1000u * uint(column.x);
})";

TEST_F(GlPrograms, ComputeWithWhatTheCpuWroteForIt) {
    const auto program = Program::create({{GL_COMPUTE_SHADER, kTransform}});
    ASSERT_TRUE(program) << program.error();
    constexpr std::size_t kCount = 64;
    const MappedBuffer from(MappedBuffer::Use::write, kCount * sizeof(std::uint32_t)),
        to(MappedBuffer::Use::read, kCount * sizeof(std::uint32_t));
    EXPECT_EQ(from.bytes(), 256u);
    for (std::uint32_t i = 0; i < kCount; ++i) from.entries<std::uint32_t>(0, kCount)[i] = i;
    program->use();
    program->set("factor", 7u);
    program->set("offset", 3.0f);
    program->set("two", Eigen::Vector2f(9, 2));
    Eigen::Matrix3f matrix = Eigen::Matrix3f::Zero();
    matrix(0, 1) = 5;
    program->set("matrix", matrix);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, from.name());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, to.name());
    glDispatchCompute(kCount, 1, 1);
    glMemoryBarrier(GL_CLIENT_MAPPED_BUFFER_BARRIER_BIT);
    waitForAll();
    const auto last = to.entries<std::uint32_t>(4 * sizeof(std::uint32_t), kCount - 4);
    EXPECT_EQ(last.size(), kCount - 4);
    EXPECT_EQ(last[0], 7 * 4 + 5203u);
    EXPECT_EQ(last.back(), 7 * 63 + 5203u);
}

TEST_F(GlPrograms, AShaderThatDoesNotCompileIsAnErrorWithTheDriversWords) {
    const auto program =
        Program::create({{GL_COMPUTE_SHADER, "#version 450\nvoid main() { undeclared = 1; }"}});
    ASSERT_FALSE(program);
    EXPECT_THAT(program.error(), HasSubstr("refuses a shader"));
    EXPECT_THAT(program.error(), HasSubstr("undeclared"));
}

TEST_F(GlPrograms, StagesThatDoNotFitCannotBeLinked) {
    const auto program = Program::create(
        {{GL_VERTEX_SHADER, "#version 450\nout vec2 value; void main() { value = vec2(1); }"},
         {GL_FRAGMENT_SHADER, "#version 450\nin vec3 value; out vec3 c; void main() { c = value; }"}});
    ASSERT_FALSE(program);
    EXPECT_THAT(program.error(), HasSubstr("cannot link"));
}

}  // namespace
}  // namespace ricochet::gl
