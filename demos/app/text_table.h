#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace ricochet::app {

/// Rows of cells; the first row is the titles.
using TextTable = std::vector<std::vector<std::string>>;

/// Columns as wide as they need to be; the first stands left, the others right.
std::string aligned(const TextTable& table);

/// The same as a CSV file; no cell has a comma or a quotation mark in it.
std::string commaSeparated(const TextTable& table);

/// A value as a cell: four digits of a number, a dash for null.
std::string textOf(const nlohmann::ordered_json& value);

}  // namespace ricochet::app
