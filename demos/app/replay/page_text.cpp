#include "demos/app/replay/page_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ricochet::app {

std::string base64(std::string_view bytes) {
    static constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
        unsigned group = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            group = group << 8 | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0u);
        }
        for (std::size_t digit = 0; digit < 4; ++digit) {
            text += digit <= count ? kDigits[group >> (18 - 6 * digit) & 63] : '=';
        }
    }
    return text;
}

std::string scriptText(const nlohmann::ordered_json& data) {
    const std::string text = data.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
    std::string escaped;
    escaped.reserve(text.size());
    for (const char c : text) c == '<' ? escaped += "\\u003c" : escaped += c;
    return escaped;
}

void fill(std::string& page, const std::string& name, std::string_view text) {
    const std::string mark = "@" + name + "@";
    const std::size_t at = page.find(mark);
    if (at != std::string::npos) page.replace(at, mark.size(), text);
}

}  // namespace ricochet::app
