#pragma once

#include <array>
#include <string>
#include <vector>

namespace ricochet::lab {

struct Curve {
    std::string label;
    int colour = 0;  ///< curves of one family share it
    int dash = 0;    ///< 0: solid; distinguishes the curves of a family
    std::vector<std::array<double, 2>> points = {};
};

struct Axis {
    std::string label;
    bool isLogarithmic = false;
};

/// Several curves in one plot with a legend beside it.
struct LineChart {
    std::string title;
    std::string subtitle;
    Axis x, y;
    std::vector<Curve> curves = {};
};

/// The chart as an SVG file. On a logarithmic axis only positive values are drawn. The legend lists curves
/// from the highest to the lowest left end.
std::string svgOf(const LineChart& chart);

}  // namespace ricochet::lab
