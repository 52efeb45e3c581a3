#include "algorithms/mktree/file_format.h"

#include "algorithms/mktree/crc32c.h"

#include <cstring>

namespace ricochet::mktree {
namespace {

template <class Value>
void append(std::vector<std::byte>& bytes, std::span<const Value> values) {
    const std::size_t at = bytes.size();
    bytes.resize(at + values.size_bytes());
    if (!values.empty()) std::memcpy(bytes.data() + at, values.data(), values.size_bytes());
}

/// Moves `count` values from the front of the bytes; false if there are too few.
template <class Value>
bool take(std::span<const std::byte>& bytes, std::size_t count, std::vector<Value>& values) {
    if (bytes.size() / sizeof(Value) < count) return false;
    values.resize(count);
    if (count > 0) std::memcpy(values.data(), bytes.data(), count * sizeof(Value));
    bytes = bytes.subspan(count * sizeof(Value));
    return true;
}

}  // namespace

std::uint32_t headerCrc(const FileHeader& header) {
    return crc32c(std::as_bytes(std::span(&header, 1)).first(offsetof(FileHeader, crc)));
}

std::vector<std::byte> encodeDirectory(const Directory& directory) {
    std::vector<std::byte> bytes;
    std::size_t names = 0;
    for (const std::string& name : directory.parts) names += sizeof(std::uint32_t) + name.size();
    bytes.reserve(directory.bytes() + names);  // else it might double its capacity at the last name
    append(bytes, std::span(directory.nodes));
    append(bytes, std::span(directory.splitNodes));
    append(bytes, std::span(directory.leaves));
    for (const std::string& name : directory.parts) {
        const auto length = static_cast<std::uint32_t>(name.size());
        append(bytes, std::span(&length, 1));
        append(bytes, std::span(name));
    }
    return bytes;
}

Result<Directory> decodeDirectory(const FileHeader& header, std::span<const std::byte> bytes) {
    const auto wrong = [] {
        return tl::unexpected(std::string("the directory is damaged: its size is wrong"));
    };
    if (crc32c(bytes) != header.directoryCrc) {
        return tl::unexpected(std::string("the directory is damaged: its checksum is wrong"));
    }
    Directory directory;
    directory.rule = header.rule;
    directory.inside = header.inside;
    directory.leafTriangles = header.leafTriangles;
    directory.triangles = header.triangles;
    directory.fragments = header.fragments;
    directory.blocks = header.blocks;
    if (!take(bytes, header.nodes, directory.nodes) ||
        !take(bytes, header.splitNodes, directory.splitNodes) ||
        !take(bytes, header.leaves, directory.leaves)) {
        return wrong();
    }
    for (std::uint32_t i = 0; i < header.parts; ++i) {
        std::vector<std::uint32_t> length;
        std::vector<char> name;
        if (!take(bytes, 1, length) || !take(bytes, length[0], name)) return wrong();
        directory.parts.emplace_back(name.begin(), name.end());
    }
    if (!bytes.empty()) return wrong();
    for (const LeafEntry& leaf : directory.leaves) {
        if (std::uint64_t{kBlockBytes} * leaf.firstBlock + leaf.bytes > header.directoryPosition) {
            return tl::unexpected(std::string("the directory is damaged: a leaf ends behind the last block"));
        }
    }
    const Result<void> good = check(directory);
    if (!good) return tl::unexpected(good.error());
    return directory;
}

}  // namespace ricochet::mktree
