#include "demos/lab/picture.h"

#include "demos/view/png_writer.h"

#include <algorithm>
#include <cstdio>
#include <map>

namespace ricochet::lab {
namespace {

constexpr int kGap = 12, kBar = 20, kText = 60;  // pixels
constexpr int kGlyphWidth = 3, kGlyphHeight = 5, kScale = 2;

/// Five rows of three dots, from top to bottom.
const std::map<char, std::array<std::uint8_t, kGlyphHeight>>& glyphs() {
    static const std::map<char, std::array<std::uint8_t, kGlyphHeight>> table = {
        {'0', {7, 5, 5, 5, 7}}, {'1', {2, 6, 2, 2, 7}}, {'2', {7, 1, 7, 4, 7}}, {'3', {7, 1, 7, 1, 7}},
        {'4', {5, 5, 7, 1, 1}}, {'5', {7, 4, 7, 1, 7}}, {'6', {7, 4, 7, 5, 7}}, {'7', {7, 1, 1, 1, 1}},
        {'8', {7, 5, 7, 5, 7}}, {'9', {7, 5, 7, 1, 7}}, {'.', {0, 0, 0, 0, 2}}, {'-', {0, 0, 7, 0, 0}},
        {'+', {0, 2, 7, 2, 0}}, {'e', {0, 7, 7, 4, 7}}, {'m', {0, 0, 7, 7, 5}}, {'n', {0, 0, 6, 5, 5}},
    };
    return table;
}

void write(Picture& picture, int x, int top, const std::string& text) {
    for (const char letter : text) {
        const auto glyph = glyphs().find(letter);
        for (int row = 0; glyph != glyphs().end() && row < kGlyphHeight * kScale; ++row) {
            for (int column = 0; column < kGlyphWidth * kScale; ++column) {
                const bool isInk = glyph->second[row / kScale] >> (kGlyphWidth - 1 - column / kScale) & 1;
                const int px = x + column, py = top - row;
                if (!isInk || px >= picture.width || py < 0 || py >= picture.height) continue;
                std::fill_n(picture.at(px, py), 3, std::uint8_t{0});
            }
        }
        x += (kGlyphWidth + 1) * kScale;
    }
}

std::string numberOf(Real value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.3g", value);
    return text.data();
}

}  // namespace

Picture besideLegend(const Picture& picture, const ColourOf& colourOf, Real low, Real high,
                     const std::string& unit) {
    constexpr int kMarks = 5, kTop = 2 * kGlyphHeight * kScale;
    Picture whole(picture.width + kGap + kBar + kText, std::max(picture.height, 8 * kTop));
    for (int y = 0; y < picture.height; ++y) {
        std::copy_n(picture.at(0, y), 3 * picture.width, whole.at(0, y));
    }
    const int left = picture.width + kGap, bottom = kTop, top = whole.height - 2 * kTop;
    for (int y = bottom; y <= top; ++y) {
        const auto colour = colourOf(low + (high - low) * (y - bottom) / (top - bottom));
        for (int x = left; x < left + kBar; ++x) std::copy(colour.begin(), colour.end(), whole.at(x, y));
    }
    for (int mark = 0; mark < kMarks; ++mark) {
        const int y = bottom + (top - bottom) * mark / (kMarks - 1);
        write(whole, left + kBar + 6, y + kGlyphHeight * kScale / 2,
              numberOf(low + (high - low) * mark / (kMarks - 1)));
    }
    write(whole, left, whole.height - kGlyphHeight * kScale / 2, unit);
    return whole;
}

Result<void> writePicture(const std::string& path, const Picture& picture) {
    return view::writePng(path, picture.width, picture.height, picture.pixels);
}

}  // namespace ricochet::lab
