#include "demos/lab/reproduce/chart_scale.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace ricochet::lab {
namespace {

constexpr double kMostIntervals = 6;  // between labels; more of them are hard to read

/// A round number that divides the span into at most that many intervals.
double roundStep(double span) {
    const double minimum = span / kMostIntervals, power = std::pow(10, std::floor(std::log10(minimum)));
    for (const double factor : {1.0, 2.0, 2.5, 5.0}) {
        if (factor * power >= minimum) return factor * power;
    }
    return 10 * power;
}

/// With grouped thousands: "10 000".
std::string grouped(double value) {
    std::array<char, 40> text;
    std::snprintf(text.data(), text.size(), "%.10g", value);
    std::string number = text.data();
    if (number.find('.') != std::string::npos || number.find('e') != std::string::npos) return number;
    for (int i = static_cast<int>(number.size()) - 3; i > 0; i -= 3) number.insert(i, "\u2009");
    return number;
}

}  // namespace

ChartScale::ChartScale(const std::vector<double>& values, bool isLogarithmic, double from, double to)
    : isLogarithmic_(isLogarithmic), low_(0), high_(1), step_(1), from_(from), to_(to) {
    std::vector<double> positions;
    for (const double value : values) {
        if (covers(value)) positions.push_back(position(value));
    }
    if (positions.empty()) return;
    const auto [minimum, maximum] = std::minmax_element(positions.begin(), positions.end());
    if (!isLogarithmic_ && *maximum > *minimum) step_ = roundStep(*maximum - *minimum);
    low_ = step_ * std::floor(*minimum / step_);
    high_ = std::max(step_ * std::ceil(*maximum / step_), low_ + step_);
}

double ChartScale::position(double value) const { return isLogarithmic_ ? std::log10(value) : value; }

double ChartScale::pixelOf(double value) const {
    return from_ + (to_ - from_) * (position(value) - low_) / (high_ - low_);
}

std::vector<Tick> ChartScale::decades() const {
    std::vector<Tick> ticks;
    for (double exponent = low_; exponent <= high_; ++exponent) {
        const double decade = std::pow(10, exponent);
        ticks.push_back({decade, grouped(decade)});
        for (int i = 2; i <= 9 && exponent < high_; ++i) ticks.push_back({i * decade, ""});
    }
    return ticks;
}

std::vector<Tick> ChartScale::ticks() const {
    if (isLogarithmic_) return decades();
    std::vector<Tick> ticks;
    for (int i = 0; low_ + i * step_ <= high_ + step_ / 2; ++i) {
        ticks.push_back({low_ + i * step_, grouped(low_ + i * step_)});
    }
    return ticks;
}

}  // namespace ricochet::lab
