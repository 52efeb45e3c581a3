#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace ricochet::app {

/// Rows of cells; the first row is the titles.
using TextTable = std::vector<std::vector<std::string>>;

/// Alignment of the columns after the first, which is left-aligned.
enum class Alignment { right, left };

/// Columns as wide as they need to be.
std::string aligned(const TextTable& table, Alignment alignment = Alignment::right);

/// The same as a CSV file; cells that contain a comma are quoted. Cells must not contain quotation marks.
std::string commaSeparated(const TextTable& table);

/// A value as a cell: four digits of a number, a dash for null.
std::string textOf(const nlohmann::ordered_json& value);

}  // namespace ricochet::app
