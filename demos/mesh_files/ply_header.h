#pragma once

#include "algorithms/geometry/types.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ricochet {

/// A type of number in a PLY file.
struct PlyType {
    std::string_view name, alias;  ///< such as uchar and uint8
    std::size_t bytes;
    enum class Kind { signedInteger, unsignedInteger, real } kind;
};

/// A number, or a list of numbers with their count before them.
struct PlyProperty {
    std::string_view name;
    const PlyType* type;
    const PlyType* countType = nullptr;  ///< of a list
    bool isList() const { return countType != nullptr; }
    /// The least that it takes in a binary file.
    std::size_t leastBytes() const { return isList() ? countType->bytes : type->bytes; }
};

struct PlyElement {
    std::string_view name;
    std::uint64_t count;
    std::vector<PlyProperty> properties;
    std::optional<std::size_t> find(std::string_view property) const;
};

enum class PlyFormat { text, littleEndian, bigEndian };

/// The header of a PLY file. Names point into the file's bytes.
struct PlyHeader {
    PlyFormat format;
    std::vector<PlyElement> elements;
    std::size_t bytes;  ///< of the header
    std::size_t lines;
};

/// Fails, with an error message, for a header without an end, an unknown line, and counts of more rows than
/// fit into the rest of the file.
Result<PlyHeader> readPlyHeader(std::string_view file);

}  // namespace ricochet
