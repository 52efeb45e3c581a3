#pragma once

#include "algorithms/geometry/types.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace ricochet::mktree {

/// A file that is read and written at given positions. Errors contain the file name and the system's message.
class File {
public:
    static Result<File> openToRead(const std::string& path);
    /// Creates the file, or truncates an existing one.
    static Result<File> create(const std::string& path);
    /// An unnamed file in the folder of `path`, removed with the object or the process.
    static Result<File> createNameless(const std::string& path);

    File(File&& other) noexcept : path_(std::move(other.path_)), descriptor_(other.descriptor_) {
        other.descriptor_ = -1;
    }
    File& operator=(File&&) = delete;
    ~File();

    const std::string& path() const { return path_; }
    Result<std::uint64_t> size() const;
    /// Thread-safe. A file that ends earlier is an error.
    Result<void> read(std::uint64_t at, std::span<std::byte> bytes) const;
    Result<void> write(std::uint64_t at, std::span<const std::byte> bytes);
    /// Flushes everything written to the disk.
    Result<void> flush();

private:
    File(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}
    tl::unexpected<std::string> failure(const char* what) const;

    std::string path_;
    int descriptor_;
};

/// Collects small writes at the end of a file.
class Appender {
public:
    explicit Appender(File& file) : file_(file) {}

    std::uint64_t position() const { return written_ + buffer_.size(); }
    Result<void> append(std::span<const std::byte> bytes);
    Result<void> finish();

private:
    static constexpr std::size_t kBufferBytes = 1 << 20;

    File& file_;
    std::uint64_t written_ = 0;
    std::string buffer_;
};

/// Renames `from` to `to`, which it replaces atomically.
Result<void> rename(const std::string& from, const std::string& to);
void removeFile(const std::string& path);

}  // namespace ricochet::mktree
