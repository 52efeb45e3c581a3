#include "algorithms/mktree/file.h"

#include "algorithms/geometry/system_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace ricochet::mktree {
namespace {

tl::unexpected<std::string> systemFailure(const std::string& path, const char* what) {
    return tl::unexpected(path + ": " + what + ": " + std::strerror(errno));
}

}  // namespace

Result<File> File::openToRead(const std::string& path) {
    const int descriptor = system_file::openToRead(path);
    if (descriptor < 0) return systemFailure(path, "the file cannot be read");
    return File(path, descriptor);
}

Result<File> File::create(const std::string& path) {
    const int descriptor = system_file::create(path);
    if (descriptor < 0) return systemFailure(path, "the file cannot be created");
    return File(path, descriptor);
}

Result<File> File::createNameless(const std::string& path) {
    const int descriptor = system_file::createNameless(path);
    if (descriptor < 0) return systemFailure(path, "no temporary file can be created beside it");
    return File(path, descriptor);
}

File::~File() {
    if (descriptor_ >= 0) system_file::close(descriptor_);
}

tl::unexpected<std::string> File::failure(const char* what) const { return systemFailure(path_, what); }

Result<std::uint64_t> File::size() const {
    const std::int64_t size = system_file::size(descriptor_);
    if (size < 0) return failure("its size is unknown");
    return static_cast<std::uint64_t>(size);
}

Result<void> File::read(std::uint64_t at, std::span<std::byte> bytes) const {
    while (!bytes.empty()) {
        const std::int64_t got = system_file::readAt(descriptor_, at, bytes);
        if (got < 0) return failure("the file cannot be read");
        if (got == 0) return tl::unexpected(path_ + ": the file ends too early");
        bytes = bytes.subspan(static_cast<std::size_t>(got));
        at += static_cast<std::uint64_t>(got);
    }
    return {};
}

Result<void> File::write(std::uint64_t at, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const std::int64_t put = system_file::writeAt(descriptor_, at, bytes);
        if (put < 0) return failure("the file cannot be written");
        bytes = bytes.subspan(static_cast<std::size_t>(put));
        at += static_cast<std::uint64_t>(put);
    }
    return {};
}

Result<void> File::flush() {
    if (!system_file::flush(descriptor_)) return failure("the file cannot be written");
    return {};
}

Result<void> Appender::append(std::span<const std::byte> bytes) {
    if (bytes.size() >= kBufferBytes) {  // unbuffered, so that a directory of 100 MB is not copied
        return finish().and_then([&] { return file_.write(written_, bytes); }).map([&] {
            written_ += bytes.size();
        });
    }
    buffer_.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (buffer_.size() < kBufferBytes) return {};
    return finish();
}

Result<void> Appender::finish() {
    const Result<void> written = file_.write(written_, std::as_bytes(std::span(buffer_)));
    written_ += buffer_.size();
    buffer_.clear();
    return written;
}

Result<void> rename(const std::string& from, const std::string& to) {
    if (!system_file::rename(from, to)) return systemFailure(to, "the file cannot be created");
    return {};
}

void removeFile(const std::string& path) { std::remove(path.c_str()); }

}  // namespace ricochet::mktree
