#include "algorithms/geometry/mapped_file.h"

#include "algorithms/geometry/system_file.h"

namespace ricochet {
namespace {

tl::unexpected<std::string> unreadable(const std::string& path) {
    return tl::unexpected("'" + path + "' cannot be read.");
}

Result<MappedFile> mapOpen(int descriptor, const std::string& path) {
    const std::int64_t size = system_file::size(descriptor);
    if (size < 0 || !system_file::isRegular(descriptor)) return unreadable(path);
    if (size == 0) return MappedFile{};
    const auto bytes = static_cast<std::size_t>(size);
    MappedFile mapped{system_file::map(descriptor, bytes), bytes};
    if (!mapped.bytes) return unreadable(path);
    return mapped;
}

}  // namespace

Result<MappedFile> mapFile(const std::string& path) {
    const int descriptor = system_file::openToRead(path);
    if (descriptor < 0) return unreadable(path);
    Result<MappedFile> mapped = mapOpen(descriptor, path);
    system_file::close(descriptor);
    return mapped;
}

}  // namespace ricochet
