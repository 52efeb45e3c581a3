#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace ricochet::mktree {

/// CRC-32C of bytes (polynomial 0x1EDC6F41, reflected; RFC 3720, appendix B.4).
std::uint32_t crc32c(std::span<const std::byte> bytes);

}  // namespace ricochet::mktree
