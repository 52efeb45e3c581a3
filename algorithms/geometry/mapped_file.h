#pragma once

#include "algorithms/geometry/types.h"

#include <cstddef>
#include <memory>
#include <string>

namespace ricochet {

/// The bytes of a file, in read-only memory. They stay valid as long as any copy of the pointer exists, also
/// after the file is replaced, removed, truncated or overwritten in place. Windows maps the file itself, and
/// lets nobody truncate it meanwhile.
struct MappedFile {
    std::shared_ptr<const std::byte> bytes;  ///< starts on a page; null for an empty file
    std::size_t size = 0;
};

Result<MappedFile> mapFile(const std::string& path);

}  // namespace ricochet
