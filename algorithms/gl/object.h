#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace ricochet::gl {

enum class ObjectKind { buffer, framebuffer, program, query, texture, vertexArray };

/// Owns an OpenGL object of the context that is current when it gets its name. Deletes the object if that
/// context is current when the owner dies; otherwise the object remains until its context ends. Converts to
/// the name, which is 0 if it owns nothing.
class Object {
public:
    Object() = default;
    Object(ObjectKind kind, unsigned name);
    ~Object() { free(); }
    Object(Object&& other) noexcept { swap(other); }
    Object& operator=(Object&& other) noexcept {
        Object(std::move(other)).swap(*this);
        return *this;
    }

    operator unsigned() const& { return name_; }
    operator unsigned() const&& = delete;  // the object would be gone

private:
    void free() noexcept;
    void swap(Object& other) noexcept {
        std::swap(kind_, other.kind_);
        std::swap(name_, other.name_);
        std::swap(context_, other.context_);
    }

    ObjectKind kind_ = ObjectKind::buffer;
    unsigned name_ = 0;
    std::uint64_t context_ = 0;  ///< as `currentContext`
};

Object makeBuffer();
Object makeFramebuffer();
Object makeVertexArray();
/// `target`: GL_ANY_SAMPLES_PASSED, GL_TIMESTAMP and the like.
Object makeQuery(unsigned target);
/// `target`: GL_TEXTURE_2D and the like.
Object makeTexture(unsigned target);

}  // namespace ricochet::gl
