#pragma once

#include <string>
#include <vector>

namespace ricochet::lab {

struct Tick {
    double value;
    std::string label;  ///< empty: a line of the grid only
};

/// Maps the values of an axis to pixels.
class ChartScale {
public:
    /// Covers the values, from one round number to another. `from` and `to` are its ends in pixels. A
    /// logarithmic scale ignores values that are not positive.
    ChartScale(const std::vector<double>& values, bool isLogarithmic, double from, double to);

    double pixelOf(double value) const;
    bool covers(double value) const { return !isLogarithmic_ || value > 0; }
    std::vector<Tick> ticks() const;

private:
    std::vector<Tick> decades() const;
    double position(double value) const;

    bool isLogarithmic_;
    double low_, high_;  ///< exponents of ten where it is logarithmic
    double step_;
    double from_, to_;
};

}  // namespace ricochet::lab
