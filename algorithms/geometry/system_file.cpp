#include "algorithms/geometry/system_file.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <limits>
#include <sys/stat.h>

#ifdef _WIN32
#include <io.h>
#include <windows.h>
#else
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace ricochet::system_file {

#ifdef _WIN32

namespace {

HANDLE handle(int descriptor) { return reinterpret_cast<HANDLE>(::_get_osfhandle(descriptor)); }

/// errno for what the last call to Windows said.
void setErrno() {
    switch (::GetLastError()) {
        case ERROR_FILE_NOT_FOUND:
        case ERROR_PATH_NOT_FOUND:
            errno = ENOENT;
            break;
        case ERROR_ACCESS_DENIED:
        case ERROR_SHARING_VIOLATION:
            errno = EACCES;
            break;
        case ERROR_HANDLE_DISK_FULL:
        case ERROR_DISK_FULL:
            errno = ENOSPC;
            break;
        default:
            errno = EIO;
    }
}

/// As POSIX does: others may read, write, rename and remove the file meanwhile.
int open(const std::string& path, DWORD access, DWORD disposition, DWORD attributes) {
    const HANDLE file =
        ::CreateFileA(path.c_str(), access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                      disposition, attributes, nullptr);
    if (file == INVALID_HANDLE_VALUE) {
        setErrno();
        return -1;
    }
    return ::_open_osfhandle(reinterpret_cast<std::intptr_t>(file), _O_BINARY | _O_NOINHERIT);
}

OVERLAPPED positioned(std::uint64_t at) {
    OVERLAPPED position = {};
    position.Offset = static_cast<DWORD>(at);
    position.OffsetHigh = static_cast<DWORD>(at >> 32);
    return position;
}

DWORD atMostOnce(std::size_t bytes) {
    return static_cast<DWORD>(std::min<std::size_t>(bytes, std::numeric_limits<int>::max()));
}

}  // namespace

int openToRead(const std::string& path) {
    return open(path, GENERIC_READ, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL);
}

int create(const std::string& path) {
    return open(path, GENERIC_READ | GENERIC_WRITE, CREATE_ALWAYS, FILE_ATTRIBUTE_NORMAL);
}

int createNameless(const std::string& path) {
    std::string name = path + ".XXXXXX";
    if (::_mktemp_s(name.data(), name.size() + 1) != 0) return -1;
    return open(name, GENERIC_READ | GENERIC_WRITE | DELETE, CREATE_NEW,
                FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE);
}

void close(int descriptor) { ::_close(descriptor); }

std::int64_t size(int descriptor) { return ::_filelengthi64(descriptor); }

bool isRegular(int descriptor) { return ::GetFileType(handle(descriptor)) == FILE_TYPE_DISK; }

std::int64_t readAt(int descriptor, std::uint64_t at, std::span<std::byte> bytes) {
    OVERLAPPED position = positioned(at);
    DWORD got = 0;
    if (::ReadFile(handle(descriptor), bytes.data(), atMostOnce(bytes.size()), &got, &position)) return got;
    if (::GetLastError() == ERROR_HANDLE_EOF) return 0;
    setErrno();
    return -1;
}

std::int64_t writeAt(int descriptor, std::uint64_t at, std::span<const std::byte> bytes) {
    OVERLAPPED position = positioned(at);
    DWORD put = 0;
    if (::WriteFile(handle(descriptor), bytes.data(), atMostOnce(bytes.size()), &put, &position)) return put;
    setErrno();
    return -1;
}

bool flush(int descriptor) { return ::_commit(descriptor) == 0; }

std::shared_ptr<const std::byte> map(int descriptor, std::size_t size) {
    const HANDLE mapping = ::CreateFileMappingA(handle(descriptor), nullptr, PAGE_READONLY, 0, 0, nullptr);
    if (!mapping) return nullptr;
    const void* const at = ::MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, size);
    ::CloseHandle(mapping);  // the view keeps it
    if (!at) return nullptr;
    return {static_cast<const std::byte*>(at), [](const std::byte* bytes) { ::UnmapViewOfFile(bytes); }};
}

bool rename(const std::string& from, const std::string& to) {
    if (::MoveFileExA(from.c_str(), to.c_str(), MOVEFILE_REPLACE_EXISTING)) return true;
    setErrno();
    return false;
}

#else

int openToRead(const std::string& path) { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC); }

int create(const std::string& path) {
    return ::open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
}

int createNameless(const std::string& path) {
    std::string name = path + ".XXXXXX";
    const int descriptor = ::mkostemp(name.data(), O_CLOEXEC);
    if (descriptor >= 0) ::unlink(name.c_str());
    return descriptor;
}

void close(int descriptor) { ::close(descriptor); }

std::int64_t size(int descriptor) {
    struct stat state {};
    return ::fstat(descriptor, &state) == 0 ? state.st_size : -1;
}

bool isRegular(int descriptor) {
    struct stat state {};
    return ::fstat(descriptor, &state) == 0 && S_ISREG(state.st_mode);
}

std::int64_t readAt(int descriptor, std::uint64_t at, std::span<std::byte> bytes) {
    ssize_t got = -1;
    do got = ::pread(descriptor, bytes.data(), bytes.size(), static_cast<off_t>(at));
    while (got < 0 && errno == EINTR);
    return got;
}

std::int64_t writeAt(int descriptor, std::uint64_t at, std::span<const std::byte> bytes) {
    ssize_t put = -1;
    do put = ::pwrite(descriptor, bytes.data(), bytes.size(), static_cast<off_t>(at));
    while (put < 0 && errno == EINTR);
    return put;
}

bool flush(int descriptor) { return ::fsync(descriptor) == 0 || errno == EINVAL; }

std::shared_ptr<const std::byte> map(int descriptor, std::size_t size) {
    // Not the file's own pages: reading those ends the program by SIGBUS once somebody has shortened the
    // file.
    void* const at =
        ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, /*descriptor*/ -1, 0);
    if (at == MAP_FAILED) return nullptr;
    const auto unmap = [size](const std::byte* bytes) { ::munmap(const_cast<std::byte*>(bytes), size); };
    std::shared_ptr<const std::byte> mapped(static_cast<const std::byte*>(at), unmap);
    for (std::size_t done = 0; done < size;) {
        const std::int64_t got = readAt(descriptor, done, {static_cast<std::byte*>(at) + done, size - done});
        if (got <= 0) return nullptr;
        done += static_cast<std::size_t>(got);
    }
    return ::mprotect(at, size, PROT_READ) == 0 ? mapped : nullptr;
}

bool rename(const std::string& from, const std::string& to) {
    return std::rename(from.c_str(), to.c_str()) == 0;
}

#endif

}  // namespace ricochet::system_file
