#include "algorithms/geometry/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ricochet {
namespace {

tl::unexpected<std::string> unreadable(const std::string& path) {
    return tl::unexpected("'" + path + "' cannot be read.");
}

Result<MappedFile> mapOpen(int descriptor, const std::string& path) {
    struct stat state {};
    if (::fstat(descriptor, &state) != 0 || !S_ISREG(state.st_mode)) return unreadable(path);
    const auto size = static_cast<std::size_t>(state.st_size);
    if (size == 0) return MappedFile{};
    void* const at = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (at == MAP_FAILED) return unreadable(path);
    ::madvise(at, size, MADV_WILLNEED);  // only a hint
    const auto unmap = [size](const std::byte* bytes) { ::munmap(const_cast<std::byte*>(bytes), size); };
    return MappedFile{{static_cast<const std::byte*>(at), unmap}, size};
}

}  // namespace

Result<MappedFile> mapFile(const std::string& path) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return unreadable(path);
    Result<MappedFile> mapped = mapOpen(descriptor, path);
    ::close(descriptor);
    return mapped;
}

}  // namespace ricochet
