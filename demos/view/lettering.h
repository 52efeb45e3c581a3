#pragma once

#include "demos/view/offscreen_renderer.h"

#include <string>

namespace ricochet::view {

/// Writes black letters, `size` pixels high, from (x, y) on, where y is that of the line below them. Parts
/// outside the image are left out; so are all letters where their font is not installed.
void writeText(Image& image, int x, int y, int size, const std::string& text);
/// Pixels.
int textWidth(int size, const std::string& text);

/// The caption in the lower left corner, the scale bar in the lower right one.
void drawGuides(Image& image, const Guides& guides, float metresPerPixel);

}  // namespace ricochet::view
