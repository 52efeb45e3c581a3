#include "demos/view/png_writer.h"

#include <png.h>

#include <cassert>

namespace ricochet::view {

tl::expected<void, std::string> writePng(const std::string& path, int width, int height,
                                         std::span<const std::uint8_t> pixels) {
    assert(pixels.size() == std::size_t{3} * width * height);
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = static_cast<png_uint_32>(width);
    image.height = static_cast<png_uint_32>(height);
    image.format = PNG_FORMAT_RGB;
    const int lowestRowFirst = -3 * width;
    if (!png_image_write_to_file(&image, path.c_str(), 0, pixels.data(), lowestRowFirst, nullptr)) {
        return tl::unexpected<std::string>("Cannot write " + path + ": " + image.message + ".");
    }
    return {};
}

}  // namespace ricochet::view
