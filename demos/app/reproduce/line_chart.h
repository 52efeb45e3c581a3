#pragma once

#include <array>
#include <string>
#include <vector>

namespace ricochet::app {

struct Curve {
    std::string label;
    int colour = 0;  ///< curves of one family share it
    int dash = 0;    ///< 0: solid; tells members of a family apart
    std::vector<std::array<double, 2>> points = {};
};

struct Axis {
    std::string label;
    bool isLogarithmic = false;
};

/// Several curves over one another with their legend beside them.
struct LineChart {
    std::string title;
    std::string subtitle;
    Axis x, y;
    std::vector<Curve> curves = {};
};

/// The chart as an SVG file. On a logarithmic axis only what is above zero is drawn. The legend lists curves
/// from the highest to the lowest left end.
std::string svgOf(const LineChart& chart);

}  // namespace ricochet::app
