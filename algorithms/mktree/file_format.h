#pragma once

#include "algorithms/mktree/directory.h"

#include <bit>
#include <cstddef>
#include <span>

namespace ricochet::mktree {

// Written and read as they are in memory: see README.md, "The file".
static_assert(std::endian::native == std::endian::little);

inline constexpr std::uint32_t kVersion = 2;

/// The first block of a file; the rest of the block is zero.
struct FileHeader {
    std::array<char, 8> magic = kMagic;
    std::uint32_t version = kVersion;
    std::uint32_t blockBytes = kBlockBytes;
    std::uint64_t directoryPosition = 0;  ///< bytes from the beginning of the file
    std::uint64_t directoryBytes = 0;
    std::uint64_t triangles = 0, fragments = 0, blocks = 0;
    std::uint32_t nodes = 0, splitNodes = 0, leaves = 0, parts = 0;
    std::uint32_t leafTriangles = 0;
    SplitRule rule = SplitRule::surfaceArea;
    WorldInside inside = WorldInside::none;
    std::uint32_t directoryCrc = 0;
    std::uint32_t crc = 0;  ///< of all before it

    static constexpr std::array<char, 8> kMagic = {'R', 'C', 'M', 'K', 'T', 'R', 'E', 'E'};
};
static_assert(sizeof(FileHeader) == 88 && sizeof(FileHeader) <= kBlockBytes);

std::uint32_t headerCrc(const FileHeader& header);

/// Nodes, nodes of SplitTrees, leaves, then each part's name after its length (4 bytes).
std::vector<std::byte> encodeDirectory(const Directory& directory);

/// An error message if the bytes do not match the header.
Result<Directory> decodeDirectory(const FileHeader& header, std::span<const std::byte> bytes);

}  // namespace ricochet::mktree
