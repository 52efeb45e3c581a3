#include "tests/words/text.h"

#include <cctype>
#include <regex>

namespace ricochet::words {
namespace {

bool isLetter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool isUpper(char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; }
bool isDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// Whether a part begins at `i`: after what is no letter, at a capital, or at the last of several capitals.
bool beginsPart(std::string_view name, std::size_t i) {
    if (i == 0 || !isLetter(name[i - 1])) return true;
    if (!isUpper(name[i])) return false;
    return !isUpper(name[i - 1]) || (i + 1 < name.size() && isLetter(name[i + 1]) && !isUpper(name[i + 1]));
}

std::vector<std::string> split(std::string_view name) {
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < name.size(); ++i) {
        if (!isLetter(name[i])) continue;
        if (beginsPart(name, i)) parts.emplace_back();
        parts.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(name[i])));
    }
    return parts;
}

/// Where code ends that begins at `begin`: a comment, a string or the end of the text.
std::size_t endOfCode(const std::string& text, std::size_t begin) {
    for (std::size_t i = begin; i < text.size(); ++i) {
        const bool isDigitSeparator = text[i] == '\'' && i > 0 && isDigit(text[i - 1]);
        if (text[i] == '"' || (text[i] == '\'' && !isDigitSeparator)) return i;
        if (text[i] == '/' && i + 1 < text.size() && (text[i + 1] == '/' || text[i + 1] == '*')) return i;
    }
    return text.size();
}

std::size_t past(const std::string& text, const char* mark, std::size_t from) {
    const std::size_t at = text.find(mark, from);
    return at == std::string::npos ? text.size() : at + std::string_view(mark).size();
}

/// Where the comment or string ends that begins at `begin`.
std::size_t endOfProse(const std::string& text, std::size_t begin) {
    if (text[begin] == '/') return text[begin + 1] == '/' ? past(text, "\n", begin) : past(text, "*/", begin);
    if (begin > 0 && text[begin - 1] == 'R') return past(text, ")\"", begin);
    for (std::size_t i = begin + 1; i < text.size() && text[i] != '\n'; ++i) {
        if (text[i] == '\\')
            ++i;
        else if (text[i] == text[begin])
            return i + 1;
    }
    return text.size();
}

bool isTestsName(std::string_view before) {
    static const std::regex test(R"((TEST(_F|_P)?|BENCHMARK\w*)\([^()]*$)");
    const std::size_t line = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
    return std::regex_search(std::string(before.substr(line)), test);
}

class Reader {
public:
    Reader(std::string_view text) : text_(text) {}

    std::vector<Part> code() {
        for (std::size_t at = 0; at < text_.size();) {
            const std::size_t prose = endOfCode(text_, at);
            add(at, prose, true);
            at = prose < text_.size() ? endOfProse(text_, prose) : prose;
            add(prose, at, false);
        }
        return std::move(parts_);
    }
    std::vector<Part> prose() {
        add(0, text_.size(), false);
        return std::move(parts_);
    }

private:
    void add(std::size_t begin, std::size_t end, bool isCode) {
        for (std::size_t i = begin; i < end;) {
            if (text_[i] == '\n') ++line_;
            if (!isLetter(text_[i]) && text_[i] != '_') {
                ++i;
                continue;
            }
            const std::size_t first = i;
            while (i < end && (isLetter(text_[i]) || isDigit(text_[i]) || text_[i] == '_')) ++i;
            addName(first, i, isCode);
        }
    }
    void addName(std::size_t begin, std::size_t end, bool isCode) {
        const std::vector<std::string> parts = split(std::string_view(text_).substr(begin, end - begin));
        const bool isClaim = isCode && isTestsName(std::string_view(text_).substr(0, begin));
        for (const std::string& part : parts) {
            parts_.push_back({part, line_, begin, !isClaim && (isCode || parts.size() > 1)});
        }
    }

    std::string text_;
    std::vector<Part> parts_;
    int line_ = 1;
};

}  // namespace

std::vector<Part> partsOf(std::string_view text, bool isCode) {
    return isCode ? Reader(text).code() : Reader(text).prose();
}

}  // namespace ricochet::words
