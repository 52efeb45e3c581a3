#pragma once

#include "algorithms/geometry/plain_vector.h"
#include "algorithms/geometry/types.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <type_traits>
#include <vector>

namespace ricochet {

/// Writes values to a stream, or reads them back: which of the two, the code that lists the values need not
/// know. For files that stay on one kind of machine: bytes are as memory has them. Vectors tell the size of
/// their elements, so that another layout is noticed. After a failure nothing more is written or read. For
/// one thread.
class Archive {
public:
    virtual ~Archive() = default;

    /// One byte, 0 or 1: another one is damage.
    void value(bool& v) {
        std::uint8_t byte = v ? 1 : 0;
        value(byte);
        if (byte > 1) hasFailed_ = true;
        v = byte == 1;
    }
    template <class Value>
    void value(Value& v) {
        static_assert(isPlain<Value>);
        bytes(&v, sizeof v);
    }
    template <class Value, class Allocator>
    void values(std::vector<Value, Allocator>& v) {
        static_assert(isPlain<Value>);
        const std::size_t size = count(v.size(), sizeof(Value));
        constexpr std::size_t kBlock = kBlockBytes / sizeof(Value);
        if (isReading()) return readBlocks(v, size, kBlock);
        for (std::size_t i = 0; i < size; i += kBlock) {
            bytes(v.data() + i, std::min(kBlock, size - i) * sizeof(Value));
        }
    }
    void values(std::vector<bool>& v);
    void text(std::string& s);

    bool hasFailed() const { return hasFailed_; }
    /// Of all bytes up to now, to tell that a file is whole. Detects accidents, not malice.
    std::uint64_t checksum() const { return checksum_; }

protected:
    virtual bool isReading() const = 0;
    /// Takes the bytes, or fills them.
    virtual void bytes(void* data, std::size_t size) = 0;
    /// Of elements in a vector: takes it, or answers what was taken. Zero after a failure.
    virtual std::size_t count(std::size_t elements, std::size_t elementSize) = 0;

    void addToChecksum(const void* data, std::size_t size);
    void fail() { hasFailed_ = true; }

private:
    /// Vectors go through the archive in blocks that a processor's cache holds: each is read, added to the
    /// checksum and appended, so that memory is written to once.
    static constexpr std::size_t kBlockBytes = std::size_t{1} << 17;

    template <class Value, class Allocator>
    void readBlocks(std::vector<Value, Allocator>& v, std::size_t size, std::size_t blockSize) {
        v.clear();
        v.reserve(size);
        std::vector<Value> block(std::min(size, blockSize));
        while (v.size() < size && !hasFailed()) {
            const std::size_t count = std::min(blockSize, size - v.size());
            bytes(block.data(), count * sizeof(Value));
            v.insert(v.end(), block.data(), block.data() + count);
        }
    }

    /// Eigen's vectors of fixed size are, but do not say so.
    template <class Value>
    static constexpr bool isPlain =
        std::is_trivially_destructible_v<Value> && !std::is_pointer_v<Value> && !std::is_polymorphic_v<Value>;

    bool hasFailed_ = false;
    std::uint64_t checksum_ = 0;
};

/// Does not change what it writes.
class ArchiveWriter final : public Archive {
public:
    explicit ArchiveWriter(std::ostream& out) : out_(out) {}

private:
    bool isReading() const override { return false; }
    void bytes(void* data, std::size_t size) override;
    std::size_t count(std::size_t elements, std::size_t elementSize) override;

    std::ostream& out_;
};

/// Fails where the stream ends early, or vectors would be longer than it.
class ArchiveReader final : public Archive {
public:
    /// `size`: bytes that the stream has.
    ArchiveReader(std::istream& in, std::uint64_t size) : in_(in), left_(size) {}

    std::uint64_t bytesLeft() const { return left_; }

private:
    bool isReading() const override { return true; }
    void bytes(void* data, std::size_t size) override;
    std::size_t count(std::size_t elements, std::size_t elementSize) override;

    std::istream& in_;
    std::uint64_t left_;
};

}  // namespace ricochet
