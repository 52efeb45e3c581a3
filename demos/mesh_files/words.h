#pragma once

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

namespace ricochet {

/// Takes the next word off the front of a line; empty at its end.
inline std::string_view nextWord(std::string_view& line) {
    constexpr std::string_view kBlanks = " \t\r\v\f";
    line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
    const std::string_view word = line.substr(0, line.find_first_of(kBlanks));
    line.remove_prefix(word.size());
    return word;
}

/// Takes the next line off the front of a text, without its end.
inline std::string_view nextLine(std::string_view& text) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    return line;
}

/// The number that a whole word stands for: the nearest one of its type, whatever the locale.
template <class Number>
std::optional<Number> numberIn(std::string_view word) {
    if (word.starts_with('+')) word.remove_prefix(1);  // std::from_chars takes a minus only
    Number value{};
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
    return value;
}

}  // namespace ricochet
