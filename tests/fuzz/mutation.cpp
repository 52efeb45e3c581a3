#include "tests/fuzz/mutation.h"

#include <algorithm>
#include <string_view>

namespace ricochet::fuzz {
namespace {

constexpr std::size_t kLongestPiece = 64;  // bytes that one mutation puts in, takes out or doubles

std::size_t below(Choices& random, std::size_t count) { return count == 0 ? 0 : random() % count; }

char anyByte(Choices& random) { return static_cast<char>(random() & 0xff); }

void cutOff(std::string& bytes, Choices& random) { bytes.resize(below(random, bytes.size() + 1)); }

void flipBits(std::string& bytes, Choices& random) {
    if (bytes.empty()) return;
    for (std::size_t flips = 1 + below(random, 8); flips > 0; --flips) {
        bytes[below(random, bytes.size())] ^= static_cast<char>(1 << below(random, 8));
    }
}

void putIn(std::string& bytes, Choices& random) {
    std::string piece(1 + below(random, kLongestPiece), '\0');
    const bool isText = random() % 2 == 0;
    for (char& c : piece) c = isText ? static_cast<char>(' ' + below(random, 95)) : anyByte(random);
    bytes.insert(below(random, bytes.size() + 1), piece);
}

void takeOut(std::string& bytes, Choices& random) {
    bytes.erase(below(random, bytes.size() + 1), 1 + below(random, kLongestPiece));
}

/// Counts and offsets in binary headers become huge, or negative.
void overwrite(std::string& bytes, Choices& random) {
    static constexpr unsigned char kBytes[] = {0x00, 0xff, 0x7f, 0x80};
    const char byte = static_cast<char>(kBytes[below(random, 4)]);
    const std::size_t at = below(random, bytes.size() + 1), count = 1 + below(random, 8);
    for (std::size_t i = at; i < std::min(bytes.size(), at + count); ++i) bytes[i] = byte;
}

void doublePiece(std::string& bytes, Choices& random) {
    const std::string piece = bytes.substr(below(random, bytes.size() + 1), 1 + below(random, kLongestPiece));
    for (std::size_t times = 1 + below(random, 3); times > 0; --times) {
        bytes.insert(below(random, bytes.size() + 1), piece);
    }
}

/// The position of a random digit; the size if there is none.
std::size_t randomDigit(const std::string& bytes, Choices& random) {
    constexpr std::string_view kDigits = "0123456789";
    const std::size_t found = bytes.find_first_of(kDigits, below(random, bytes.size() + 1));
    return std::min(found == std::string::npos ? bytes.find_first_of(kDigits) : found, bytes.size());
}

void changeDigit(std::string& bytes, Choices& random) {
    const std::size_t at = randomDigit(bytes, random);
    if (at < bytes.size()) bytes[at] = static_cast<char>('0' + below(random, 10));
}

void makeNumberExtreme(std::string& bytes, Choices& random) {
    static constexpr std::string_view kNumbers[] = {
        "-1",    "0",      "4294967295", "4294967296", "2147483647", "-2147483648", "18446744073709551615",
        "1e308", "-1e308", "1e-320",     "1e999",      "nan",        "inf",         "99999999999999999999",
        "1e30",  "0x10",   "1.5",        "",           "-0",         "1000000000"};
    const std::size_t at = randomDigit(bytes, random);
    const std::size_t end = std::min(bytes.find_first_not_of("0123456789.eE+-", at), bytes.size());
    bytes.replace(at, end - at, kNumbers[below(random, std::size(kNumbers))]);
}

void exchangeLines(std::string& bytes, Choices& random) {
    const auto lineAt = [&](std::size_t at) {
        const std::size_t before = at == 0 ? std::string::npos : bytes.rfind('\n', at - 1);
        const std::size_t begin = before == std::string::npos ? 0 : before + 1;
        return std::pair(begin, std::min(bytes.find('\n', at), bytes.size()) - begin);
    };
    auto first = lineAt(below(random, bytes.size())), second = lineAt(below(random, bytes.size()));
    if (first > second) std::swap(first, second);
    if (first.first + first.second > second.first) return;
    const std::string a = bytes.substr(first.first, first.second),
                      b = bytes.substr(second.first, second.second);
    bytes.replace(second.first, second.second, a);
    bytes.replace(first.first, first.second, b);
}

/// The word around or after a random position: what stands between blanks, quotes or brackets.
std::string_view randomWord(std::string_view text, Choices& random) {
    constexpr std::string_view kBetween = " \t\r\n\"'<>[]{}(),:=/";
    const std::size_t begin = text.find_first_not_of(kBetween, below(random, text.size() + 1));
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, std::min(text.find_first_of(kBetween, begin), text.size()) - begin);
}

void replaceWord(std::string& bytes, Choices& random) {
    const std::string_view word = randomWord(bytes, random), by = randomWord(bytes, random);
    if (word.empty() || by.empty()) return;
    const std::string replacement(by);
    bytes.replace(static_cast<std::size_t>(word.data() - bytes.data()), word.size(), replacement);
}

void splice(std::string& bytes, const std::string& other, Choices& random) {
    const std::size_t at = below(random, bytes.size() + 1);
    // Often at the same place, so that formats of fixed layout stay what they are.
    const std::size_t from = random() % 2 == 0 ? std::min(at, other.size()) : below(random, other.size() + 1);
    bytes.replace(at, std::string::npos, other, from);
}

constexpr void (*kMutations[])(std::string&, Choices&) = {
    cutOff,      flipBits,          putIn,         takeOut,    overwrite, doublePiece,
    changeDigit, makeNumberExtreme, exchangeLines, replaceWord};

}  // namespace

std::string mutated(std::string bytes, const std::string& other, Choices& random) {
    for (std::size_t times = 1 + below(random, 4); times > 0; --times) {
        const std::size_t which = below(random, std::size(kMutations) + 1);
        if (which == std::size(kMutations)) {
            splice(bytes, other, random);
        } else {
            kMutations[which](bytes, random);
        }
    }
    return bytes;
}

}  // namespace ricochet::fuzz
