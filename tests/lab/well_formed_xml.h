#pragma once

#include <regex>
#include <string>
#include <vector>

namespace ricochet::lab {

/// Whether a text is one well-formed XML element: closed tags, quoted attributes and no other < or &.
/// Comments and declarations are not supported.
inline bool isWellFormedXml(const std::string& text) {
    static const std::regex tag(
        R"re(<(/?)([A-Za-z][\w:-]*)((?:\s+[\w:-]+="(?:[^"<&]|&(?:amp|lt|gt|quot);)*")*)\s*(/?)>)re");
    static const std::regex words(R"((?:[^<>&]|&(?:amp|lt|gt|quot);)*)");
    std::vector<std::string> open;
    auto from = text.begin();
    bool isFirst = true;
    for (std::sregex_iterator found(text.begin(), text.end(), tag), end; found != end; ++found) {
        const std::smatch& match = *found;
        if (!std::regex_match(from, match[0].first, words)) return false;
        from = match[0].second;
        if (open.empty() && !isFirst) return false;
        isFirst = false;
        if (match[1] == "/") {
            if (open.back() != match[2]) return false;
            open.pop_back();
        } else if (match[4] != "/") {
            open.push_back(match[2]);
        }
    }
    return !isFirst && open.empty() && std::regex_match(from, text.end(), std::regex(R"(\s*)"));
}

}  // namespace ricochet::lab
