#include "demos/app/quantities.h"

#include <cmath>
#include <cstdio>
#include <span>

namespace ricochet::app {
namespace {

struct Scale {
    const char* unit;
    double size;
};

/// In the largest unit that is not larger than the value; the units are listed from large to small.
std::string scaled(double value, std::span<const Scale> scales) {
    const Scale* scale = &scales.back();
    for (const Scale& each : scales) {
        if (std::abs(value) < 0.9995 * each.size) continue;
        scale = &each;
        break;
    }
    return threeDigits(value / scale->size) + " " + scale->unit;
}

}  // namespace

std::string threeDigits(double value) {
    if (value == 0) return "0";
    if (!std::isfinite(value)) return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
    const int magnitude = static_cast<int>(std::floor(std::log10(std::abs(value))));
    char text[40];
    if (magnitude >= 6 || magnitude < -4) {
        std::snprintf(text, sizeof text, "%.2e", value);
    } else if (magnitude >= 3) {
        std::snprintf(text, sizeof text, "%.0f", value);
    } else {
        std::snprintf(text, sizeof text, "%.*f", std::max(0, 2 - magnitude), value);
    }
    std::string trimmed = text;
    if (trimmed.find('.') != std::string::npos && trimmed.find('e') == std::string::npos) {
        trimmed.erase(trimmed.find_last_not_of('0') + 1);
        if (trimmed.back() == '.') trimmed.pop_back();
    }
    return trimmed;
}

std::string lengthText(double metres) {
    static constexpr Scale kLengths[] = {{"km", 1e3}, {"m", 1}, {"cm", 1e-2}, {"mm", 1e-3}, {"um", 1e-6}};
    return metres == 0 ? "0 mm" : scaled(metres, kLengths);
}

std::string massText(double kilograms) {
    static constexpr Scale kMasses[] = {{"t", 1e3}, {"kg", 1}, {"g", 1e-3}, {"mg", 1e-6}};
    return scaled(kilograms, kMasses);
}

std::string timeText(double milliseconds) {
    static constexpr Scale kTimes[] = {{"s", 1e3}, {"ms", 1}, {"us", 1e-3}};
    return milliseconds == 0 ? "0 ms" : scaled(milliseconds, kTimes);
}

std::string countText(std::uintmax_t count) {
    const std::string digits = std::to_string(count);
    std::string text;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
        text += digits[i];
    }
    return text;
}

}  // namespace ricochet::app
