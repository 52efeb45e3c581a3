#pragma once

#include "algorithms/geometry/types.h"

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
    void values(std::vector<bool>& v);
    void text(std::string& s);

    bool hasFailed() const { return hasFailed_; }
    /// Of all bytes up to now, to tell that a file is whole. Detects accidents, not malice.
    std::uint64_t checksum() const { return checksum_; }

protected:
    /// Takes the bytes, or fills them.
    virtual void bytes(void* data, std::size_t size) = 0;
    /// Of elements in a vector: takes it, or answers what was taken. Zero after a failure.
    virtual std::size_t count(std::size_t elements, std::size_t elementSize) = 0;

    void addToChecksum(const void* data, std::size_t size);
    void fail() { hasFailed_ = true; }

private:
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
    void bytes(void* data, std::size_t size) override;
    std::size_t count(std::size_t elements, std::size_t elementSize) override;

    std::istream& in_;
    std::uint64_t left_;
};

}  // namespace ricochet
