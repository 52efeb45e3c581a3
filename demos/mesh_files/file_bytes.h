#pragma once

#include "algorithms/geometry/types.h"

#include <bit>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

namespace ricochet {

static_assert(std::endian::native == std::endian::little);

/// A failure if there is nothing, or a folder, at that path; it begins with the path.
inline Result<void> checkIsFile(const std::string& path) {
    std::error_code error;
    if (!std::filesystem::exists(path, error)) return tl::unexpected(path + ": there is no such file");
    if (std::filesystem::is_directory(path, error))
        return tl::unexpected(path + ": this is a folder, not a file");
    return {};
}

/// A file opened for reading; a failure begins with the path. Reading a folder would throw an exception.
inline Result<std::ifstream> openedFile(const std::string& path) {
    if (const auto checked = checkIsFile(path); !checked) return tl::unexpected(checked.error());
    std::ifstream file(path, std::ios::binary);
    if (!file) return tl::unexpected(path + ": the file cannot be read");
    return file;
}

/// All of a file; a failure begins with the path.
inline Result<std::string> bytesOfFile(const std::string& path) {
    return openedFile(path).map(
        [](std::ifstream file) { return std::string(std::istreambuf_iterator<char>(file), {}); });
}

/// The little-endian value at the front of some bytes, which must hold it.
template <class Value>
Value valueAt(std::string_view bytes) {
    Value value;
    std::memcpy(&value, bytes.data(), sizeof value);
    return value;
}

}  // namespace ricochet
