#pragma once

#include "algorithms/gl/object.h"

#include <cstddef>
#include <span>

namespace ricochet::gl {

/// A buffer that stays mapped: the CPU writes what OpenGL reads, or the reverse, without a copy by the driver
/// and without waiting. Nothing protects it: what a pending drawing reads must not be overwritten, and what
/// it writes is there only after `waitForAll`. On the OpenGL thread.
class MappedBuffer {
public:
    enum class Use { write, read };  ///< by the CPU

    MappedBuffer() = default;
    MappedBuffer(Use use, std::size_t bytes);

    unsigned name() const { return name_; }
    std::size_t bytes() const { return bytes_.size(); }
    /// Entries from an offset in bytes, which is a multiple of their size.
    template <class Entry>
    std::span<Entry> entries(std::size_t offset, std::size_t count) const {
        const auto part = bytes_.subspan(offset, count * sizeof(Entry));
        return {reinterpret_cast<Entry*>(part.data()), count};
    }

private:
    Object name_;
    std::span<std::byte> bytes_;
};

/// Until OpenGL has done all that it was given.
void waitForAll();

}  // namespace ricochet::gl
