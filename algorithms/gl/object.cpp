#include "algorithms/gl/object.h"

#include "algorithms/gl/context.h"

#include <epoxy/gl.h>

namespace ricochet::gl {

Object::Object(ObjectKind kind, unsigned name) : kind_(kind), name_(name), context_(currentContext()) {}

void Object::free() noexcept {
    if (name_ == 0 || context_ != currentContext()) return;
    switch (kind_) {
        case ObjectKind::buffer:
            return glDeleteBuffers(1, &name_);
        case ObjectKind::framebuffer:
            return glDeleteFramebuffers(1, &name_);
        case ObjectKind::program:
            return glDeleteProgram(name_);
        case ObjectKind::query:
            return glDeleteQueries(1, &name_);
        case ObjectKind::texture:
            return glDeleteTextures(1, &name_);
        case ObjectKind::vertexArray:
            return glDeleteVertexArrays(1, &name_);
    }
}

Object makeBuffer() {
    GLuint name = 0;
    glCreateBuffers(1, &name);
    return {ObjectKind::buffer, name};
}

Object makeFramebuffer() {
    GLuint name = 0;
    glCreateFramebuffers(1, &name);
    return {ObjectKind::framebuffer, name};
}

Object makeVertexArray() {
    GLuint name = 0;
    glCreateVertexArrays(1, &name);
    return {ObjectKind::vertexArray, name};
}

Object makeQuery(unsigned target) {
    GLuint name = 0;
    glCreateQueries(target, 1, &name);
    return {ObjectKind::query, name};
}

Object makeTexture(unsigned target) {
    GLuint name = 0;
    glCreateTextures(target, 1, &name);
    return {ObjectKind::texture, name};
}

}  // namespace ricochet::gl
