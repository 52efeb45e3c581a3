#include "plugin/parameters.h"

#include "plugin/nearest_name.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

namespace ricochet {
namespace {

/// None unless all of the text is a number.
template <class Number>
bool read(const std::string& text, Number& value) {
    const char* const end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, value);
    return result.ec == std::errc() && result.ptr == end;
}

bool readFinite(const std::string& text, double& value) { return read(text, value) && std::isfinite(value); }

/// "must be from 8 to 32 samples, not '100'; the nearest is 32"
std::string rangeFault(const std::string& text, const ParameterInfo& info, const std::string& nearest) {
    return "must be from " + info.values + (info.unit.empty() ? "" : " " + info.unit) + ", not '" + text +
           "'; the nearest is " + nearest;
}

/// "a, b or c"
std::string alternatives(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        text += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
    }
    return text;
}

/// Former names, also those of the program's narrow and broad phases. They are accepted for one release.
constexpr std::pair<const char*, const char*> kFormerNames[] = {
    {"convex-walk", "convex-features?method=walk"},
    {"convex-axis", "convex-features?method=axis"},
    {"convex-simplex", "convex-features?method=simplex"},
    {"octree-update", "octree-detector"},
    {"stencil-sampled", "stencil?mode=sampled"},
    {"stencil-sampled-cpu", "stencil?mode=sampled-cpu"},
    {"stencil-buffer", "stencil?mode=buffer"},
    {"stencil-buffer-cpu", "stencil?mode=buffer-cpu"},
    {"stock-minkowski", "stock?depth=minkowski"},
    {"stock-sat", "stock?depth=sat"},
    {"dbvt-deferred", "dbvt?deferred=on"},
    {"axis-sweep3-32", "axis-sweep3?bits=32"},
};

/// The text with today's name.
std::string withPresentName(const std::string& text) {
    const std::size_t mark = std::min(text.find('?'), text.size());
    for (const auto& [former, present] : kFormerNames) {
        if (text.substr(0, mark) != former) continue;
        const std::string parameters = text.substr(mark);
        const bool hasOwn = std::string_view(present).find('?') != std::string_view::npos;
        return present + (hasOwn && !parameters.empty() ? "&" + parameters.substr(1) : parameters);
    }
    return text;
}

}  // namespace

Result<Selection> parseSelection(const std::string& given) {
    const std::string text = withPresentName(given);
    const std::size_t mark = text.find('?');
    Selection selection{text.substr(0, mark), {}};
    std::size_t begin = mark;
    while (begin != std::string::npos) {
        const std::size_t end = text.find('&', ++begin);
        const std::string part = text.substr(begin, end == std::string::npos ? end : end - begin);
        const std::size_t equals = part.find('=');
        if (equals == std::string::npos || equals == 0 || equals + 1 == part.size()) {
            return tl::unexpected("'" + part + "' in '" + text +
                                  "' is no parameter; write name?parameter=value&parameter=value.");
        }
        const std::string name = part.substr(0, equals);
        if (std::ranges::any_of(selection.parameters,
                                [&](const auto& earlier) { return earlier.first == name; })) {
            return tl::unexpected("The parameter '" + name + "' is given twice in '" + text + "'.");
        }
        selection.parameters.emplace_back(name, part.substr(equals + 1));
        begin = end;
    }
    return selection;
}

std::string unknownParameter(const Selection& selection, const std::string& parameter,
                             const std::vector<std::string>& known, const std::string& owner) {
    const std::string beginning = "The parameter '" + parameter + "' " +
                                  (owner.empty() ? "is unknown: " : "belongs to " + owner + ": ") +
                                  selection.name + " has ";
    if (known.empty()) return beginning + "no parameters.";
    return beginning + joined(known) + "; the nearest is '" + nearestName(parameter, known) + "'.";
}

namespace parameters {

std::string readNumber(const std::string& text, const ParameterInfo& info, long long minimum,
                       long long maximum, long long& value) {
    if (read(text, value) && value >= minimum && value <= maximum) return {};
    double number = 0;
    const bool isNumber = readFinite(text, number);
    const double nearest = std::clamp(std::round(number), double(minimum), double(maximum));
    return rangeFault(text, info, toText(isNumber ? static_cast<long long>(nearest) : minimum));
}

std::string readNumber(const std::string& text, const ParameterInfo& info, double minimum, double maximum,
                       double& value) {
    const bool isNumber = readFinite(text, value);
    if (isNumber && value >= minimum && value <= maximum) return {};
    return rangeFault(text, info, toText(isNumber ? std::clamp(value, minimum, maximum) : minimum));
}

std::size_t findChoice(const std::string& text, const std::vector<std::string>& choices, std::string& fault) {
    const auto found = std::ranges::find(choices, text);
    if (found == choices.end()) {
        fault = "must be " + alternatives(choices) + ", not '" + text + "'; the nearest is " +
                nearestName(text, choices);
    }
    return static_cast<std::size_t>(found - choices.begin());
}

std::string toText(double value) {
    char buffer[32];
    return {buffer, std::to_chars(std::begin(buffer), std::end(buffer), value).ptr};
}

std::string toText(long long value) { return std::to_string(value); }

}  // namespace parameters
}  // namespace ricochet
