#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace ricochet::app {

/// Rows of cells; the first row is the titles.
using TextTable = std::vector<std::vector<std::string>>;

/// Of the columns after the first, which stands left.
enum class Alignment { right, left };

/// Columns as wide as they need to be.
std::string aligned(const TextTable& table, Alignment alignment = Alignment::right);

/// The same as a CSV file; a cell with a comma in it stands in quotation marks. No cell has such marks of its
/// own.
std::string commaSeparated(const TextTable& table);

/// A value as a cell: four digits of a number, a dash for null.
std::string textOf(const nlohmann::ordered_json& value);

}  // namespace ricochet::app
