#include "demos/lab/picture.h"

#include "demos/view/png_writer.h"

#include <algorithm>
#include <cstdio>

namespace ricochet::lab {
namespace {

constexpr int kGap = 12, kBar = 20, kText = 80, kLetters = 14;  // pixels

std::string numberOf(Real value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.3g", value);
    return text.data();
}

}  // namespace

Picture besideLegend(const Picture& picture, const ColourOf& colourOf, Real low, Real high,
                     const std::string& unit) {
    constexpr int kMarks = 5, kTop = 2 * kLetters;
    Picture whole(picture.width + kGap + kBar + kText, std::max(picture.height, 6 * kTop));
    for (int y = 0; y < picture.height; ++y) {
        std::copy_n(picture.at(0, y), 3 * picture.width, whole.at(0, y));
    }
    const int left = picture.width + kGap, bottom = kLetters, top = whole.height - kTop;
    for (int y = bottom; y <= top; ++y) {
        const auto colour = colourOf(low + (high - low) * (y - bottom) / (top - bottom));
        for (int x = left; x < left + kBar; ++x) std::copy(colour.begin(), colour.end(), whole.at(x, y));
    }
    for (int mark = 0; mark < kMarks; ++mark) {
        const int y = bottom + (top - bottom) * mark / (kMarks - 1);
        view::writeText(whole, left + kBar + 6, y - kLetters / 3, kLetters,
                        numberOf(low + (high - low) * mark / (kMarks - 1)));
    }
    view::writeText(whole, left, whole.height - kLetters, kLetters, unit);
    return whole;
}

Result<void> writePicture(const std::string& path, const Picture& picture) {
    return view::writePng(path, picture.width, picture.height, picture.pixels);
}

}  // namespace ricochet::lab
