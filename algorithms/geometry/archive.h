#pragma once

#include "algorithms/geometry/plain_vector.h"

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace ricochet {

struct MappedFile;

/// Writes values to a stream, or reads them from a file, by the same code that lists the values. For files
/// that stay on one kind of machine: bytes are stored as in memory. Vectors store the size of their elements,
/// so that another layout is detected. After a failure nothing more is written or read. For one thread.
class Archive {
public:
    virtual ~Archive() = default;

    /// One byte, 0 or 1; other values are an error.
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
    template <class Value>
    void values(std::vector<Value>& v) {
        static_assert(isPlain<Value>);
        v.resize(count(v.size(), sizeof(Value)));
        bytes(v.data(), v.size() * sizeof(Value));
    }
    /// Elements that are read stay in the file's memory.
    template <class Value>
    void values(PlainVector<Value>& v) {
        static_assert(isPlain<Value> && alignof(Value) <= kAlignment);
        const std::size_t size = count(v.size(), sizeof(Value));
        align();
        if (!isReading()) return bytes(v.data(), size * sizeof(Value));
        const std::shared_ptr<const std::byte> elements = share(size * sizeof(Value));
        v = lentVector<Value>(elements, elements.get(), hasFailed() ? 0 : size);
    }
    void values(std::vector<bool>& v);
    void text(std::string& s);

    bool hasFailed() const { return hasFailed_; }
    /// Checksum of all bytes so far, to verify a file. Detects accidental damage, not manipulation.
    std::uint64_t checksum() const { return checksum_; }

protected:
    virtual bool isReading() const = 0;
    /// Writes the bytes, or fills them.
    virtual void bytes(void* data, std::size_t size) = 0;
    /// The next bytes of the input file, with their owner.
    virtual std::shared_ptr<const std::byte> share(std::size_t size) = 0;
    /// The number of elements of a vector: writes it, or returns the stored one. Zero after a failure.
    virtual std::size_t count(std::size_t elements, std::size_t elementSize) = 0;
    /// Bytes that were written or read.
    virtual std::size_t position() const = 0;

    void addToChecksum(const void* data, std::size_t size);
    void fail() { hasFailed_ = true; }

private:
    static constexpr std::size_t kAlignment = 64;  // bytes: of a cache line, and of a tree's nodes

    /// Zeros up to the next multiple of `kAlignment`.
    void align();

    /// Eigen's vectors of fixed size are trivially copyable, but not declared so.
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
    std::shared_ptr<const std::byte> share(std::size_t) override { return nullptr; }
    std::size_t count(std::size_t elements, std::size_t elementSize) override;
    std::size_t position() const override { return position_; }

    std::ostream& out_;
    std::size_t position_ = 0;
};

/// Fails if the file ends early, or vectors would be longer than it.
class ArchiveReader final : public Archive {
public:
    explicit ArchiveReader(const MappedFile& file);

    std::uint64_t bytesLeft() const { return size_ - position_; }

private:
    bool isReading() const override { return true; }
    void bytes(void* data, std::size_t size) override;
    std::shared_ptr<const std::byte> share(std::size_t size) override;
    std::size_t count(std::size_t elements, std::size_t elementSize) override;
    std::size_t position() const override { return position_; }

    std::shared_ptr<const std::byte> file_;
    std::size_t size_, position_ = 0;
};

}  // namespace ricochet
