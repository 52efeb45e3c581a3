#pragma once

#include <epoxy/gl.h>

#include <cstddef>
#include <span>
#include <utility>

namespace ricochet::gl {

/// A buffer that stays mapped: the CPU writes what OpenGL reads, or the reverse, without a copy by the driver
/// and without waiting. Nothing protects it: what a pending drawing reads must not be overwritten, and what
/// it writes is there only after `waitForAll`. On the OpenGL thread; destroyed there, or `abandon`ed.
class MappedBuffer {
public:
    enum class Use { write, read };  ///< by the CPU

    MappedBuffer() = default;
    MappedBuffer(Use use, std::size_t bytes);
    ~MappedBuffer();
    MappedBuffer(MappedBuffer&& other) noexcept { swap(other); }
    MappedBuffer& operator=(MappedBuffer&& other) noexcept {
        swap(other);
        return *this;
    }

    GLuint name() const { return name_; }
    std::size_t bytes() const { return bytes_.size(); }
    /// Entries from an offset in bytes, which is a multiple of their size.
    template <class Entry>
    std::span<Entry> entries(std::size_t offset, std::size_t count) const {
        const auto part = bytes_.subspan(offset, count * sizeof(Entry));
        return {reinterpret_cast<Entry*>(part.data()), count};
    }

    /// The context, and the buffer with it, has ended: nothing is deleted.
    void abandon() { name_ = 0; }

private:
    void swap(MappedBuffer& other) noexcept {
        std::swap(name_, other.name_);
        std::swap(bytes_, other.bytes_);
    }

    GLuint name_ = 0;
    std::span<std::byte> bytes_;
};

/// Until OpenGL has done all that it was given.
void waitForAll();

}  // namespace ricochet::gl
