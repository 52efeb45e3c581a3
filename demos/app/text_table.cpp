#include "demos/app/text_table.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iomanip>
#include <sstream>

namespace ricochet::app {

std::string aligned(const TextTable& table, Alignment alignment) {
    std::vector<std::size_t> widths(table.front().size());
    for (const auto& row : table) {
        for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
    }
    std::ostringstream text;
    for (const auto& row : table) {
        for (std::size_t c = 0; c < row.size(); ++c) {
            const bool isLast = c + 1 == row.size(), standsLeft = c == 0 || alignment == Alignment::left;
            text << (standsLeft ? std::left : std::right)
                 << std::setw(isLast && standsLeft ? 0 : static_cast<int>(widths[c])) << row[c]
                 << (isLast ? "\n" : "  ");
        }
    }
    return text.str();
}

std::string commaSeparated(const TextTable& table) {
    std::string text;
    for (const auto& row : table) {
        for (std::size_t c = 0; c < row.size(); ++c) {
            const char* mark = row[c].find(',') == std::string::npos ? "" : "\"";
            text += mark + row[c] + mark + (c + 1 < row.size() ? "," : "\n");
        }
    }
    return text;
}

std::string textOf(const nlohmann::ordered_json& value) {
    if (value.is_null()) return "-";
    if (value.is_string()) return value.get<std::string>();
    if (value.is_number_integer()) return value.dump();
    std::ostringstream text;
    text << std::setprecision(4) << value.get<double>();
    return text.str();
}

}  // namespace ricochet::app
