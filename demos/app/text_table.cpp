#include "demos/app/text_table.h"

#include <algorithm>
#include <iomanip>
#include <sstream>

namespace ricochet::app {

std::string aligned(const TextTable& table) {
    std::vector<std::size_t> widths(table.front().size());
    for (const auto& row : table) {
        for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
    }
    std::ostringstream text;
    for (const auto& row : table) {
        for (std::size_t c = 0; c < row.size(); ++c) {
            text << (c == 0 ? std::left : std::right) << std::setw(static_cast<int>(widths[c])) << row[c]
                 << (c + 1 < row.size() ? "  " : "\n");
        }
    }
    return text.str();
}

std::string commaSeparated(const TextTable& table) {
    std::string text;
    for (const auto& row : table) {
        for (std::size_t c = 0; c < row.size(); ++c) text += row[c] + (c + 1 < row.size() ? "," : "\n");
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
