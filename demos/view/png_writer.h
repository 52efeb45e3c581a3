#pragma once

#include <tl/expected.hpp>

#include <cstdint>
#include <span>
#include <string>

namespace ricochet::view {

/// Writes 8-bit sRGB pixels, three bytes each, the picture's lowest row first as in OpenGL.
tl::expected<void, std::string> writePng(const std::string& path, int width, int height,
                                         std::span<const std::uint8_t> pixels);

}  // namespace ricochet::view
