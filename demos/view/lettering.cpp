#include "demos/view/lettering.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <freetype/freetype.h>
#include <utility>

namespace ricochet::view {
namespace {

/// The font, for as long as a text is written.
class Font {
public:
    explicit Font(int size) {
        if (FT_Init_FreeType(&library_) != 0) return;
        if (FT_New_Face(library_, RICOCHET_FONT, 0, &face_) == 0) {
            FT_Set_Pixel_Sizes(face_, 0, static_cast<FT_UInt>(size));
        }
    }
    ~Font() { FT_Done_FreeType(library_); }
    Font(const Font&) = delete;
    Font& operator=(const Font&) = delete;

    /// Null where there is no such letter or no font.
    FT_GlyphSlot glyph(char letter) const {
        const auto code = static_cast<FT_ULong>(static_cast<unsigned char>(letter));
        return face_ && FT_Load_Char(face_, code, FT_LOAD_RENDER) == 0 ? face_->glyph : nullptr;
    }

private:
    FT_Library library_ = nullptr;
    FT_Face face_ = nullptr;
};

/// The colour's share of 255 over what is there.
void blend(Image& image, int x, int y, std::uint8_t colour, int share) {
    if (x < 0 || y < 0 || x >= image.width || y >= image.height) return;
    std::uint8_t* pixel = &image.pixels[std::size_t{3} * std::size_t(y * image.width + x)];
    for (int i = 0; i < 3; ++i) pixel[i] = std::uint8_t((pixel[i] * (255 - share) + colour * share) / 255);
}

void fill(Image& image, int x, int y, int width, int height, std::uint8_t colour, int share) {
    for (int row = y; row < y + height; ++row) {
        for (int column = x; column < x + width; ++column) blend(image, column, row, colour, share);
    }
}

std::string lengthText(float metres) {
    const auto [unit, size] = metres > 0.9f     ? std::pair("m", 1.0f)
                              : metres > 0.009f ? std::pair("cm", 0.01f)
                                                : std::pair("mm", 0.001f);
    char text[32];
    std::snprintf(text, sizeof text, "%.3g %s", double(metres / size), unit);
    return text;
}

}  // namespace

void writeText(Image& image, int x, int y, int size, const std::string& text) {
    const Font font(size);
    for (const char letter : text) {
        const FT_GlyphSlot glyph = font.glyph(letter);
        if (!glyph) continue;
        const FT_Bitmap& dots = glyph->bitmap;
        for (unsigned row = 0; row < dots.rows; ++row) {
            for (unsigned column = 0; column < dots.width; ++column) {
                blend(image, x + glyph->bitmap_left + int(column), y + glyph->bitmap_top - 1 - int(row), 20,
                      dots.buffer[row * unsigned(dots.pitch) + column]);
            }
        }
        x += int(glyph->metrics.horiAdvance >> 6);
    }
}

int textWidth(int size, const std::string& text) {
    const Font font(size);
    int width = 0;
    for (const char letter : text) {
        const FT_GlyphSlot glyph = font.glyph(letter);
        if (glyph) width += int(glyph->metrics.horiAdvance >> 6);
    }
    return width;
}

void drawGuides(Image& image, const Guides& guides, float metresPerPixel) {
    constexpr int kPale = 120;  // of 255: under letters
    const int size = std::max(12, image.height / 36), gap = size / 2, y = size;
    if (!guides.caption.empty()) {
        fill(image, gap, y - gap, textWidth(size, guides.caption) + 2 * gap, size + gap, 255, kPale);
        writeText(image, 2 * gap, y, size, guides.caption);
    }
    const std::string length = lengthText(guides.length);
    const int bar = int(std::lround(guides.length / metresPerPixel)), letters = textWidth(size, length);
    const int left = image.width - 3 * gap - bar - letters;
    fill(image, left - gap, y - gap, bar + letters + 3 * gap, size + gap, 255, kPale);
    fill(image, left, y + size / 4, bar, std::max(2, size / 6), 20, 255);
    for (const int end : {left, left + bar - 1}) fill(image, end, y, 1, 2 * size / 3, 20, 255);
    writeText(image, left + bar + gap, y, size, length);
}

}  // namespace ricochet::view
