#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

/// What POSIX and Windows call differently about files, which are known by their descriptors. A function that
/// fails returns -1, false or null, and errno tells why.
namespace ricochet::system_file {

int openToRead(const std::string& path);
/// Creates the file, or truncates an existing one, to be read and written.
int create(const std::string& path);
/// A file in the folder of `path` that nobody else finds, removed when it is closed.
int createNameless(const std::string& path);
void close(int descriptor);

std::int64_t size(int descriptor);
bool isRegular(int descriptor);
/// Bytes that were read or written at a position of the file: perhaps fewer, and 0 at its end. Thread-safe.
std::int64_t readAt(int descriptor, std::uint64_t at, std::span<std::byte> bytes);
std::int64_t writeAt(int descriptor, std::uint64_t at, std::span<const std::byte> bytes);
bool flush(int descriptor);

/// The first `size` bytes, more than none, in read-only memory. No later change of the file changes them.
std::shared_ptr<const std::byte> map(int descriptor, std::size_t size);

/// Renames `from` to `to`, which it replaces atomically.
bool rename(const std::string& from, const std::string& to);

}  // namespace ricochet::system_file
