#pragma once

#include "algorithms/geometry/types.h"

#include <bit>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

namespace ricochet {

static_assert(std::endian::native == std::endian::little);

/// All of a file; a failure begins with the path.
inline Result<std::string> bytesOfFile(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) return tl::unexpected(path + ": the file cannot be read");
    return std::string(std::istreambuf_iterator<char>(file), {});
}

/// The little-endian value at the front of some bytes, which must hold it.
template <class Value>
Value valueAt(std::string_view bytes) {
    Value value;
    std::memcpy(&value, bytes.data(), sizeof value);
    return value;
}

}  // namespace ricochet
