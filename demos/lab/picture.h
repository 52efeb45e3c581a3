#pragma once

#include "algorithms/geometry/types.h"
#include "demos/view/lettering.h"

#include <functional>
#include <string>
#include <vector>

namespace ricochet::lab {

/// Red, green, blue, a byte each; the lowest row first.
struct Picture : view::Image {
    Picture(int w, int h)
        : Image{w, h, std::vector<std::uint8_t>(static_cast<std::size_t>(3 * w * h), 255)} {}
    std::uint8_t* at(int x, int y) { return &pixels[static_cast<std::size_t>(3 * (y * width + x))]; }
    const std::uint8_t* at(int x, int y) const {
        return &pixels[static_cast<std::size_t>(3 * (y * width + x))];
    }
};

/// A value's colour.
using ColourOf = std::function<std::array<std::uint8_t, 3>(Real)>;

/// The picture with a bar beside it: the colours of all values from `low` to `high`, five of them as numbers,
/// and the unit above. Numbers have three digits.
Picture besideLegend(const Picture& picture, const ColourOf& colourOf, Real low, Real high,
                     const std::string& unit);

Result<void> writePicture(const std::string& path, const Picture& picture);

}  // namespace ricochet::lab
