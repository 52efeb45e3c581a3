#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace ricochet {

/// Removes and returns the first word of a line; empty at its end.
inline std::string_view nextWord(std::string_view& line) {
    constexpr std::string_view kBlanks = " \t\r\v\f";
    line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
    const std::string_view word = line.substr(0, line.find_first_of(kBlanks));
    line.remove_prefix(word.size());
    return word;
}

/// Removes and returns the first line of a text, without its line end.
inline std::string_view nextLine(std::string_view& text) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    return line;
}

/// The number that a whole word represents: the nearest one of its type, whatever the locale.
template <class Number>
std::optional<Number> numberIn(std::string_view word) {
    if (word.starts_with('+')) word.remove_prefix(1);  // std::from_chars takes a minus only
    Number value{};
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
    return value;
}

/// The float32 nearest to the word, infinite beyond its range.
inline std::optional<float> coordinateIn(std::string_view word) {
    if (const std::optional<float> value = numberIn<float>(word)) return value;
    // std::from_chars rejects what rounds to zero or to infinity; a double still distinguishes them.
    const std::optional<double> value = numberIn<double>(word);
    if (!value) return std::nullopt;
    return std::abs(*value) < 1 ? 0.0f : std::numeric_limits<float>::infinity();
}

/// A file's text for use in messages: on one line, in printable ASCII, shortened if long.
inline std::string printable(std::string_view text, std::size_t maximum = 60) {
    std::string shown(text.substr(0, maximum));
    for (char& c : shown) {
        if (c < ' ' || c > '~') c = '?';
    }
    return text.size() > maximum ? shown.append("...") : shown;
}
inline std::string quoted(std::string_view word) {
    return std::string(1, '\'').append(printable(word)).append(1, '\'');
}

/// A sentence's end about a word that `coordinateIn` makes infinite or not a number.
inline std::string badCoordinate(std::string_view word) {
    const std::optional<double> value = numberIn<double>(word);
    const bool isInFile = value && std::isfinite(*value);
    return "the coordinate " + quoted(word) + (isInFile ? " is beyond 32-bit floats" : " is not finite");
}

}  // namespace ricochet
